// Directory header after APPNOTE.TXT 6.3 §4.3.12, local header §4.3.7. The directory is read in pieces of 64 KB.
#include "open/zip_walk.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace jitgate::open {
namespace {

constexpr std::size_t kEntry = 46, kLocal = 30;

// Where an entry's local header is told to be; from the zip64 extra field (§4.5.3) where the header has no room. That
// field holds only what did not fit, in a fixed order: both sizes, then the offset.
std::optional<std::uint64_t> local_offset(std::string_view header, std::string_view extra) {
  constexpr std::uint64_t kElsewhere = 0xffffffff;
  const std::uint64_t offset = number_at(header, 42, 4);
  if (offset != kElsewhere) return offset;
  const std::size_t skipped =
      (number_at(header, 24, 4) == kElsewhere ? 8U : 0U) + (number_at(header, 20, 4) == kElsewhere ? 8U : 0U);
  while (extra.size() >= 4) {
    const std::size_t size = number_at(extra, 2, 2);
    if (number_at(extra, 0, 2) == 1 && size >= skipped + 8 && extra.size() >= 4 + skipped + 8) {
      return number_at(extra, 4 + skipped, 8);
    }
    extra.remove_prefix(std::min(extra.size(), 4 + size));
  }
  return std::nullopt;
}

}  // namespace

std::string read_at(int fd, std::uint64_t at, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got = ::pread(fd, bytes.data() + filled, size - filled, static_cast<off_t>(at + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::optional<std::uint64_t> ZipWalk::count(std::uint64_t most) {
  std::uint64_t count = 0;
  while (at_ < end_ && count <= most) {
    const std::string_view header = view(kEntry);
    if (header.size() < kEntry || !header.starts_with("PK\x01\x02")) return std::nullopt;
    const std::size_t name = number_at(header, 28, 2), extra = number_at(header, 30, 2);
    const std::uint64_t size = kEntry + name + extra + number_at(header, 32, 2);
    if (size > end_ - at_) return std::nullopt;
    names_agree_ = names_agree_ && agrees(view(kEntry + name + extra), name);
    at_ += size;
    ++count;
  }
  return count;
}

// The next `size` bytes, or fewer at the file's end.
std::string_view ZipWalk::view(std::size_t size) {
  if (at_ < start_ || at_ + size > start_ + buffer_.size()) {
    start_ = at_;
    buffer_ = read_at(fd_, at_, std::max<std::size_t>(size, 64 * 1024));
  }
  return std::string_view(buffer_).substr(static_cast<std::size_t>(at_ - start_), size);
}

bool ZipWalk::agrees(std::string_view header, std::size_t name_size) const {
  if (header.size() < kEntry + name_size) return false;
  const std::string_view name = header.substr(kEntry, name_size);
  const std::optional<std::uint64_t> offset = local_offset(header, header.substr(kEntry + name_size));
  if (!offset || *offset > end_) return false;
  const std::string local = read_at(fd_, *offset + shift_, kLocal + name_size);
  return local.size() == kLocal + name_size && local.starts_with("PK\x03\x04") &&
         number_at(local, 26, 2) == name_size && local.substr(kLocal) == name;
}

}  // namespace jitgate::open
