// proc(5): /proc/PID/fd/N is a link that stat() follows to the open file, and /proc/PID/fdinfo/N has its access mode in
// "flags", octal. Magics of file systems: statfs(2).
#include "follow/writers.h"

#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
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

constexpr std::array<std::uint32_t, 12> kNetworks = {
    0x6969,                              // NFS
    0x517B,     0xFE534D42, 0xFF534D42,  // SMB
    0x0BD00BD0,                          // Lustre
    0x47504653,                          // GPFS
    0x00C36400,                          // Ceph
    0x65735546,                          // FUSE, which virtiofs is too
    0x19830326,                          // BeeGFS
    0x01021997,                          // 9P
    0xAAD7AAEA,                          // PanFS
    0x5346414F,                          // AFS
};

}  // namespace

bool writers_would_show(const std::string& path) {
  struct statfs system {};
  struct stat about {};
  if (::statfs(path.c_str(), &system) != 0 || ::stat(path.c_str(), &about) != 0) return false;
  const auto type = static_cast<std::uint32_t>(system.f_type);
  if (std::find(kNetworks.begin(), kNetworks.end(), type) != kNetworks.end()) return false;
  return S_ISREG(about.st_mode) && (::geteuid() == 0 || ::geteuid() == about.st_uid);
}

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
