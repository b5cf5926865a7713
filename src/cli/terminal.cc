#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/text.h"
#include "cli/environment.h"

namespace jitgate::cli {
namespace {

constexpr int kUntold = 100;

bool set(const char* name) { return !environment_variable(name).value_or("").empty(); }

std::optional<int> told_columns() {
  const auto number = base::integer_of(environment_variable("COLUMNS").value_or(""));
  if (!number || *number < 1) return std::nullopt;
  return static_cast<int>(std::min<std::int64_t>(*number, 10'000));
}

std::optional<int> columns_of(int fd) {
  winsize size{};
  if (::isatty(fd) == 0 || ::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

}  // namespace

bool is_screen(int fd) { return ::isatty(fd) != 0 && environment_variable("TERM").value_or("") != "dumb"; }

bool wants_color(const std::string& option, int fd) {
  if (option == "always") return true;
  if (option == "never") return false;
  if (set("NO_COLOR")) return false;
  return (set("CLICOLOR_FORCE") && environment_variable("CLICOLOR_FORCE") != "0") || is_screen(fd);
}

int text_width(int fd) {
  const auto told = told_columns();
  return std::clamp(told ? *told : columns_of(fd).value_or(kUntold), 40, 160);
}

int line_width(int fd) {
  const auto terminal = columns_of(fd);
  return std::min({told_columns().value_or(kUntold * 10), terminal.value_or(kUntold), 160});
}

}  // namespace jitgate::cli
