// The read callback. libarchive may look at two tar records ahead, so 2 KB of memory before the last block are enough
// even when blocks are single bytes.
#include "open/archive_feed.h"

namespace jitgate::open {
namespace {
constexpr std::size_t kRemembered = 2048;
}  // namespace

std::string error_of(archive* a) {
  const char* text = archive_error_string(a);
  return text != nullptr && *text != '\0' ? text : "unknown error";
}

model::DamageKind kind_of_error(archive* a) {
  const std::string text = error_of(a);
  return text.find("runcated") != std::string::npos ? model::DamageKind::truncated : model::DamageKind::corrupt;
}

std::string_view ArchiveFeed::give() {
  before_.append(block_.substr(block_.size() > kRemembered ? block_.size() - kRemembered : 0));
  if (before_.size() > kRemembered) before_.erase(0, before_.size() - kRemembered);
  block_ = source_.next();
  given_ += block_.size();
  return block_;
}

int ArchiveFeed::open(archive* a) {
  return archive_read_open(
      a, this, nullptr,
      [](archive*, void* self, const void** buffer) -> la_ssize_t {
        const std::string_view block = static_cast<ArchiveFeed*>(self)->give();
        *buffer = block.data();
        return static_cast<la_ssize_t>(block.size());
      },
      nullptr);
}

std::string ArchiveFeed::from(std::uint64_t at, bool& complete) const {
  const std::uint64_t known = before_.size() + block_.size();
  complete = at + known >= given_;
  if (at >= given_) return {};
  const std::uint64_t wanted = given_ - at;
  std::string bytes;
  if (wanted > block_.size()) {
    const std::uint64_t earlier = wanted - block_.size();
    bytes = earlier < before_.size() ? before_.substr(before_.size() - static_cast<std::size_t>(earlier)) : before_;
    bytes += block_;
  } else {
    bytes = block_.substr(block_.size() - static_cast<std::size_t>(wanted));
  }
  return bytes;
}

}  // namespace jitgate::open
