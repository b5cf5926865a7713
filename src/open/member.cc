// Blocks come with their offset: a gap between them is a hole of a sparse file (a log whose writer went on after it was
// truncated has one). Holes are given as zeros, so that offsets stay true, and count as unpacked bytes.
#include "open/member.h"

#include <algorithm>
#include <array>
#include <utility>

#include "open/archive_feed.h"

namespace jitgate::open {
namespace {
constexpr std::array<char, 64 * 1024> kZeros{};
}  // namespace

bool Member::start() {
  first_ = pull();
  return !first_.empty() || !failed_;
}

std::string_view Member::next() {
  if (!first_.empty()) return std::exchange(first_, {});
  return pull();
}

void Member::stop(model::DamageKind kind, std::string what) {
  layer_.add(kind, std::move(what));
  if (kind_ == Kind::zip && kind != model::DamageKind::limit) layer_.note(model::Checksum::failed);
  failed_ = ended_ = true;
  hole_ = 0;
  pending_ = {};
}

void Member::finish() {
  ended_ = true;
  // An empty member is not compared with its CRC by libarchive.
  if (kind_ == Kind::zip && !failed_ && position_ > 0) layer_.note(model::Checksum::verified);
}

std::string_view Member::hole() {
  const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(hole_, kZeros.size()));
  if (!budget_.expand(size)) {
    stop(model::DamageKind::limit, budget_.exceeded());
    return {};
  }
  hole_ -= size;
  return {kZeros.data(), size};
}

std::string_view Member::pull() {
  int empty_blocks = 0;
  while (true) {
    if (hole_ > 0) return hole();
    if (!pending_.empty()) return std::exchange(pending_, {});
    if (ended_) return {};
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int code = archive_read_data_block(archive_, &data, &size, &offset);
    if (code == ARCHIVE_WARN || code == ARCHIVE_RETRY) {
      layer_.add(kind_of_error(archive_), error_of(archive_));
      if (kind_ == Kind::zip) layer_.note(model::Checksum::failed);
      failed_ = true;
    } else if (code != ARCHIVE_OK && code != ARCHIVE_EOF) {
      fatal_ = code == ARCHIVE_FATAL;
      stop(kind_of_error(archive_), error_of(archive_));
      return {};
    }
    const std::string_view block(static_cast<const char*>(data), data == nullptr ? 0 : size);
    if (code == ARCHIVE_EOF) finish();
    // At the end the offset is the member's whole size where its last bytes are a hole.
    const auto at = static_cast<std::uint64_t>(std::max<la_int64_t>(offset, 0));
    if (kind_ == Kind::tar && at > position_) hole_ = at - position_;
    if (kind_ == Kind::tar && at < position_ && !block.empty()) {
      layer_.add(model::DamageKind::corrupt, "has blocks out of order");
    }
    position_ += hole_;
    if (code == ARCHIVE_EOF) continue;
    pending_ = block;
    position_ += block.size();
    if (kind_ == Kind::zip && !block.empty() && !budget_.expand(block.size())) {
      stop(model::DamageKind::limit, budget_.exceeded());
      return {};
    }
    if (block.empty() && ++empty_blocks > 1000) {
      stop(model::DamageKind::corrupt, "gives no data and no end");
      return {};
    }
  }
}

}  // namespace jitgate::open
