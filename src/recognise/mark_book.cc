#include "recognise/mark_book.h"

#include <algorithm>

#include "base/text.h"

namespace jitgate::recognise {

std::optional<MarkBook::Place> MarkBook::add(model::RawMark mark, int writer, Timeline::Ticket ticket) {
  mark.text = base::valid_utf8(mark.text, kText);
  mark.detail = base::valid_utf8(mark.detail, kText);
  // Bars and heartbeats differ in their numbers; only where the detail says something is it part of the key.
  const bool telling = mark.kind == model::MarkKind::armed || mark.kind == model::MarkKind::monitor_config;
  auto key = std::make_tuple(mark.rule, mark.kind, writer, telling ? mark.detail : std::string());
  if (groups_.size() >= kGroups && groups_.find(key) == groups_.end()) {
    overflowed_ = true;
    timeline_->forget(ticket);
    return std::nullopt;
  }
  Group& group = groups_[std::move(key)];
  if (++group.seen <= kFirst + 1) {
    group.latest = kept_.size();
    kept_.push_back({std::move(mark), writer, ticket});
    return group.seen > kFirst ? std::optional(Place{group.latest}) : std::nullopt;
  }
  Kept& latest = kept_[group.latest];
  timeline_->forget(latest.ticket);
  latest = {std::move(mark), writer, ticket};
  return Place{group.latest};
}

void MarkBook::renew(Place place, std::string_view text, std::uint64_t line, Timeline::Ticket ticket) {
  constexpr std::size_t kLooked = kText + 4;  // as far as cutting the text to its limit looks
  Kept& latest = kept_[place.index];
  timeline_->forget(latest.ticket);
  latest.ticket = ticket;
  latest.mark.line = line;
  latest.mark.text = text.substr(0, kLooked);
  latest.raw = true;
}

std::vector<model::RawMark> MarkBook::finish() {
  std::vector<model::RawMark> marks;
  marks.reserve(kept_.size());
  for (Kept& kept : kept_) {
    if (kept.raw) kept.mark.text = base::valid_utf8(kept.mark.text, kText);
    kept.mark.time = timeline_->resolve(kept.ticket, kept.writer);
    marks.push_back(std::move(kept.mark));
  }
  kept_.clear();
  std::stable_sort(marks.begin(), marks.end(),
                   [](const model::RawMark& a, const model::RawMark& b) { return a.line < b.line; });
  return marks;
}

}  // namespace jitgate::recognise
