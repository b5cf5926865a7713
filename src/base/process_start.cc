// proc_pid_stat(5): field 22 is the start in clock ticks since boot; the name, field 2, stands in brackets and may hold
// blanks and brackets itself.
#include "base/process_start.h"

#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <string>

#include "base/files.h"
#include "base/wall_clock.h"

namespace jitgate::base {

std::optional<Instant> process_start(pid_t pid) {
  const auto text = read_file("/proc/" + std::to_string(pid) + "/stat", 4096);
  std::size_t at = text ? text->rfind(')') : std::string::npos;
  for (int field = 2; field < 22 && at != std::string::npos; ++field) at = text->find(' ', at + 1);
  const long ticks = ::sysconf(_SC_CLK_TCK);
  timespec now{};
  if (at == std::string::npos || ticks <= 0 || ::clock_gettime(CLOCK_BOOTTIME, &now) != 0) return std::nullopt;
  const Duration since_boot = std::atoll(text->c_str() + at) * (kSecond / ticks);
  return wall_clock() - (now.tv_sec * kSecond + now.tv_nsec - since_boot);
}

}  // namespace jitgate::base
