#include "cli/paths.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/text.h"

namespace jitgate::cli {
namespace {

constexpr std::size_t kMostNames = 10'000;  // of a folder that is searched for what was meant

std::string what_was_meant(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end && names.size() < kMostNames;
       at.increment(error))
    names.push_back(at->path().filename().string());
  const std::string near = base::closest(path.filename().string(), names);
  if (near.empty()) return {};
  return "did you mean '" + (path.has_parent_path() ? (folder / near).string() : near) + "'?";
}

}  // namespace

base::Result<void> check_paths(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (path.empty()) return base::refuse("a path is empty", {}, "is a variable in the command unset?");
    struct stat about {};
    if (::stat(path.c_str(), &about) == 0) continue;
    const int error = errno;
    if (error == ENOENT || error == ENOTDIR) {
      if (::lstat(path.c_str(), &about) == 0 && S_ISLNK(about.st_mode))
        return base::fail("the link leads nowhere", path, "what it names was moved or is not mounted");
      return base::refuse("no such file or directory", path, what_was_meant(path));
    }
    return base::fail("cannot be examined: " + std::generic_category().message(error), path);
  }
  return {};
}

}  // namespace jitgate::cli
