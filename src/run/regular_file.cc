#include "run/regular_file.h"

#include <sys/stat.h>

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

}  // namespace jitgate::run
