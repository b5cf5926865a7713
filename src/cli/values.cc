#include "cli/values.h"

#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "model/worker.h"

namespace jitgate::cli {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

// A decimal number and one of the units; a number without a unit counts ones.
template <std::size_t N>
std::optional<double> number_with_unit(std::string_view text, const std::array<Unit, N>& units) {
  text = base::trim(text);
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(value)) return {};
  const std::string unit = base::lower(base::trim(text.substr(static_cast<std::size_t>(stop - text.data()))));
  if (unit.empty()) return value;
  for (const Unit& known : units) {
    if (unit == known.name) return value * known.factor;
  }
  return {};
}

constexpr std::array kSizes = {Unit{"b", 1},         Unit{"kb", 1e3},      Unit{"mb", 1e6},
                               Unit{"gb", 1e9},      Unit{"tb", 1e12},     Unit{"kib", 1024.0},
                               Unit{"mib", 1048576}, Unit{"gib", 1 << 30}, Unit{"tib", 1099511627776.0}};
constexpr std::array kTimes = {Unit{"ms", 1e-3}, Unit{"s", 1}, Unit{"m", 60}, Unit{"h", 3600}, Unit{"d", 86400}};
constexpr double kTenYears = 10 * 366 * 86400.0;

}  // namespace

base::Result<model::ConfiguredWindow> parse_window(const std::string& text) {
  const std::string where = "--window " + text;
  const std::string hint = "write ID=START..END, for instance conc12=2026-08-04T18:38:42Z..2026-08-04T18:40:04Z";
  const std::size_t equals = text.find('=');
  const std::size_t dots = text.find("..", equals == std::string::npos ? 0 : equals);
  if (equals == std::string::npos || dots == std::string::npos) return base::refuse("not a window", where, hint);
  model::ConfiguredWindow window;
  window.id = text.substr(0, equals);
  const auto start = base::parse_instant(base::trim(text.substr(equals + 1, dots - equals - 1)));
  const auto end = base::parse_instant(base::trim(text.substr(dots + 2)));
  if (!start || !end) return base::refuse("an edge of the window is no instant", where, hint);
  if (*end <= *start) return base::refuse("the window ends before it starts", where, hint);
  window.start = *start;
  window.end = *end;
  return window;
}

base::Result<std::pair<std::string, int>> parse_expected(const std::string& text) {
  const std::string where = "--expect-workers " + text;
  const std::string hint = "write ROLE=N, for instance decode=6";
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return base::refuse("not a number of workers", where, hint);
  const std::string role = text.substr(0, equals);
  if (!model::serves(model::role_of(role))) {
    const std::string meant = base::did_you_mean(role, {"prefill", "decode", "agg"});
    return base::refuse("no such role: " + role, where, meant.empty() ? "roles are prefill, decode and agg" : meant);
  }
  int number = -1;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + equals + 1, end, number);
  if (error != std::errc() || stop != end || number < 0 || number > 100'000)
    return base::refuse("not a number of workers", where, hint);
  return std::pair(role, number);
}

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  const auto value = number_with_unit(text, kSizes);
  if (!value || *value < 1 || *value >= 0x1p63) return {};
  return static_cast<std::uint64_t>(*value);
}

std::optional<double> parse_seconds(const std::string& text) {
  const auto value = number_with_unit(text, kTimes);
  if (!value || *value <= 0 || *value > kTenYears) return {};
  return value;
}

}  // namespace jitgate::cli
