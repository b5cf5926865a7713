// Every byte that is read counts against the budget, so that a sparse file's holes have an end, and so has a log that
// grows faster than we read.
#include "open/file_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/interruption.h"

namespace jitgate::open {
namespace {

constexpr std::size_t kBlock = 128 * 1024;  // what is read stays in the second cache while it is scanned

std::string error_text(int code) { return std::generic_category().message(code); }

ssize_t read_again(int fd, char* data, std::size_t size) {
  ssize_t got = 0;
  do {
    got = ::read(fd, data, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

base::Result<OpenFile> open_file(const std::string& path, bool follow) {
  Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follow ? 0 : O_NOFOLLOW)));
  if (fd.get() < 0) return base::fail("cannot be opened: " + error_text(errno), path);
  struct stat about {};
  if (::fstat(fd.get(), &about) != 0) return base::fail("cannot be examined: " + error_text(errno), path);
  if (!S_ISREG(about.st_mode)) return base::fail("is neither a file nor a directory", path, "save it to a file first");
  OpenFile file;
  file.fd = std::move(fd);
  file.size = static_cast<std::uint64_t>(std::max<off_t>(about.st_size, 0));
  return file;
}

FileSource::FileSource(const OpenFile& file, Budget& budget, Layer& layer)
    : fd_(file.fd.get()), size_(file.size), budget_(budget), layer_(layer), block_(kBlock) {}

std::string_view FileSource::next() {
  if (ended_) return {};
  const ssize_t got = read_again(fd_, block_.data(), block_.size());
  if (got <= 0) {
    ended_ = true;
    if (got < 0) {
      if (read_ == 0) failed_at_once_ = errno;
      layer_.add(model::DamageKind::unreadable, "cannot be read further: " + error_text(errno));
    } else if (read_ < size_) {
      layer_.add(model::DamageKind::truncated, "became shorter while it was read");
    }
    return {};
  }
  const auto bytes = static_cast<std::uint64_t>(got);
  read_ += bytes;
  const std::uint64_t paid = std::min(bytes, prepaid_);
  prepaid_ -= paid;
  // What is paid for is read, also where another file has reached the limit since.
  const bool may_go_on = bytes > paid ? budget_.read(bytes - paid) : base::interruption() == 0;
  if (!may_go_on) {
    layer_.add(model::DamageKind::limit, budget_.exhausted());
    ended_ = true;
  }
  return {block_.data(), static_cast<std::size_t>(got)};
}

bool FileSource::prepay() {
  const std::uint64_t left = size_ - std::min(size_, read_);
  if (!budget_.reserve(left)) return false;
  prepaid_ = left;
  return true;
}

base::Result<Descriptor> spool(Source& source) {
  std::error_code no_directory;
  const std::string directory = std::filesystem::temp_directory_path(no_directory).string();
  if (no_directory) return base::fail("no temporary directory: " + no_directory.message());
  Descriptor fd(::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600));
  if (fd.get() < 0) {
    // Not every file system can make a file without a name.
    std::string name = directory + "/jitgate-XXXXXX";
    fd = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
    if (fd.get() < 0) return base::fail("cannot keep it in " + directory + ": " + error_text(errno));
    ::unlink(name.c_str());
  }
  for (std::string_view block = source.next(); !block.empty(); block = source.next()) {
    while (!block.empty()) {
      const ssize_t written = ::write(fd.get(), block.data(), block.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return base::fail("cannot keep it in " + directory + ": " + error_text(errno));
      block.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  return fd;
}

}  // namespace jitgate::open
