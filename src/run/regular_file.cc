#include "run/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/files.h"

namespace jitgate::run {

base::Result<void> must_be_regular(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0 || S_ISREG(about.st_mode)) return {};
  return base::refuse(S_ISDIR(about.st_mode) ? "is a directory, and not a file" : "is no regular file", path,
                      "name a file on disk: what comes from a pipe or a device must be saved first");
}

base::Result<std::string> read_regular_file(const std::string& path, std::size_t limit) {
  if (auto regular = must_be_regular(path); !regular) return tl::unexpected(regular.error());
  return base::read_file(path, limit);
}

std::string why_not_readable(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) {
    const int why = errno;
    struct stat link {};
    const bool dangles = why == ENOENT && ::lstat(path.c_str(), &link) == 0;
    return dangles ? "is a link to something that is not there" : std::string("cannot be read: ") + std::strerror(why);
  }
  if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) return "is no file but a pipe, a socket or a device";
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // it might be a pipe by now
  if (fd < 0) return std::string("cannot be opened: ") + std::strerror(errno);
  ::close(fd);
  return {};
}

void take_found(std::string path, std::vector<std::string>& paths, std::vector<model::Damage>& missing) {
  if (std::string why = why_not_readable(path); !why.empty()) {
    missing.push_back({model::DamageKind::unreadable, std::move(path), std::move(why)});
  } else {
    paths.push_back(std::move(path));
  }
}

}  // namespace jitgate::run
