#include "recognise/timeline.h"

#include <algorithm>

namespace jitgate::recognise {
namespace {

// The last run that ended before a line with this key, and the first that began after it.
template <typename Runs>
const model::Stamp* before(const Runs& runs, std::uint64_t key) {
  const auto after =
      std::upper_bound(runs.begin(), runs.end(), key, [](std::uint64_t k, const auto& run) { return k < run.high; });
  return after == runs.begin() ? nullptr : &std::prev(after)->last;
}

template <typename Runs>
const model::Stamp* after(const Runs& runs, std::uint64_t key) {
  const auto found =
      std::lower_bound(runs.begin(), runs.end(), key + 2, [](const auto& run, std::uint64_t k) { return run.low < k; });
  return found == runs.end() ? nullptr : &found->first;
}

}  // namespace

void Timeline::add(Runs& runs, const model::Stamp& stamp) {
  if (!runs.empty() && runs.back().high == key_) {
    runs.back().last = stamp;
    return;
  }
  runs.push_back({key_, key_, stamp, stamp});
  ++run_count_;
}

void Timeline::dated(int process, const model::Stamp& stamp) {
  record(process, stamp);
  if (run_count_ > prune_at_) prune();
}

void Timeline::record(int process, const model::Stamp& stamp) {
  add(any_, stamp);
  if (process != kNoProcess) {
    const auto index = static_cast<std::size_t>(process);
    if (index >= writers_.size()) writers_.resize(index + 1);
    add(writers_[index].by_kind[stamp.zoned ? 1 : 0], stamp);
  }
}

Timeline::Moment Timeline::pass(int process, const std::optional<model::Stamp>& own) {
  const Moment moment{key_, own};
  ++key_;
  if (own) record(process, *own);
  ++key_;
  return moment;
}

Timeline::Ticket Timeline::hold(const Moment& moment) {
  Ticket ticket = 0;
  if (free_.empty()) {
    ticket = static_cast<Ticket>(slots_.size());
    slots_.emplace_back();
  } else {
    ticket = free_.back();
    free_.pop_back();
  }
  slots_[ticket] = {moment, true};
  return ticket;
}

void Timeline::forget(Ticket ticket) {
  if (!slots_[ticket].live) return;
  slots_[ticket].live = false;
  free_.push_back(ticket);
}

model::LineTime Timeline::resolve(Ticket ticket, int process) const {
  const Moment& slot = slots_[ticket].moment;
  const auto copy = [](const model::Stamp* stamp) {
    return stamp == nullptr ? std::optional<model::Stamp>() : std::optional<model::Stamp>(*stamp);
  };
  model::LineTime time;
  time.own = slot.own;
  time.before_any = copy(before(any_, slot.key));
  time.after_any = copy(after(any_, slot.key));
  if (process == kNoProcess || static_cast<std::size_t>(process) >= writers_.size()) return time;
  // Stamps of the kind the process writes first: mixing zoned and zone-less ones costs certainty.
  const Writer& writer = writers_[static_cast<std::size_t>(process)];
  const bool zoned = slot.own ? slot.own->zoned : writer.by_kind[0].empty();
  for (const int kind : {zoned ? 1 : 0, zoned ? 0 : 1}) {
    if (!time.before_process) time.before_process = copy(before(writer.by_kind[kind], slot.key));
    if (!time.after_process) time.after_process = copy(after(writer.by_kind[kind], slot.key));
  }
  return time;
}

// Neighbouring runs become one where no ticket asks for a stamp between them.
void Timeline::merge(Runs& runs, const std::vector<std::uint64_t>& live) {
  std::size_t kept = 0;
  auto asked = live.begin();  // both are in order
  for (const Run& run : runs) {
    if (kept > 0) {
      Run& before = runs[kept - 1];
      const std::uint64_t low = before.high == 0 ? 0 : before.high - 1;
      while (asked != live.end() && *asked < low) ++asked;
      if (asked == live.end() || *asked + 1 > run.low) {
        before.high = run.high;
        before.last = run.last;
        continue;
      }
    }
    runs[kept++] = run;
  }
  run_count_ -= runs.size() - kept;
  runs.resize(kept);
}

void Timeline::prune() {
  std::vector<std::uint64_t> live;
  for (const Slot& slot : slots_) {
    if (slot.live) live.push_back(slot.moment.key);
  }
  std::sort(live.begin(), live.end());
  merge(any_, live);
  for (Writer& writer : writers_) {
    merge(writer.by_kind[0], live);
    merge(writer.by_kind[1], live);
  }
  prune_at_ = std::max(kPrune, run_count_ * 2);
}

}  // namespace jitgate::recognise
