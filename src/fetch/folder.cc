#include "fetch/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/hash.h"

namespace jitgate::fetch {
namespace {

constexpr const char* kManifest = "manifest.json";

// Size and hash of a plain file; empty for anything else.
std::optional<Kept> measured(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  struct stat about {};
  Kept kept;
  bool fine = ::fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
  base::Sha256 hash;
  std::vector<char> buffer(std::size_t{1} << 20);
  while (fine) {
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    fine = n >= 0;
    if (n <= 0) break;
    hash.add({buffer.data(), static_cast<std::size_t>(n)});
    kept.size += static_cast<std::uint64_t>(n);
  }
  ::close(fd);
  if (!fine) return std::nullopt;
  kept.sha256 = hash.hex();
  return kept;
}

base::Problem in_manifest(base::Problem problem, const std::string& path) {
  problem.where = path;
  problem.hint = "fetch into another directory, or remove this one";
  problem.blame = base::Blame::user;
  return problem;
}

}  // namespace

base::Result<Folder> Folder::open(const std::string& path, const Repository& repository, std::int64_t run,
                                  const std::string& api) {
  if (auto made = base::make_directory(path); !made) return tl::unexpected(made.error());
  const int lock = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) return base::fail(std::string("cannot be opened: ") + std::strerror(errno), path);
  Folder folder(lock, path);
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return base::fail("another fetch is at work in it", path, "wait for it, or fetch into another directory");
  const std::string name = folder.path_of(kManifest);
  if (::access(name.c_str(), F_OK) != 0) return folder;
  auto text = base::read_file(name);
  if (!text) return tl::unexpected(text.error());
  auto manifest = parse_manifest(*text);
  if (!manifest) return tl::unexpected(in_manifest(manifest.error(), name));
  if (manifest->run.id != run || full_name(manifest->repository) != full_name(repository) || manifest->api != api) {
    return base::refuse("it holds run " + std::to_string(manifest->run.id) + " of " + full_name(manifest->repository),
                        path, "fetch each run into a directory of its own");
  }
  folder.before_ = std::move(*manifest);
  return folder;
}

Folder::Folder(Folder&& other) noexcept
    : lock_(std::exchange(other.lock_, -1)), path_(std::move(other.path_)), before_(std::move(other.before_)) {}

Folder::~Folder() {
  if (lock_ >= 0) ::close(lock_);
}

bool Folder::holds(const Kept& kept) const {
  if (kept.file.empty() || kept.sha256.empty()) return false;
  const auto found = measured(path_of(kept.file));
  return found && found->size == kept.size && found->sha256 == kept.sha256;
}

std::optional<Kept> Folder::adopt(const std::string& file, const std::string& sha256) const {
  if (sha256.empty()) return std::nullopt;
  auto found = measured(path_of(file));
  if (!found || found->sha256 != sha256) return std::nullopt;
  found->file = file;
  found->state = State::saved;
  return found;
}

base::Result<void> Folder::place(const std::string& part, const std::string& file) const {
  const std::string target = path_of(file);
  bool ours = false;
  if (before_) {
    for (const KeptArtifact& one : before_->artifacts) ours = ours || one.kept.file == file;
    for (const KeptLog& one : before_->job_logs) ours = ours || one.kept.file == file;
  }
  struct stat about {};
  if (!ours && ::lstat(target.c_str(), &about) == 0) {
    return base::fail("a file that fetch did not write stands there", target, "move it away, or fetch elsewhere");
  }
  if (::rename(part.c_str(), target.c_str()) != 0)
    return base::fail(std::string("cannot be put in place: ") + std::strerror(errno), target);
  ::unlink((part + ".from").c_str());
  return {};
}

base::Result<void> Folder::write(const Manifest& manifest) const {
  return base::write_file(path_of(kManifest), manifest_json(manifest));
}

}  // namespace jitgate::fetch
