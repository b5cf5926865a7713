#include "recognise/head_shapes.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/instant.h"
#include "recognise/head.h"
#include "recognise/head_parts.h"
#include "recognise/head_text.h"
#include "recognise/pattern_run.h"

namespace jitgate::recognise {
namespace {

using Kind = HeadShape::Kind;

constexpr std::size_t kUvicornWidth = 10;
constexpr std::size_t kLongestHead = 512;
constexpr std::size_t kLongestTag = 192;
constexpr std::size_t kJobColumns = 192;  // how far strip_job_columns() looks for its first tab

// "(Worker_TP0 pid=771) " at `at`, of a form whose reading ends at its bracket whatever follows; its length, 0: none.
std::size_t prefix_length(std::string_view line, std::size_t at) {
  const std::size_t close = line.find(')', at);
  if (close == std::string_view::npos || char_at(line, close + 1) != ' ' || is_blank(char_at(line, close + 2)))
    return 0;
  const std::string_view inside = line.substr(at + 1, close - at - 1);
  const std::size_t pid = inside.find("pid=");
  if (pid == std::string_view::npos || pid == 0 || inside[pid - 1] != ' ') return 0;
  if (inside.find('(') != std::string_view::npos) return 0;
  return read_pid(inside.substr(pid + 4)) ? close + 2 - at : 0;
}

// Splits what stands at `at` into the stamp's parts; false: it is not of the usual forms.
bool take_stamp(std::string_view line, std::size_t at, const model::LineHead& head, HeadShape* shape,
                std::size_t* end) {
  std::size_t length = 0;
  const auto stamp = read_stamp(line.substr(at), &length);
  if (!stamp || !head.inner || *stamp != *head.inner) return false;
  const std::size_t clock = stamp->year != 0 ? 11 : 6;  // "2026-09-03 10:41:07", "09-03 10:41:07"
  if (stamp->month == 0 || char_at(line, at + clock + 2) != ':' || char_at(line, at + clock + 5) != ':') return false;
  const std::size_t seconds = at + clock + 6;
  const char mark = char_at(line, seconds + 2);
  const std::size_t digits = mark == '.' || mark == ',' ? digits_at(line, seconds + 3, 10) : 0;
  if (digits > 9 || length != clock + 8 + (digits > 0 ? digits + 1 : 0) + (stamp->zoned ? 1 : 0)) return false;
  if (stamp->zoned && char_at(line, at + length - 1) != 'Z') return false;
  // A leap second is nobody's usual shape.
  if (line[seconds] > '5') return false;
  shape->front = line.substr(0, seconds);
  shape->fraction = static_cast<std::uint8_t>(digits);
  shape->minute_ns = stamp->ns_of_day - stamp->ns_of_day % base::kMinute;
  *end = seconds + 2 + (digits > 0 ? digits + 1 : 0);
  return true;
}

// What stands between the stamp, which ends at `end`, and the message decides what is read there; the shape's kind
// tells which of it may differ.
bool take_level(std::string_view line, std::size_t end, HeadShape* shape) {
  if (line.substr(end, 2) != " [") return false;
  shape->kind = Kind::level;
  shape->behind = " [";
  return true;
}

bool take_bracket(std::string_view line, std::size_t end, HeadShape* shape) {
  const std::size_t close = line.find(']', end);
  if (close == std::string_view::npos) return false;
  shape->kind = Kind::bracket;
  shape->behind = line.substr(end, close + 1 - end);
  return true;
}

bool take_target(std::string_view line, std::size_t end, const model::LineHead& head, HeadShape* shape) {
  if (head.tag.empty()) return false;
  const std::size_t tag = offset_in(line, head.tag);
  const std::size_t message = offset_in(line, head.message);
  if (!is_lower(line[tag]) || message != tag + head.tag.size() + 2 || line[message - 1] != ' ') return false;
  std::size_t level = 0;
  const std::size_t at = after_blanks(line, end + 1);  // behind the Z
  if (level_at(line.substr(at), &level) != head.level || at + level + 1 != tag) return false;
  if (char_at(line, message) == '[') return false;
  shape->kind = Kind::target;
  shape->behind = line.substr(end, message - end);
  return true;
}

bool take_shape(std::string_view line, const model::LineHead& head, HeadShape* shape) {
  std::size_t at = 0;
  std::size_t prefixes = 0;
  while (char_at(line, at) == '(') {
    const std::size_t length = prefix_length(line, at);
    if (length == 0) return false;
    at += length;
    ++prefixes;
  }
  if (prefixes != head.prefixes) return false;
  std::size_t end = 0;
  std::size_t level = 0;
  if (level_at(line.substr(at), &level) != model::Level::none) {
    if (char_at(line, at + level) == ' ') {
      return take_stamp(line, at + level + 1, head, shape, &end) && take_level(line, end, shape);
    }
    const std::size_t message = offset_in(line, head.message);
    if (head.inner || char_at(line, at + level) != ':' || message != at + kUvicornWidth) return false;
    shape->kind = Kind::bare;
    shape->front = line.substr(0, message);
    return true;
  }
  if (char_at(line, at) == '[') {
    return take_stamp(line, at + 1, head, shape, &end) && take_bracket(line, end, shape);
  }
  return is_digit(char_at(line, at)) && take_stamp(line, at, head, shape, &end) && head.inner->zoned &&
         take_target(line, end, head, shape);
}

// What stands behind a shape may yet make another head of it: more blanks, a service's name, a stamp of the message's
// own ("[atom 18:36:30] "), a note of Ray's. `end`: where the shape ends, a tag's bracket included.
bool may_differ(const HeadShape& shape, std::string_view line, std::size_t end) {
  if (may_repeat(line)) return true;
  if (shape.kind == Kind::level) {
    // Behind the tag, if it is one; else at its bracket. Where no bracket closes, what is asked there matters little:
    // the line is read in full at worst.
    const std::string_view tag = line.substr(end, kLongestTag);
    const std::size_t close = end + std::min(tag.find(']'), tag.size());
    const char second = char_at(line, close + 2);
    return tag.starts_with("atom ") || char_at(line, close + 1) == '[' || second == '[' || is_blank(second);
  }
  const char first = char_at(line, end);
  if (shape.kind == Kind::bare || shape.kind == Kind::target) return first == '[' || is_blank(first);
  const std::size_t message = end + (is_blank(first) ? 1 : 0);
  const char begins = char_at(line, message);
  return begins == '[' || is_blank(begins) || char_at(line, message + kUvicornWidth) == '[';
}

std::size_t fraction_of(const HeadShape& shape) { return shape.fraction == 0 ? 0 : shape.fraction + 1U; }

std::size_t end_of(const HeadShape& shape) {
  if (shape.kind == Kind::bare) return shape.front.size();
  return shape.front.size() + 2 + fraction_of(shape) + shape.behind.size();
}

// Front, seconds, fraction and what follows; sets the stamp.
bool fits(HeadShape& shape, std::string_view line) {
  const std::size_t front = shape.front.size();
  if (front == 0 || line.size() <= front || std::memcmp(line.data(), shape.front.data(), front) != 0) return false;
  if (shape.kind == Kind::bare) return true;
  const std::size_t end = front + 2 + fraction_of(shape);
  if (line.size() <= end + shape.behind.size()) return false;
  const char* const at = line.data() + front;
  if (at[0] < '0' || at[0] > '5' || !is_digit(at[1])) return false;
  std::int64_t ns = (at[0] * 10 + at[1] - '0' * 11) * base::kSecond;
  if (shape.fraction != 0) {
    if ((at[2] != '.' && at[2] != ',') || digits_at(line, front + 3, shape.fraction) != shape.fraction) return false;
    ns += number_at(line, front + 3, shape.fraction) * shape.head.inner->resolution;
  }
  if (std::memcmp(line.data() + end, shape.behind.data(), shape.behind.size()) != 0) return false;
  shape.head.inner->ns_of_day = shape.minute_ns + ns;
  return true;
}

}  // namespace

HeadShapes::Bucket& HeadShapes::bucket_of(std::string_view line) {
  std::uint64_t words[2];
  static_assert(sizeof words == kKey);
  std::memcpy(words, line.data(), sizeof words);
  const std::uint64_t mixed = (words[0] ^ (words[1] * 0x9E3779B97F4A7C15U)) * 0xD6E8FEB86659FD93U;
  static_assert(kBuckets == 16);
  return buckets_[mixed >> 60U];
}

std::size_t HeadShapes::message_of(const HeadShape& shape, std::string_view line) {
  std::size_t at = end_of(shape);
  if (shape.kind == Kind::bare || shape.kind == Kind::target) return at;
  if (shape.kind == Kind::level) {
    const std::size_t tag = at;
    while (at < line.size() && at - tag < kLongestTag && line[at] != ']' && line[at] != '[' && !is_blank(line[at]))
      ++at;
    if (at == tag || char_at(line, at) != ']') return std::string_view::npos;
    ++at;
  }
  return at + (is_blank(char_at(line, at)) ? 1 : 0);
}

std::string_view HeadShapes::tag_of(const HeadShape& shape, std::string_view line) {
  const std::size_t end = end_of(shape);
  if (shape.kind == Kind::level) return line.substr(end, line.find(']', end) - end);
  if (shape.kind != Kind::target) return {};
  return line.substr(end - 2 - shape.head.tag.size(), shape.head.tag.size());
}

HeadShape* HeadShapes::find(std::string_view line, bool tabs) {
  if (line.size() <= kKey) return nullptr;
  if (tabs && line.substr(0, kJobColumns).find('\t') != std::string_view::npos) return nullptr;
  Bucket& bucket = bucket_of(line);
  for (std::size_t i = 0; i < kEach; ++i) {
    // The one found last first: it and the first change places in the order.
    const std::size_t place = i == 0 ? bucket.last : i == bucket.last ? 0 : i;
    HeadShape& shape = bucket.shapes[place];
    if (!fits(shape, line)) continue;
    bucket.last = place;
    return may_differ(shape, line, end_of(shape)) ? nullptr : &shape;
  }
  return nullptr;
}

HeadShape* HeadShapes::learn(std::string_view line, const model::LineHead& head, int process) {
  if (!head.record || head.ray || head.outer || line.size() <= kKey) return nullptr;
  const std::size_t message = offset_in(line, head.message);
  if (message > kLongestHead || line.substr(0, kJobColumns).find('\t') != std::string_view::npos) return nullptr;
  HeadShape shape;
  if (!take_shape(line, head, &shape) || may_differ(shape, line, end_of(shape))) return nullptr;
  shape.head = head;
  shape.process = process;
  Bucket& bucket = bucket_of(line);
  // The same shape in another minute makes room for this one.
  const auto same = [&](const HeadShape& other) {
    return other.kind == shape.kind && other.behind == shape.behind && other.front.size() == shape.front.size() &&
           other.process == process && other.head.level == head.level;
  };
  std::size_t place = bucket.next;
  for (std::size_t i = 0; i < kEach; ++i) {
    if (same(bucket.shapes[i])) place = i;
  }
  HeadShape& old = bucket.shapes[place];
  if (same(old)) {
    shape.pulses = std::move(old.pulses);
    shape.next_pulse = old.next_pulse;
  } else {
    bucket.next = (place + 1) % kEach;
  }
  old = std::move(shape);
  return &old;
}

}  // namespace jitgate::recognise
