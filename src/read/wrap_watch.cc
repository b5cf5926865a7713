#include "read/wrap_watch.h"

#include <algorithm>

#include "read/record_start.h"

namespace jitgate::read {
namespace {

constexpr std::array<std::size_t, 4> kWidths = {80, 100, 120, 132};
constexpr std::uint64_t kConvincing = 8;

}  // namespace

void WrapWatch::see(std::string_view line) {
  if (settled_) return;
  if (line.empty()) {
    full_ = -1;
    return;
  }
  std::size_t columns = line.size();
  if (columns > kWidths.back()) {
    columns = static_cast<std::size_t>(
        std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }
  if (columns > kWidths.back()) {
    settled_ = true;
    return;
  }
  widest_ = std::max(widest_, columns);
  const bool record = begins_record(line);
  if (full_ >= 0 && !record) ++widths_[static_cast<std::size_t>(full_)].broken;
  const auto* at = std::find(kWidths.begin(), kWidths.end(), columns);
  full_ = record && at != kWidths.end() ? static_cast<int>(at - kWidths.begin()) : -1;
  if (full_ >= 0) ++widths_[static_cast<std::size_t>(full_)].records;
}

std::uint64_t WrapWatch::broken() const {
  const auto* at = std::find(kWidths.begin(), kWidths.end(), widest_);
  if (settled_ || at == kWidths.end()) return 0;
  const Width& width = widths_[static_cast<std::size_t>(at - kWidths.begin())];
  return width.broken >= kConvincing && width.broken * 2 > width.records ? width.broken : 0;
}

}  // namespace jitgate::read
