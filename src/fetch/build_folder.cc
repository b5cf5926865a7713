#include "fetch/build_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/hash.h"

namespace jitgate::fetch {
namespace {

constexpr const char* kManifest = "manifest.json";
constexpr std::size_t kLargestManifest = std::size_t{256} << 20;

std::string told_name(const BuildManifest& of) {
  return "build " + std::to_string(of.name.number) + " of " + of.name.organization + '/' + of.name.pipeline;
}

bool is_file(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode);
}

// Folders that are empty now, up to that of the manifest.
void remove_empty(const std::string& base, std::string file) {
  for (std::size_t cut = file.rfind('/'); cut != std::string::npos; cut = file.rfind('/')) {
    file.resize(cut);
    if (::rmdir((base + '/' + file).c_str()) != 0) return;
  }
}

}  // namespace

base::Result<BuildFolder> BuildFolder::open(const std::string& path, const BuildManifest& build) {
  if (auto made = base::make_directory(path); !made) return tl::unexpected(made.error());
  BuildFolder folder(path);
  const std::string name = folder.path_of(kManifest);
  struct stat about {};
  if (::lstat(name.c_str(), &about) != 0) return folder;
  constexpr const char* kAdvice = "fetch each build into a directory of its own, or remove this one";
  if (!S_ISREG(about.st_mode)) return base::refuse("its manifest.json is no file", path, kAdvice);
  auto text = base::read_file(name, kLargestManifest);
  if (!text) return tl::unexpected(text.error());
  auto before = parse_build_manifest(*text);
  if (!before) return base::refuse("its manifest.json is of no Buildkite build", path, kAdvice);
  const bool same = before->build.id == build.build.id && before->name.organization == build.name.organization &&
                    before->name.pipeline == build.name.pipeline && before->name.number == build.name.number;
  if (!same) return base::refuse("it holds " + told_name(*before), path, kAdvice);
  folder.before_ = std::move(before->files);
  return folder;
}

bool BuildFolder::holds(const BuildFile& one) const {
  return !one.kept.file.empty() && !one.kept.sha256.empty() && is_file(path_of(one.kept.file)) &&
         base::file_digest(path_of(one.kept.file)) == one.kept.sha256;
}

base::Result<void> BuildFolder::remove_stale(const std::vector<BuildFile>& now) const {
  std::set<std::string> wanted;
  for (const BuildFile& one : now) wanted.insert(one.kept.file);
  for (const BuildFile& old : before_) {
    const std::string& file = old.kept.file;
    // One that failed was another's: fetch never wrote it.
    if (file.empty() || wanted.contains(file) || (old.kept.state != State::saved && old.kept.state != State::listed))
      continue;
    const std::string path = path_of(file);
    if (!is_file(path)) continue;
    if (!old.kept.sha256.empty() && !holds(old)) {
      return base::refuse("it is no longer evidence of this build, but was changed since it was fetched", path,
                          "move it away, or fetch into another directory");
    }
    if (::unlink(path.c_str()) != 0)
      return base::fail(std::string("cannot be removed, and is no longer evidence: ") + std::strerror(errno), path);
    remove_empty(path_, file);
  }
  return {};
}

base::Result<void> BuildFolder::write(const BuildManifest& manifest) const {
  return base::write_file(path_of(kManifest), build_manifest_json(manifest));
}

}  // namespace jitgate::fetch
