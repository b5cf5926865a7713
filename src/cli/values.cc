#include "cli/values.h"

#include <array>
#include <charconv>

#include "base/text.h"
#include "model/worker.h"

namespace jitgate::cli {
namespace {

struct Unit {
  std::string_view name;
  double bytes;
};
constexpr std::array kUnits = {
    Unit{"", 1},      Unit{"b", 1},        Unit{"kb", 1e3},      Unit{"mb", 1e6},      Unit{"gb", 1e9},
    Unit{"tb", 1e12}, Unit{"kib", 1024.0}, Unit{"mib", 1048576}, Unit{"gib", 1 << 30}, Unit{"tib", 1099511627776.0}};

}  // namespace

base::Result<model::ConfiguredWindow> parse_window(const std::string& text) {
  const std::string where = "--window " + text;
  const std::string hint = "write ID=START..END, for instance conc12=2026-08-04T18:38:42Z..2026-08-04T18:40:04Z";
  const std::size_t equals = text.find('=');
  const std::size_t dots = text.find("..", equals == std::string::npos ? 0 : equals);
  if (equals == std::string::npos || dots == std::string::npos) return base::refuse("not a window", where, hint);
  model::ConfiguredWindow window;
  window.id = text.substr(0, equals);
  if (window.id.empty()) return base::refuse("this window has no id", where, hint);
  const auto start = base::parse_instant(base::trim(text.substr(equals + 1, dots - equals - 1)));
  const auto end = base::parse_instant(base::trim(text.substr(dots + 2)));
  if (!start || !end) return base::refuse("an edge of the window is no instant", where, hint);
  if (*end <= *start) return base::refuse("the window ends before it starts", where, hint);
  window.start = *start;
  window.end = *end;
  return window;
}

const std::vector<std::string>& expected_roles() {
  static const std::vector<std::string> kRoles = {"prefill", "decode", "agg"};
  return kRoles;
}

base::Result<std::pair<std::string, int>> parse_expected(const std::string& text) {
  const std::string where = "--expect-workers " + text;
  const std::string hint = "write ROLE=N, for instance decode=6";
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return base::refuse("not a number of workers", where, hint);
  const std::string role = text.substr(0, equals);
  if (!model::serves(model::role_of(role))) {
    const std::string meant = base::did_you_mean(role, expected_roles());
    return base::refuse("no such role: " + role, where, meant.empty() ? "roles are prefill, decode and agg" : meant);
  }
  const auto number = base::integer_of(std::string_view(text).substr(equals + 1));
  if (number == 0) return base::refuse("a role that none serves is left out", where, hint);
  if (!number || *number < 0 || *number > 100'000) return base::refuse("not a number of workers", where, hint);
  return std::pair(role, static_cast<int>(*number));
}

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  const std::string_view trimmed = base::trim(text);
  double value = 0;
  const auto [stop, error] =
      std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), value, std::chars_format::fixed);
  if (error != std::errc()) return {};
  const std::string name = base::lower(base::trim(trimmed.substr(static_cast<std::size_t>(stop - trimmed.data()))));
  for (const Unit& unit : kUnits) {
    // Not a number compares as false.
    if (name == unit.name && value * unit.bytes >= 1 && value * unit.bytes < 0x1p63)
      return static_cast<std::uint64_t>(value * unit.bytes);
  }
  return {};
}

}  // namespace jitgate::cli
