// One rule of the catalogue as the engine holds it: the facts that other stages get, and how its line is recognised.
// It is data only. What a field means for a rule's author stands in schemas/rules.schema.json and at the top of
// rules/vllm_monitor.yaml; here stands what the engine does with it. A rule never names code, so a policy can add
// rules without becoming a program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source_line.h"
#include "model/evidence.h"
#include "model/heard.h"
#include "model/rule_facts.h"
#include "recognise/lazy_regex.h"

namespace jitgate::recognise {

struct RuleSource;  // catalogue.h

// Must the line have a logger's record head (level, stamp, tag)?
enum class RecordNeed : std::uint8_t { any, yes, no };

struct HeadNeed {
  RecordNeed record = RecordNeed::any;
  bool message_begins = false;       // the match begins where the message does
  bool torn = false;                 // a line without any head will do, as what a torn record left: never sure
  std::vector<model::Level> levels;  // empty: any. Asked of records only
  std::vector<std::string> tags;     // globs; empty: any
};

// A record of several lines: what this line is in it.
enum class Part : std::uint8_t { single, start, progress, detail, end, failed, wait };
// What a part becomes that no open record awaits.
enum class Alone : std::uint8_t { event, probable, nothing };
// When a part closes its record. `complete`: captures n and m are there and equal; `complete_alone`: the same, but
// only if no start line opened the record.
enum class Closes : std::uint8_t { never, always, complete, complete_alone };

// Must a line and the record it joins agree in this? `wish`: of the process, unless one of them tells none; of the
// target, unless no open record has it (the latest is then taken).
enum class Join : std::uint8_t { no, wish, must };

enum class Unit : std::uint8_t { s, ms, us, min, clock, spoken };

struct Threshold {
  enum class Op : std::uint8_t { lt, le, eq, ne, ge, gt } op = Op::eq;
  double value = 0;
  [[nodiscard]] bool holds(double x) const;
};

// One case of `when`: all given conditions must hold. A condition on something the record did not tell never holds.
struct Case {
  std::optional<Threshold> duration_s, span_s, candidates, waiters;
  std::optional<bool> ended, failed, after_ready, after_armed;
  std::vector<std::pair<std::string, Threshold>> numbers;  // of captures, by name
  std::vector<std::pair<std::string, std::string>> texts;  // captures equal to a text
  std::vector<std::string> saw;                            // a line of one of these rules joined the record

  std::optional<model::EventType> event_type;
  std::optional<model::Certainty> certainty;
  std::optional<model::Cost> cost;
  std::optional<model::Marks> marks;
  std::optional<model::MarkKind> becomes;  // no event but a mark
  bool drop = false;                       // nothing at all
};

struct Sample {
  std::string text;
  base::TextPlace at;                                       // in the rule's file
  std::vector<std::pair<std::string, std::string>> gives;   // every capture that takes part
  std::vector<std::pair<std::string, std::string>> expect;  // fields of the event or mark it becomes
};

struct Explanation {
  std::string means, prints, silence, cause, warm_up;
};

struct Rule {
  model::RuleFacts facts;
  std::string source;                         // file name
  std::shared_ptr<const RuleSource> file;     // the file itself; null: embedded
  base::TextPlace at, pattern_at, needle_at;  // in it; `at` is of its `id`
  bool embedded = false;

  bool is_mark = false;
  model::MarkKind mark = model::MarkKind::progress;
  model::Cost cost = model::Cost::unknown;
  model::Marks marks = model::Marks::unknown;

  std::string pattern, needle, unless;
  bool over_line = false;  // the pattern is searched in the whole line and not in the message
  bool quoted = false;     // a match inside quotes is accepted
  bool fallback = false;   // only where no other rule took that stretch of the line
  HeadNeed head;
  Unit unit = Unit::s;
  std::string detail;  // template for the detail; empty: the capture `detail`

  std::string record;  // family of a record of several lines; empty: one line
  Part part = Part::single;
  Join join_process = Join::no, join_target = Join::no;
  bool absorbs = false;  // once its target is told, this start's record goes into an older one with that target
  std::vector<std::string> follows;     // joins only a record whose last line was of one of these rules
  std::vector<std::string> ends_after;  // a start that ends an open record whose last line was of one of these
  Alone alone = Alone::event;
  Closes closes = Closes::never;
  std::uint64_t max_lines = 20'000;  // a record without news for so many lines is over

  bool once = false;                    // the same text of the same process is one event, however often printed
  std::vector<std::string> relays;      // with `once`: globs of processes that only print others' text again
  std::optional<model::MarkKind> also;  // a mark besides the event
  std::string verbose_proof;            // capture whose presence shows a monitor that reports every compile
  std::vector<Case> when;

  Explanation explain;
  std::vector<Sample> samples;
  std::vector<std::pair<std::string, base::TextPlace>> counter_samples;
  std::vector<std::string> overlaps;  // rules that may take the same line
  bool replace = false;

  std::shared_ptr<const LazyRegex> regex, unless_regex;  // made when the catalogue is put together
};

}  // namespace jitgate::recognise
