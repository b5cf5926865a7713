#include "read/place_watch.h"

#include <algorithm>

#include "read/columns.h"
#include "read/record_start.h"

namespace jitgate::read {
namespace {

constexpr std::uint64_t kLooked = 64;  // lines without any place
constexpr std::uint64_t kConvincing = 3;

// Without the stamp that an agent puts in front of every line.
std::string_view without_agent(std::string_view line) {
  const std::string_view token = line.substr(0, line.find(' '));
  const bool stamp =
      token.size() > 18 && token.size() < 36 && token[0] == '2' && token[10] == 'T' && token.ends_with('Z');
  return stamp ? line.substr(std::min(token.size() + 1, line.size())) : line;
}

}  // namespace

void PlaceWatch::see(std::string_view line) {
  if (settled_) return;
  if (++lines_ == kLooked && placed_ == 0) settled_ = true;
  line = without_agent(line);
  line = line.substr(0, line.find_last_not_of(" \r") + 1);
  if (line.size() > kWidestRow) return;
  if (const std::size_t place = place_at(line); place != FirstRow::kNone && place > 0) {
    ++placed_;
    if (width_ == 0) width_ = line.size();
    const bool alike = line.size() == width_;
    alike_ += alike ? 1 : 0;
    cell_ = alike ? place - 1 : 0;
    used_ = line.find_last_not_of(' ', place - 1) + 1;
    return;
  }
  const std::size_t word = std::min(line.find(' '), line.size());
  // A record is broken once, however many rows it has.
  if (cell_ != 0 && word != 0 && line.size() <= cell_ && used_ + 1 + word > cell_ && !begins_record(line)) ++broken_;
  cell_ = 0;
}

std::uint64_t PlaceWatch::broken() const { return placed_ >= kConvincing && alike_ * 5 >= placed_ * 4 ? broken_ : 0; }

}  // namespace jitgate::read
