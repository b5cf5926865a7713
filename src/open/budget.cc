// Sums saturate nowhere: each is stopped by its limit long before 64 bits are full, for a block is at most megabytes.
#include "open/budget.h"

#include "base/interruption.h"

namespace jitgate::open {
namespace {
// Small files may unfold as they like: a few kilobytes of repeated lines do pack a thousand to one.
constexpr std::uint64_t kRatioFree = std::uint64_t{64} << 20;
}  // namespace

void Budget::start_file(std::uint64_t packed) {
  packed_ = packed;
  file_expanded_ = 0;
  ratio_exceeded_ = false;
}

bool Budget::enter() {
  if (entries_ <= limits_.entries) ++entries_;
  return entries_ <= limits_.entries && base::interruption() == 0;
}

bool Budget::expand(std::uint64_t bytes) {
  if (exceeded() != nullptr) return false;
  expanded_ += bytes;
  file_expanded_ += bytes;
  if (file_expanded_ > kRatioFree &&
      static_cast<double>(file_expanded_) > limits_.ratio * static_cast<double>(packed_)) {
    ratio_exceeded_ = true;
  }
  return exceeded() == nullptr;
}

bool Budget::read(std::uint64_t bytes) {
  if (read_ <= limits_.expanded_bytes) read_ += bytes;
  return read_ <= limits_.expanded_bytes && base::interruption() == 0;
}

bool Budget::reserve(std::uint64_t bytes) {
  if (bytes > limits_.expanded_bytes || read_ > limits_.expanded_bytes - bytes) return false;
  read_ += bytes;
  return true;
}

const char* Budget::exhausted() const {
  if (base::interruption() != 0) return "the reading was told to stop by a signal";
  if (expanded_ > limits_.expanded_bytes) return "the limit of expanded bytes was reached";
  if (read_ > limits_.expanded_bytes) return "the limit of bytes was reached";
  if (entries_ > limits_.entries) return "the limit of entries was reached";
  return nullptr;
}

const char* Budget::exceeded() const {
  return ratio_exceeded_ ? "the limit of expanded to packed bytes was reached" : exhausted();
}

}  // namespace jitgate::open
