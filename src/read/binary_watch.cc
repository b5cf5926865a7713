#include "read/binary_watch.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "read/escapes.h"

namespace jitgate::read {
namespace {

constexpr std::uint64_t kBad = 3;
constexpr std::uint64_t kTooMuch = kBad * kHole;
constexpr char32_t kReplacement = 0xFFFD;
constexpr char kNul = '\0';

enum class Kind : std::uint8_t { good, control, nul, newline, high };

constexpr std::array<Kind, 256> kinds() {
  std::array<Kind, 256> all{};
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (c == 0) {
      all[c] = Kind::nul;
    } else if (c == '\n') {
      all[c] = Kind::newline;
    } else if (c >= 0x80) {
      all[c] = Kind::high;
    } else if (c < '\a' || (c > '\r' && c < 0x20 && c != 0x1B) || c == 0x7F) {
      all[c] = Kind::control;  // what terminals eat is good: bell, backspace, blanks of all kinds, escape
    }
  }
  return all;
}
constexpr std::array<Kind, 256> kKinds = kinds();

Kind kind_at(std::string_view text, std::size_t at) { return kKinds[static_cast<unsigned char>(text[at])]; }

// Where the first byte from `at` on is that is not good; eight at once while all of them are printable ASCII.
std::size_t skip_good(std::string_view text, std::size_t at, std::size_t end) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  while (end - at >= sizeof(std::uint64_t)) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    // A borrow or carry from a neighbour only makes a good byte look odd.
    if (((bytes | (bytes - kOnes * 0x20) | (bytes + kOnes)) & (kOnes * 0x80)) != 0) break;
    at += sizeof bytes;
  }
  while (at < end && kind_at(text, at) == Kind::good) ++at;
  return at;
}

// How many bytes at the end are a character's beginning.
std::size_t open_character(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) return 0;
    if (byte >= 0xC0) return back < (byte < 0xE0 ? 2U : byte < 0xF0 ? 3U : 4U) ? back : 0;
  }
  return 0;
}

}  // namespace

void BinaryWatch::bad(std::size_t size, bool nul) {
  score_ += kBad * size;
  bytes_ += size;
  nuls_ += nul ? size : 0;
}

void BinaryWatch::see(std::string_view text, model::LineOrigin origin, const Encoding& encoding) {
  std::string joined;
  if (!held_.empty()) {
    origin.byte -= encoding.stream_length(held_);
    joined = held_.append(text);
    text = joined;
  }
  const std::size_t end = text.size() - open_character(text);
  held_ = text.substr(end);
  std::ptrdiff_t begins = 0;  // like begins_, in the text
  bool begins_here = false;
  const auto place = [&] {
    if (begins < 0) return origin.byte - encoding.stream_length(std::string_view(&kNul, 1));
    return origin.byte + encoding.stream_length(text.substr(0, static_cast<std::size_t>(begins)));
  };
  for (std::size_t at = 0; at < end;) {
    if (const std::size_t next = skip_good(text, at, end); next > at) {
      score_ -= std::min<std::uint64_t>(score_, next - at);
      nuls_in_row_ = 0;
      at = next;
      continue;
    }
    const Kind kind = kind_at(text, at);
    if (kind == Kind::newline) {
      score_ = nuls_in_row_ = bytes_ = nuls_ = 0;
      counted_ = false;
      ++origin.number;
      ++at;
      continue;
    }
    const bool nothing = score_ == 0;
    const auto here = static_cast<std::ptrdiff_t>(at);
    bool first_is_before = false;
    if (kind == Kind::nul) {
      // One alone is nothing; a second in a row counts for both.
      const std::size_t run = std::min(text.find_first_not_of('\0', at), end) - at;
      first_is_before = nuls_in_row_ == 1;
      const std::size_t counted = run + (first_is_before ? 1 : 0);
      if (nuls_in_row_ + run > 1) bad(counted, true);
      nuls_in_row_ += run;
      at += run;
    } else {
      nuls_in_row_ = 0;
      const base::Utf8 character = base::decode_utf8(text, at);
      if (kind == Kind::control || !character.valid || character.point == kReplacement) {
        bad(1, false);
      } else {
        score_ -= std::min<std::uint64_t>(score_, character.size);
      }
      at += character.size;
    }
    if (nothing && score_ > 0) {
      begins = first_is_before ? here - 1 : here;
      begins_here = true;
    }
    if (score_ >= kTooMuch && !counted_) {
      counted_ = true;
      if (++found_.lines == 1) found_.first = {origin.number, begins_here ? place() : begins_};
    }
    score_ = std::min(score_, kTooMuch);
    if (counted_) {
      found_.bytes += std::exchange(bytes_, 0);
      found_.nuls += std::exchange(nuls_, 0);
    }
  }
  if (score_ > 0 && begins_here) begins_ = place();
}

}  // namespace jitgate::read
