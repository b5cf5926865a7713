#include "read/long_line.h"

#include <algorithm>
#include <utility>

#include "read/escapes.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kStep = 64 * 1024;  // bytes looked over at once

std::string_view last(std::string_view text, std::size_t size) {
  return text.substr(text.size() - std::min(text.size(), size));
}

}  // namespace

void LongLine::begin(std::string beginning, model::LineOrigin origin) {
  origin_ = origin;
  reading_ = first_ = true;
  leaving_ = missed_ = counted_ = false;
  const std::string bytes = std::move(beginning);
  piece_.clear();
  add(bytes);
}

void LongLine::add(std::string_view bytes) {
  while (!bytes.empty()) {
    if (leaving_) {
      bytes.remove_prefix(leave_out(bytes));
      continue;
    }
    const std::size_t taken = std::min(bytes.size(), limit_ + 1 - piece_.size());
    piece_ += bytes.substr(0, taken);
    bytes.remove_prefix(taken);
    if (piece_.size() > limit_) divide();
  }
}

// One byte more than the limit is there.
void LongLine::divide() {
  const std::size_t cr = piece_.rfind('\r');
  if (cr != std::string::npos) {
    pass(std::string_view(piece_).substr(0, cr + 1));
    piece_.erase(0, cr + 1);
    return;
  }
  const char beyond = piece_.back();
  piece_.pop_back();
  leaving_ = true;
  seam_ = last(piece_, kSeam);
  nuls_ = piece_.size() - std::min(piece_.find_last_not_of('\0') + 1, piece_.size());
  leave_out({&beyond, 1});
}

// Bytes behind the limit, up to where a new piece begins; gives how many.
std::size_t LongLine::leave_out(std::string_view bytes) {
  bytes = bytes.substr(0, kStep);
  const bool holes = nuls_ > 0 || bytes.find('\0') != std::string_view::npos;
  std::size_t end = std::min(bytes.find('\r'), bytes.size());
  bool behind_hole = false;
  for (std::size_t at = 0; holes && at < end; ++at) {
    if (bytes[at] == '\0') {
      ++nuls_;
      continue;
    }
    if (std::exchange(nuls_, 0) >= kHole) {
      behind_hole = true;
      end = at;
    }
  }
  look_over(bytes.substr(0, end));
  if (!behind_hole && end == bytes.size()) return end;
  resume(behind_hole);
  return behind_hole ? end : end + 1;
}

void LongLine::look_over(std::string_view bytes) {
  if (bytes.empty() || missed_) return;
  if (!lookout_) {
    missed_ = bytes.find_first_not_of('\0') != std::string_view::npos;
    return;
  }
  // Together with the bytes before, in which a needle may begin.
  std::string both = seam_.append(bytes);
  seam_ = last(both, kSeam);
  if (needs_stripping(both)) {
    std::string text;
    strip_escapes(both, &text);
    both = std::move(text);
  }
  missed_ = lookout_(both);
}

void LongLine::resume(bool behind_hole) {
  pass(piece_);
  piece_.clear();
  leaving_ = false;
  first_ = behind_hole;
}

void LongLine::pass(std::string_view piece) {
  if (std::exchange(missed_, false) && !std::exchange(counted_, true) && ++cut_ == 1) first_cut_ = origin_;
  cleaner_->piece(piece, origin_, std::exchange(first_, false));
}

void LongLine::end() {
  pass(piece_);
  piece_.clear();
  reading_ = leaving_ = false;
}

}  // namespace jitgate::read
