#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace jitgate::base {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] int release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }

 private:
  int fd_;
};

std::string reason() { return std::strerror(errno); }

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// Writes to a temporary name beside the target and gives that name. A folder cannot be replaced by a file: it is met
// here and not when others are in place already.
Result<std::string> write_beside(const std::string& path, std::string_view content) {
  struct stat old {};
  const bool replaces = ::stat(path.c_str(), &old) == 0;
  if (replaces && S_ISDIR(old.st_mode)) return fail("cannot write: a directory of this name is there", path);
  std::string temporary = path + ".XXXXXX";
  Descriptor file(::mkstemp(temporary.data()));
  if (file.get() < 0) return fail("cannot create: " + reason(), path);
  // mkstemp makes it private; the result of a CI step is read by others, as far as the umask allows.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const mode_t mode = replaces ? old.st_mode & 0777 : 0666 & ~mask;
  // Only root may give a file back to its owner; to anyone else it stays his own, as with any editor.
  if (replaces) {
    [[maybe_unused]] const int given = ::fchown(file.get(), old.st_uid, old.st_gid);
  }
  const bool written = ::fchmod(file.get(), mode) == 0 && write_all(file.get(), content) && ::fsync(file.get()) == 0;
  const std::string why = written ? std::string() : reason();
  const bool closed = ::close(file.release()) == 0;
  if (!written || !closed) {
    const std::string what = "cannot write: " + (written ? reason() : why);
    ::unlink(temporary.c_str());
    return fail(what, path);
  }
  return temporary;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return fail("cannot open: " + reason(), path);
  std::string content;
  char buffer[65536];
  for (;;) {
    const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail("cannot read: " + reason(), path);
    if (n == 0) return content;
    content.append(buffer, static_cast<std::size_t>(n));
    if (content.size() > limit) return fail("larger than " + std::to_string(limit) + " bytes", path);
  }
}

Result<void> write_file(const std::string& path, std::string_view content) {
  auto temporary = write_beside(path, content);
  if (!temporary) return tl::unexpected(temporary.error());
  if (::rename(temporary->c_str(), path.c_str()) != 0) {
    const std::string what = "cannot put in place: " + reason();
    ::unlink(temporary->c_str());
    return fail(what, path);
  }
  return {};
}

Result<void> write_files(const std::vector<FileToWrite>& files) {
  std::vector<std::string> temporaries;
  const auto discard_from = [&](std::size_t first) {
    for (std::size_t i = first; i < temporaries.size(); ++i) ::unlink(temporaries[i].c_str());
  };
  for (const FileToWrite& file : files) {
    auto temporary = write_beside(file.path, file.content);
    if (!temporary) {
      discard_from(0);
      return tl::unexpected(temporary.error());
    }
    temporaries.push_back(std::move(*temporary));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (::rename(temporaries[i].c_str(), files[i].path.c_str()) == 0) continue;
    const std::string what = "cannot put in place: " + reason();
    discard_from(i);
    return fail(what, files[i].path);
  }
  return {};
}

Result<void> make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail("cannot create the directory: " + error.message(), path);
  return {};
}

}  // namespace jitgate::base
