#include "read/json_time.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/instant.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kLongest = 40;
constexpr int kMostShift = 19;

bool digit(char c) { return c >= '0' && c <= '9'; }

// digits × 10^exponent
struct Decimal {
  std::int64_t digits = 0;
  int exponent = 0;
};

bool read_decimal(std::string_view text, Decimal* out) {
  int count = 0;
  bool fraction = false;
  bool full = false;
  std::size_t at = 0;
  for (; at < text.size() && (digit(text[at]) || (text[at] == '.' && !fraction)); ++at) {
    if (text[at] == '.') {
      fraction = true;
      continue;
    }
    ++count;
    const int value = text[at] - '0';
    full = full || out->digits > (INT64_MAX - value) / 10;
    if (full) {
      out->exponent += fraction ? 0 : 1;  // left out
      continue;
    }
    out->digits = out->digits * 10 + value;
    out->exponent -= fraction ? 1 : 0;
  }
  if (count == 0) return false;
  if (at == text.size()) return true;
  if (text[at] != 'e' && text[at] != 'E') return false;
  at += text.substr(at + 1).starts_with('+') ? 2 : 1;
  int power = 0;
  const auto read = std::from_chars(text.data() + at, text.data() + text.size(), power);
  out->exponent += power;
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && power > -30 && power < 30;
}

}  // namespace

std::string unix_stamp(std::string_view number) {
  constexpr std::int64_t kYear2001 = 1'000'000'000;
  constexpr std::int64_t kYear2200 = 7'258'118'400;
  Decimal value;
  if (number.size() > kLongest || !read_decimal(number, &value) || value.digits == 0) return {};
  // As many powers of a thousand as bring it into the range of seconds tell its unit.
  for (int unit = 0; unit <= 9; unit += 3) {
    const int shift = value.exponent - unit + 9;  // to nanoseconds
    std::int64_t ns = value.digits;
    bool fits = shift > -kMostShift && shift < kMostShift;
    for (int i = 0; fits && i < shift; ++i) {
      fits = ns <= INT64_MAX / 10;
      ns *= fits ? 10 : 1;
    }
    for (int i = 0; fits && i > shift; --i) ns /= 10;
    if (!fits || ns < kYear2001 * base::kSecond || ns >= kYear2200 * base::kSecond) continue;
    return base::format_instant(ns, std::clamp(unit - value.exponent, 0, 9));
  }
  return {};
}

std::string written_stamp(std::string_view text) {
  const auto fits = [](char c) {
    return digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || std::string_view(":.,+-/ ").find(c) < 7;
  };
  if (text.empty() || text.size() > kLongest || !digit(text.front()) || !std::all_of(text.begin(), text.end(), fits)) {
    return {};
  }
  if (text.find_first_not_of("0123456789.eE+") != std::string_view::npos) return std::string(text);
  return unix_stamp(text);
}

}  // namespace jitgate::read
