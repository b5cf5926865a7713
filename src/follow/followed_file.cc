#include "follow/followed_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/file_time.h"

namespace jitgate::follow {
namespace {

constexpr std::size_t kBuffer = 256 * 1024;
constexpr std::size_t kFirst = 512;
constexpr std::size_t kLast = 64;

// A file that has no name and goes with its descriptor; -1: there is no place for one.
int nameless_file() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) return -1;
  std::string name = (folder / "jitgate-follow.XXXXXX").string();
  const int made = ::mkostemp(name.data(), O_CLOEXEC);
  if (made >= 0) ::unlink(name.c_str());
  return made;
}

ssize_t read_at(int descriptor, char* to, std::size_t size, std::uint64_t at) {
  ssize_t got = 0;
  do {
    got = ::pread(descriptor, to, size, static_cast<off_t>(at));
  } while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace

FollowedFile::FollowedFile(int descriptor, bool streams)
    : descriptor_(descriptor), streams_(streams), buffer_(kBuffer, '\0') {
  if (streams_) copy_ = nameless_file();
  lost_ = streams_ && copy_ < 0;
}

FollowedFile::~FollowedFile() {
  if (descriptor_ > STDERR_FILENO) ::close(descriptor_);
  if (copy_ >= 0) ::close(copy_);
}

std::pair<std::uint64_t, std::uint64_t> FollowedFile::identity() const {
  struct stat about {};
  if (::fstat(descriptor_, &about) != 0) return {};
  return {about.st_dev, about.st_ino};
}

base::Instant FollowedFile::changed() const {
  struct stat about {};
  if (streams_ || ::fstat(descriptor_, &about) != 0) return base::kLatest;
  return base::written_at(about);
}

bool FollowedFile::has_name() const {
  struct stat about {};
  return ::fstat(descriptor_, &about) == 0 && about.st_nlink > 0;
}

bool FollowedFile::stands_at(std::uint64_t at, const std::string& bytes) const {
  std::string there(bytes.size(), '\0');
  return read_at(descriptor_, there.data(), there.size(), at) == static_cast<ssize_t>(bytes.size()) && there == bytes;
}

FollowedFile::News FollowedFile::failed(int error) {
  trouble_ = std::generic_category().message(error);
  return News::trouble;
}

FollowedFile::News FollowedFile::poll(const Use& use, std::uint64_t most) {
  behind_ = false;
  if (streams_) return poll_stream(use, most);
  News news = News::none;
  for (std::uint64_t taken = 0; taken < most; behind_ = taken >= most) {
    struct stat about {};
    if (::fstat(descriptor_, &about) != 0) return failed(errno);
    const auto size = static_cast<std::uint64_t>(about.st_size);
    if (size < read_) return News::anew;
    const bool written = about.st_mtim.tv_sec != written_.tv_sec || about.st_mtim.tv_nsec != written_.tv_nsec;
    written_ = about.st_mtim;
    if (written && !stands_at(0, first_)) return News::anew;
    if (written && size == read_ && !stands_at(read_ - last_.size(), last_)) return News::anew;
    if (size == read_) break;
    const ssize_t got = read_at(descriptor_, buffer_.data(), buffer_.size(), read_ - last_.size());
    if (got < 0) return failed(errno);
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(got));
    if (bytes.size() < last_.size() || bytes.substr(0, last_.size()) != last_) return News::anew;
    if (bytes.size() == last_.size()) break;
    taken += bytes.size() - last_.size();
    news = News::more;
    take(bytes.substr(last_.size()), use);
  }
  return news;
}

FollowedFile::News FollowedFile::poll_stream(const Use& use, std::uint64_t most) {
  News news = News::none;
  for (std::uint64_t taken = 0; taken < most; behind_ = taken >= most) {
    pollfd ready{descriptor_, POLLIN, 0};
    if (::poll(&ready, 1, 0) <= 0 || (ready.revents & (POLLIN | POLLHUP)) == 0) break;
    const ssize_t got = ::read(descriptor_, buffer_.data(), buffer_.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) break;
    if (got < 0) return failed(errno);
    if (got == 0) return News::closed;
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(got));
    if (!lost_ && !keep(bytes)) lost_ = true;
    taken += bytes.size();
    news = News::more;
    take(bytes, use);
  }
  return news;
}

bool FollowedFile::keep(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(copy_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// An LF in UTF-16 is a pair of bytes, of which one alone ends no line; and each byte of it may be half of a letter.
void FollowedFile::take_wide(std::string_view bytes, const Use& use) {
  unfinished_ += bytes;
  const std::string_view lf = wide_ == Wide::little ? std::string_view("\n\0", 2) : std::string_view("\0\n", 2);
  std::size_t at = unfinished_.rfind(lf);
  while (at != std::string::npos && (handed_ + at) % 2 != 0)
    at = at == 0 ? std::string::npos : unfinished_.rfind(lf, at - 1);
  if (at != std::string::npos) {
    const std::string rest = unfinished_.substr(at + lf.size());
    unfinished_.resize(at + lf.size());
    finish(use);
    unfinished_ = rest;
  }
  if (unfinished_.size() >= kMaxLine) finish(use);
}

void FollowedFile::take(std::string_view bytes, const Use& use) {
  if (read_ < 2) {
    const std::string head = last_ + std::string(bytes.substr(0, 2));
    wide_ = head.starts_with("\xff\xfe") ? Wide::little : head.starts_with("\xfe\xff") ? Wide::big : Wide::no;
  }
  if (first_.size() < kFirst && read_ == first_.size()) first_ += bytes.substr(0, kFirst - first_.size());
  read_ += bytes.size();
  last_ = bytes.size() >= kLast ? std::string(bytes.substr(bytes.size() - kLast)) : last_ + std::string(bytes);
  if (last_.size() > kLast) last_.erase(0, last_.size() - kLast);
  if (wide_ != Wide::no) return take_wide(bytes, use);
  const std::size_t newline = bytes.rfind('\n');
  if (newline == std::string_view::npos) {
    unfinished_ += bytes;
    if (unfinished_.size() >= kMaxLine) finish(use);
    return;
  }
  if (!unfinished_.empty()) {
    const std::size_t first = bytes.find('\n');
    unfinished_ += bytes.substr(0, first + 1);
    finish(use);
    bytes.remove_prefix(first + 1);
  }
  const std::size_t whole = bytes.empty() ? 0 : bytes.rfind('\n') + 1;
  if (whole > 0) {
    handed_ += whole;
    use(bytes.substr(0, whole));
  }
  unfinished_ = bytes.substr(whole);
}

void FollowedFile::finish(const Use& use) {
  if (unfinished_.empty()) return;
  handed_ += unfinished_.size();
  const std::string text = std::move(unfinished_);
  unfinished_.clear();
  use(text);
}

void FollowedFile::restart() {
  read_ = handed_ = 0;
  wide_ = Wide::no;
  unfinished_.clear();
  first_.clear();
  last_.clear();
  written_ = {};
}

bool FollowedFile::replay(const Use& use) const {
  if (lost_) return false;
  std::string block(kBuffer, '\0');
  if (!streams_ && !(stands_at(0, first_) && stands_at(read_ - last_.size(), last_))) return false;
  for (std::uint64_t at = 0; at < handed_;) {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), handed_ - at));
    const ssize_t got = read_at(streams_ ? copy_ : descriptor_, block.data(), wanted, at);
    if (got <= 0) return false;
    at += static_cast<std::uint64_t>(got);
    use(std::string_view(block.data(), static_cast<std::size_t>(got)));
  }
  return true;
}

}  // namespace jitgate::follow
