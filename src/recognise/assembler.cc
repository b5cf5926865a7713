#include "recognise/assembler.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/text.h"
#include "recognise/outcome.h"

namespace jitgate::recognise {
namespace {

// A family with more open records than this gives out its oldest.
constexpr std::size_t kMostOpen = 256;
constexpr std::size_t kMostWaiting = 4096;

std::string name_of_writer(const Piece& piece) {
  return piece.process.pid >= 0 ? std::to_string(piece.process.pid) + piece.process.name : piece.process.name;
}

std::uint64_t mixed(std::uint64_t seed, std::string_view text) {
  return seed * 0x9E3779B97F4A7C15ULL + std::hash<std::string_view>{}(text);
}

std::string stamp_text(const std::optional<model::Stamp>& stamp) {
  if (!stamp) return "-";
  return std::to_string(stamp->year * 10000 + stamp->month * 100 + stamp->day) + ":" + std::to_string(stamp->ns_of_day);
}

bool contains(const std::vector<std::string>& list, const std::string& id) {
  return std::find(list.begin(), list.end(), id) != list.end();
}

// Seconds between two stamps of one kind on one day or two adjoining ones.
std::optional<double> span(const std::optional<model::Stamp>& first, const std::optional<model::Stamp>& last) {
  if (!first || !last || first->zoned != last->zoned || first->offset_s != last->offset_s) return std::nullopt;
  double days = 0;
  if (first->month != 0 && last->month != 0) {
    const int year = first->year != 0 ? first->year : 2024;
    const int last_year = last->year != 0 ? last->year : year + (last->month < first->month ? 1 : 0);
    days = static_cast<double>(base::days_from_civil(last_year, last->month, last->day) -
                               base::days_from_civil(year, first->month, first->day));
  } else if (last->ns_of_day < first->ns_of_day) {
    days = 1;
  }
  return days * 86400.0 + base::to_seconds(last->ns_of_day - first->ns_of_day);
}

}  // namespace

struct Assembler::Open {
  Draft draft;
  std::string target, key;
  std::optional<model::Stamp> first_stamp, last_stamp;
  std::uint64_t last_line = 0, max_lines = 0;
  std::string last_rule;
  std::vector<const Rule*> rules;  // that leads first
  std::set<std::string> waiting;
  bool started = false;  // a start line, or progress that is as good
  bool only_waits = true;
  const Rule* end_rule = nullptr;
};

struct Assembler::Family {
  std::vector<std::unique_ptr<Open>> open;  // most recent last
  // The complete bar that closed the last record: bars print their last state more than once.
  std::string closing_rule, closing_target;
  int closing_writer = kNoProcess;
  std::uint64_t closing_count = 0, closing_line = 0;
};

Assembler::Assembler(Timeline& timeline, std::size_t text_limit, EventSink events, MarkSink marks)
    : timeline_(&timeline), text_limit_(text_limit), events_(std::move(events)), marks_(std::move(marks)) {}

Assembler::~Assembler() = default;

void Assembler::add(const Piece& piece) {
  const Rule& rule = *piece.rule;
  if (rule.record.empty()) {
    Family alone;
    open(alone, piece);
    return close(alone, 0);
  }
  std::unique_ptr<Family>& slot = families_[rule.record];
  if (slot == nullptr) slot = std::make_unique<Family>();
  Family& family = *slot;
  for (std::size_t i = family.open.size(); i-- > 0;) {
    if (piece.line > family.open[i]->last_line + family.open[i]->max_lines) close(family, i);
  }
  Open* record = awaiting(family, piece);
  if (record == nullptr) {
    if (!stands_alone(family, piece)) return timeline_->forget(piece.ticket);
    if (family.open.size() >= kMostOpen) close(family, 0);
    record = &open(family, piece);
  } else {
    join(*record, piece);
    if (Open* older = absorbing(family, *record)) return close(family, absorb(family, *older, *record));
  }
  if (!closes(*record, piece)) return;
  if (record->end_rule == nullptr) record->end_rule = &rule;
  if (piece.captured.n) {
    family.closing_rule = rule.facts.id;
    family.closing_target = record->target;
    family.closing_writer = piece.writer;
    family.closing_count = *piece.captured.n;
    family.closing_line = piece.line;
  }
  for (std::size_t i = 0; i < family.open.size(); ++i) {
    if (family.open[i].get() == record) return close(family, i);
  }
}

bool Assembler::closes(const Open& record, const Piece& piece) const {
  const Rule& rule = *piece.rule;
  if (rule.part == Part::start) return record.end_rule != nullptr;
  const bool complete = piece.captured.n && piece.captured.m && *piece.captured.n == *piece.captured.m;
  switch (rule.closes) {
    case Closes::never:
      return false;
    case Closes::always:
      return true;
    case Closes::complete:
      return complete;
    case Closes::complete_alone:
      return complete && !record.started;
  }
  return false;
}

// The most recent open record that this line can belong to; one that agrees in all that is told before others.
Assembler::Open* Assembler::awaiting(Family& family, const Piece& piece) {
  const Rule& rule = *piece.rule;
  Open* second = nullptr;
  for (std::size_t i = family.open.size(); i-- > 0;) {
    Open& record = *family.open[i];
    if (rule.part == Part::start && record.only_waits) {
      // Those who wait for a build are other processes than its builder.
      if (record.key == piece.captured.key) return &record;
      continue;
    }
    const bool writer = record.draft.writer == piece.writer && record.draft.form == piece.form;
    if (rule.join_process == Join::must && !writer) continue;
    const bool told = record.draft.writer != kNoProcess && piece.writer != kNoProcess;
    if (rule.join_process == Join::wish && told && record.draft.writer != piece.writer) continue;
    // A record that awaits just this line may have no target yet.
    const bool target = record.key == piece.captured.key || (record.key.empty() && !rule.follows.empty());
    if (rule.join_target == Join::must && !target) continue;
    // A start begins a record of its own, unless it says that it ends this one.
    if (rule.part == Part::start && !contains(rule.ends_after, record.last_rule)) continue;
    if (rule.part == Part::start) return &record;
    if (!rule.follows.empty() && !contains(rule.follows, record.last_rule)) continue;
    // An ended record may stay open for what is printed behind its end, but it ends only once.
    if (rule.part == Part::end && record.end_rule != nullptr) continue;
    if ((rule.join_process == Join::no || writer) && (rule.join_target == Join::no || target)) return &record;
    if (second == nullptr) second = &record;
  }
  return second;
}

bool Assembler::stands_alone(Family& family, const Piece& piece) {
  const Rule& rule = *piece.rule;
  if (rule.part == Part::start) return true;
  if (rule.alone == Alone::nothing) return false;
  const bool again = piece.captured.n && rule.facts.id == family.closing_rule &&
                     piece.writer == family.closing_writer && *piece.captured.n == family.closing_count &&
                     (piece.captured.target.empty() || piece.captured.target == family.closing_target) &&
                     piece.line <= family.closing_line + 3;
  return !(again && piece.captured.n == piece.captured.m);
}

Assembler::Open& Assembler::open(Family& family, const Piece& piece) {
  auto record = std::make_unique<Open>();
  Draft& draft = record->draft;
  draft.first = draft.last = piece.ticket;
  draft.writer = piece.writer;
  draft.form = piece.form;
  draft.order = piece.order;
  draft.after_armed = piece.after_armed;
  draft.once = piece.rule->once;
  draft.identity = mixed(mixed(0, name_of_writer(piece)), stamp_text(piece.stamp));
  draft.relay = std::any_of(piece.rule->relays.begin(), piece.rule->relays.end(),
                            [&](const std::string& glob) { return base::glob_match(glob, piece.process.name); });
  draft.event.after_ready = piece.after_ready;
  draft.event.process = piece.process;
  draft.event.line = piece.line;
  draft.event.byte = piece.byte;
  draft.event.repeats = piece.repeated;
  draft.event.text = base::valid_utf8(piece.text, text_limit_);
  record->first_stamp = piece.stamp;
  const bool alone = piece.rule->part != Part::single && piece.rule->part != Part::start;
  if (alone && piece.rule->alone == Alone::probable) draft.doubtful = true;
  family.open.push_back(std::move(record));
  join(*family.open.back(), piece);
  return *family.open.back();
}

void Assembler::join(Open& record, const Piece& piece) {
  const Rule& rule = *piece.rule;
  Draft& draft = record.draft;
  model::RawEvent& event = draft.event;
  const bool first = record.rules.empty();
  const bool ends = rule.part == Part::start && !first && contains(rule.ends_after, record.last_rule);
  if (!first) {
    if (draft.last != draft.first) timeline_->forget(draft.last);
    draft.last = piece.ticket;
  }
  event.last_line = piece.line;
  record.last_line = piece.line;
  record.last_stamp = piece.stamp;
  record.last_rule = rule.facts.id;
  record.max_lines = first ? rule.max_lines : std::min(rule.max_lines, record.rules.front()->max_lines);

  // A start leads the record, whatever came before it; else the line that opened it.
  const bool leads = first || (rule.part == Part::start && record.only_waits);
  if (leads) {
    draft.event.rule = piece.rule_number;
    event.first_is_start = rule.part != Part::single && rule.part != Part::wait && rule.marks == model::Marks::start;
    record.rules.insert(record.rules.begin(), &rule);
    if (!first && rule.part == Part::start) {
      timeline_->forget(draft.first);
      draft.first = piece.ticket;
      draft.writer = piece.writer;
      draft.form = piece.form;
      event.process = piece.process;
      event.line = piece.line;
      event.byte = piece.byte;
      event.text = base::valid_utf8(piece.text, text_limit_);
      record.first_stamp = piece.stamp;
    }
  } else if (std::find(record.rules.begin(), record.rules.end(), &rule) == record.rules.end()) {
    record.rules.push_back(&rule);
  }
  if (rule.part != Part::wait) record.only_waits = false;
  if (rule.part == Part::start) record.started = true;
  if (rule.part == Part::end || rule.part == Part::single || ends ||
      (rule.part == Part::failed && rule.closes == Closes::always)) {
    record.end_rule = &rule;
  }
  if (rule.part == Part::failed) event.failed = true;
  if (rule.part == Part::wait) {
    if (record.waiting.size() < kMostWaiting)
      record.waiting.insert(piece.process.told() ? name_of_writer(piece) : std::to_string(piece.line));
    event.waiters = static_cast<std::uint32_t>(record.waiting.size());
  }
  if (rule.part == Part::start && first && piece.captured.n) {
    event.candidates = static_cast<std::uint32_t>(std::min<std::uint64_t>(*piece.captured.n, 0xFFFFFFFF));
  }
  if (rule.part == Part::progress) {
    event.candidates = piece.captured.n ? static_cast<std::uint32_t>(std::min<std::uint64_t>(
                                              std::max<std::uint64_t>(event.candidates, *piece.captured.n), 0xFFFFFFFF))
                                        : event.candidates + 1;
  } else if (rule.part == Part::single && piece.captured.n) {
    event.candidates = static_cast<std::uint32_t>(std::min<std::uint64_t>(*piece.captured.n, 0xFFFFFFFF));
  }
  if (!piece.captured.target.empty()) {
    record.target = piece.captured.target;
    record.key = piece.captured.key;
  }
  if (!piece.captured.detail.empty() && event.detail.size() < text_limit_) {
    if (!event.detail.empty()) event.detail += "; ";
    event.detail += piece.captured.detail;
    if (event.detail.size() > text_limit_) event.detail = base::valid_utf8(event.detail, text_limit_);
  }
  if (piece.captured.duration) {
    event.duration_s = piece.captured.duration->value;
    event.duration_precision_s = piece.captured.duration->precision;
  }
  if (piece.doubtful) draft.doubtful = true;
  draft.headless = piece.headless && (first || draft.headless);
  if (!contains(draft.saw, rule.facts.id)) draft.saw.push_back(rule.facts.id);
  for (const auto& [name, value] : piece.captured.all) {
    const auto same = std::find_if(draft.captures.begin(), draft.captures.end(),
                                   [&name = name](const auto& capture) { return capture.first == name; });
    if (same == draft.captures.end()) {
      draft.captures.emplace_back(name, value.substr(0, 256));
    } else {
      same->second = value.substr(0, 256);
    }
  }
  if (first || record.end_rule != nullptr) {
    draft.identity = mixed(draft.identity, piece.message);
    draft.message_identity = mixed(draft.message_identity, piece.message);
  }
}

// An end that tells its target only in the line behind it ("The operation took 2m3s", then the module) opened a record
// of its own. Now that the target is told, the older record it ends is known: of one process, with that target.
Assembler::Open* Assembler::absorbing(Family& family, const Open& record) {
  if (!record.rules.front()->absorbs || record.key.empty()) return nullptr;
  for (const std::unique_ptr<Open>& older : family.open) {
    if (older.get() == &record) return nullptr;
    if (older->key == record.key && older->draft.writer == record.draft.writer) return older.get();
  }
  return nullptr;
}

// Moves `record` into `older`, as its end; gives the index of `older`.
std::size_t Assembler::absorb(Family& family, Open& older, Open& record) {
  Draft& draft = older.draft;
  if (draft.last != draft.first) timeline_->forget(draft.last);
  if (record.draft.first != record.draft.last) timeline_->forget(record.draft.last);
  draft.last = record.draft.first;
  draft.event.last_line = record.draft.event.last_line;
  draft.event.duration_s = record.draft.event.duration_s;
  draft.event.duration_precision_s = record.draft.event.duration_precision_s;
  draft.saw.insert(draft.saw.end(), record.draft.saw.begin(), record.draft.saw.end());
  older.last_stamp = record.first_stamp;
  older.rules.insert(older.rules.end(), record.rules.begin(), record.rules.end());
  older.end_rule = record.rules.front();
  const auto place = [&](const Open& one) {
    return std::find_if(family.open.begin(), family.open.end(), [&](const auto& open) { return open.get() == &one; });
  };
  family.open.erase(place(record));
  return static_cast<std::size_t>(place(older) - family.open.begin());
}

void Assembler::close(Family& family, std::size_t index) {
  const std::unique_ptr<Open> record = std::move(family.open[index]);
  family.open.erase(family.open.begin() + static_cast<std::ptrdiff_t>(index));
  Draft& draft = record->draft;
  model::RawEvent& event = draft.event;
  const Rule& lead = *record->rules.front();
  event.type = lead.facts.type;
  event.certainty = lead.facts.certainty;
  event.cost = lead.cost;
  event.target = record->target;
  draft.ended = record->end_rule != nullptr;
  // Both ends, or a duration, make it an `end`; otherwise it is what its first line told.
  event.marks = record->end_rule != nullptr && record->end_rule->part != Part::start ? record->end_rule->marks
                : draft.ended                                                        ? model::Marks::end
                                                                                     : lead.marks;
  draft.span_s = span(record->first_stamp, record->last_stamp);
  if (draft.span_s && *draft.span_s < 0) draft.span_s.reset();
  give(std::move(draft), record->rules);
}

void Assembler::give(Draft&& draft, const std::vector<const Rule*>& rules) {
  const Outcome outcome = settle(draft, rules);
  // By assigning `{}` they would keep their memory, for each of a million events.
  draft.captures = decltype(draft.captures)();
  draft.saw = decltype(draft.saw)();
  if (!outcome.drop && !outcome.becomes) return events_(std::move(draft));
  if (outcome.becomes && !outcome.drop) marks_(draft, *outcome.becomes);
  if (outcome.drop) {
    timeline_->forget(draft.first);
    if (draft.last != draft.first) timeline_->forget(draft.last);
  }
}

void Assembler::finish() {
  for (auto& [name, family] : families_) {
    while (!family->open.empty()) close(*family, 0);
  }
}

}  // namespace jitgate::recognise
