// From a named path to its kind. A path that is named is followed if it is a link: the user chose it.
#include "open/open.h"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "open/directory.h"
#include "open/visit.h"

namespace jitgate::open {

base::Result<void> open_path(const std::string& path, const Limits& limits, Sink& sink) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) {
    const int error = errno;
    // A link that leads nowhere is no slip of the pen: what it leads to was moved, or is not mounted.
    if (error == ENOENT && ::lstat(path.c_str(), &about) == 0) {
      return base::fail("is a symbolic link that leads nowhere", path, "what it names was moved or is not mounted");
    }
    if (error == ENOENT || error == ENOTDIR) return base::refuse("no such file or directory", path);
    return base::fail("cannot be examined: " + std::generic_category().message(error), path);
  }
  Opening opening(limits, sink);
  if (S_ISDIR(about.st_mode)) return read_directory(opening, path);
  return read_named_file(opening, path);
}

}  // namespace jitgate::open
