// proc(5): /proc/PID/fd/N is a link that stat() follows to the open file, and /proc/PID/fdinfo/N has its access mode in
// "flags", octal.
#include "follow/writers.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/files.h"
#include "base/process_start.h"

namespace jitgate::follow {
namespace {

namespace fs = std::filesystem;

bool writes(const fs::path& fdinfo) {
  const auto text = base::read_file(fdinfo.string(), 4096);
  const std::size_t at = text ? text->find("flags:") : std::string::npos;
  if (at == std::string::npos) return false;
  return (std::strtoul(text->c_str() + at + 6, nullptr, 8) & 3U) != 0;  // O_RDONLY is 0
}

}  // namespace

std::map<Identity, base::Instant> writers_of(const std::set<Identity>& files) {
  std::map<Identity, base::Instant> found;
  if (files.empty()) return found;
  std::error_code error;
  for (fs::directory_iterator process("/proc", error), none; !error && process != none; process.increment(error)) {
    const std::string pid = process->path().filename().string();
    if (pid.empty() || pid.find_first_not_of("0123456789") != std::string::npos) continue;
    std::error_code closed;  // to us, or it has ended
    for (fs::directory_iterator fd(process->path() / "fd", closed), end; !closed && fd != end; fd.increment(closed)) {
      struct stat about {};
      if (::stat(fd->path().c_str(), &about) != 0 || !S_ISREG(about.st_mode)) continue;
      const Identity identity{about.st_dev, about.st_ino};
      if (files.count(identity) == 0 || !writes(process->path() / "fdinfo" / fd->path().filename())) continue;
      const auto started = base::process_start(std::atoi(pid.c_str()));
      if (!started) continue;
      const auto at = found.emplace(identity, *started).first;
      at->second = std::min(at->second, *started);
    }
  }
  return found;
}

}  // namespace jitgate::follow
