#include "base/http_part.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/text.h"

namespace jitgate::base {
namespace {

std::string note_path(const std::string& path) { return path + ".from"; }

tl::unexpected<Problem> failed(const char* what, const std::string& path) {
  return fail(std::string(what) + ": " + std::strerror(errno), path,
              errno == ENOSPC ? "make room, then run it again" : "");
}

}  // namespace

Result<HttpPart> HttpPart::open(const std::string& path, const std::string& identity) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) return failed("cannot be opened for writing", path);
  HttpPart part(fd, path, identity);
  if (const auto text = read_file(note_path(path), 65536)) {
    const auto lines = split(*text, '\n');
    if (lines.size() >= 3 && lines[0] == identity && lines[1].size() > 2) {
      part.etag_ = lines[1];
      if (const auto total = integer_of(lines[2]); total && *total >= 0)
        part.total_ = static_cast<std::uint64_t>(*total);
    }
  }
  if (part.etag_.empty()) {
    if (auto done = part.clear(); !done) return tl::unexpected(done.error());
  } else if (auto done = part.take_up(); !done) {
    return tl::unexpected(done.error());
  }
  return part;
}

HttpPart::HttpPart(HttpPart&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      path_(std::move(other.path_)),
      identity_(std::move(other.identity_)),
      etag_(std::move(other.etag_)),
      total_(other.total_),
      size_(other.size_),
      hash_(std::move(other.hash_)) {}

HttpPart::~HttpPart() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> HttpPart::take_up() {
  std::vector<char> buffer(std::size_t{1} << 20);
  for (;;) {
    const ssize_t n = ::read(fd_, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failed("cannot be read", path_);
    if (n == 0) return {};
    hash_->add({buffer.data(), static_cast<std::size_t>(n)});
    size_ += static_cast<std::uint64_t>(n);
  }
}

Result<void> HttpPart::clear() {
  if (::ftruncate(fd_, 0) != 0 || ::lseek(fd_, 0, SEEK_SET) != 0) return failed("cannot be emptied", path_);
  ::unlink(note_path(path_).c_str());
  size_ = 0;
  etag_.clear();
  total_.reset();
  hash_.emplace();
  return {};
}

Result<void> HttpPart::note(const std::string& etag, std::optional<std::uint64_t> total) {
  etag_ = etag;
  total_ = total;
  if (etag.empty()) return {};
  return write_file(note_path(path_), identity_ + "\n" + etag + "\n" + (total ? std::to_string(*total) : "") + "\n");
}

Result<void> HttpPart::append(std::string_view bytes) {
  hash_->add(bytes);
  size_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return failed("cannot be written", path_);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

Result<std::string> HttpPart::finish() {
  if (::fsync(fd_) != 0) return failed("cannot be written to its end", path_);
  if (::lseek(fd_, 0, SEEK_END) != static_cast<off_t>(size_)) return fail("it was changed by somebody else", path_);
  return hash_->hex();
}

Result<void> HttpPart::rename_to(const std::string& path) {
  if (::rename(path_.c_str(), path.c_str()) != 0) return failed("cannot be put in place", path);
  ::unlink(note_path(path_).c_str());
  return {};
}

}  // namespace jitgate::base
