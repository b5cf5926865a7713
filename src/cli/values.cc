// Option values that have a form of their own.
#include <charconv>

#include "base/text.h"
#include "cli/options.h"
#include "model/worker.h"

namespace jitgate::cli {

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

}  // namespace jitgate::cli
