#include "read/encoding.h"

#include "base/byte_order_mark.h"
#include "base/text.h"

namespace jitgate::read {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::size_t kLongestMark = 3;

}  // namespace

void Encoding::decide() {
  if (held_.starts_with(base::kByteOrderMark)) {
    form_ = Form::utf8;
  } else if (held_.starts_with("\xFF\xFE")) {
    form_ = Form::little;
  } else if (held_.starts_with("\xFE\xFF")) {
    form_ = Form::big;
  } else {
    form_ = Form::plain;
  }
}

std::size_t Encoding::mark_length() const {
  switch (form_) {
    case Form::utf8:
      return 3;
    case Form::little:
    case Form::big:
      return 2;
    default:
      return 0;
  }
}

void Encoding::add_unit(std::uint32_t unit) {
  const bool low = unit >= 0xDC00 && unit < 0xE000;
  if (high_ != 0) {
    const std::uint32_t high = high_;
    high_ = 0;
    if (low) return base::append_utf8(&converted_, 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00));
    base::append_utf8(&converted_, kReplacement);
  }
  if (low) return base::append_utf8(&converted_, kReplacement);
  if (unit >= 0xD800 && unit < 0xDC00) {
    high_ = unit;
    return;
  }
  base::append_utf8(&converted_, unit);
}

void Encoding::convert(std::string_view bytes) {
  for (const char c : bytes) {
    if (held_.empty()) {
      held_ = c;
      continue;
    }
    const auto first = static_cast<unsigned char>(held_[0]);
    const auto second = static_cast<unsigned char>(c);
    held_.clear();
    add_unit(form_ == Form::little ? first | std::uint32_t{second} << 8 : second | std::uint32_t{first} << 8);
  }
}

std::string_view Encoding::feed(std::string_view bytes) {
  converted_.clear();
  if (form_ == Form::unknown) {
    const std::size_t wanted = kLongestMark - held_.size();
    held_ += bytes.substr(0, wanted);
    bytes.remove_prefix(bytes.size() < wanted ? bytes.size() : wanted);
    if (held_.size() < kLongestMark) return {};
    decide();
    const std::string first = held_.substr(mark_length());
    held_.clear();
    if (utf16()) {
      convert(first);
    } else if (!first.empty()) {
      converted_ = first;
      converted_ += bytes;
      return converted_;
    }
  }
  if (!utf16()) return bytes;
  convert(bytes);
  return converted_;
}

std::string_view Encoding::finish() {
  converted_.clear();
  if (form_ == Form::unknown) {
    decide();
    const std::string first = held_.substr(mark_length());
    held_.clear();
    if (!utf16()) return converted_ = first;
    convert(first);
  }
  if (high_ != 0) base::append_utf8(&converted_, kReplacement);
  if (!held_.empty()) base::append_utf8(&converted_, kReplacement);
  high_ = 0;
  held_.clear();
  return converted_;
}

// Each character was one unit, those of four bytes two. The U+FFFD of a lost surrogate was one unit as well.
std::uint64_t Encoding::stream_length(std::string_view text) const {
  if (!utf16()) return text.size();
  std::uint64_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0) != 0x80 ? 1 : 0;
    units += byte >= 0xF0 ? 1 : 0;
  }
  return units * 2;
}

}  // namespace jitgate::read
