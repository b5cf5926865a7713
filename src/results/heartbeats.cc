#include "results/heartbeats.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace jitgate::results {
namespace {

// vLLM's and SGLang's forms (facts: jit-catalogue.md §6 G11, inferencex.md §3.2); the rules of recognition that mark
// them hold the same needles.
bool is_heartbeat(std::string_view message) {
  if (message.starts_with("Engine ")) {
    message.remove_prefix(7);
    const std::size_t digits = std::min(message.find_first_not_of("0123456789"), message.size());
    if (digits == 0 || !message.substr(digits).starts_with(": ")) return false;
    message.remove_prefix(digits + 2);
  }
  return message.starts_with("Avg prompt throughput: ") || message.starts_with("Decode batch, #") ||
         message.starts_with("Prefill batch, #");
}

// vLLM's, which goes on every few seconds while requests run, and stops after one that tells of none. SGLang's come
// with batches: a last one tells as many requests as any.
bool tells_of_work(std::string_view message) {
  constexpr std::string_view kRunning = "Running: ";
  const std::size_t at = message.find(kRunning);
  if (at == std::string_view::npos) return false;
  const char digit = message.substr(at + kRunning.size()).empty() ? '0' : message[at + kRunning.size()];
  return digit >= '1' && digit <= '9';
}

// As written; but by the clock of the zoned stamp on its line where there is one, since lines of several zones stand in
// one log.
base::Instant as_written(const model::Stamp& stamp) {
  constexpr int kLeapYear = 2024;  // a stamp without a year may be of February 29
  const std::int64_t days =
      stamp.month == 0 ? 0 : base::days_from_civil(stamp.year != 0 ? stamp.year : kLeapYear, stamp.month, stamp.day);
  const std::int32_t ahead = stamp.zoned ? stamp.offset_s : stamp.paired ? stamp.ahead_s : 0;
  return days * base::kDay + stamp.ns_of_day - ahead * base::kSecond + (stamp.folded ? base::kHour : 0);
}

}  // namespace

base::Duration distance(const model::Stamp& a, const model::Stamp& b) {
  const bool alike =
      a.zoned == b.zoned && a.paired == b.paired && (a.month == 0) == (b.month == 0) && (a.year == 0) == (b.year == 0);
  if (!alike) return 0;
  const bool one_day = a.month != 0 && a.year == b.year && a.month == b.month && a.day == b.day &&
                       a.offset_s == b.offset_s && !a.paired && a.folded == b.folded;
  if (one_day) return std::max<base::Duration>(b.ns_of_day - a.ns_of_day, 0);
  base::Duration d = as_written(b) - as_written(a);
  const base::Duration turn = a.month == 0 ? base::kDay : a.year == 0 ? 366 * base::kDay : 0;
  if (d < -turn / 2) d += turn;
  return std::max<base::Duration>(d, 0);
}

bool HeartbeatCounter::hear(const model::HeardLine& line) {
  if (line.head == nullptr || !is_heartbeat(line.head->message)) return false;
  const auto& stamp = line.head->inner ? line.head->inner : line.head->outer;
  if (stamp) beat(*stamp, tells_of_work(line.head->message));
  return true;
}

void HeartbeatCounter::beat(const model::Stamp& stamp, bool busy) {
  const bool was_busy = std::exchange(beats_.ends_busy, busy);
  if (beats_.beats++ == 0) {
    beats_.first = stamp;
    beats_.last = stamp;
    return;
  }
  const base::Duration gap = distance(beats_.last, stamp);
  ++distances_[static_cast<std::size_t>(std::min<base::Duration>(gap / base::kSecond, 600))];
  if (gap >= model::Heartbeats::kShortestGap) {
    beats_.gaps.push_back({beats_.last, stamp, was_busy});
    if (beats_.gaps.size() >= 2 * kMaxGaps) {
      // The longest are what matters; their order is that of the file again at the end.
      const auto length = [](const model::Heartbeats::Gap& g) { return distance(g.before, g.after); };
      std::vector<base::Duration> lengths;
      for (const auto& g : beats_.gaps) lengths.push_back(length(g));
      const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(kMaxGaps);
      std::nth_element(lengths.begin(), middle, lengths.end(), std::greater<>());
      const base::Duration shortest = *middle;
      std::erase_if(beats_.gaps, [&](const auto& g) { return length(g) <= shortest; });
    }
  }
  beats_.last = stamp;
}

void HeartbeatCounter::finish(model::ResultEvidence& evidence) {
  if (beats_.beats == 0) return;
  std::uint64_t left = (beats_.beats - 1 + 1) / 2;  // of the distances, half lie at or below the median
  std::size_t seconds = 0;
  while (seconds + 1 < distances_.size() && distances_[seconds] < left) left -= distances_[seconds++];
  beats_.period_s = static_cast<double>(seconds);
  evidence.heartbeats.push_back(std::move(beats_));
}

}  // namespace jitgate::results
