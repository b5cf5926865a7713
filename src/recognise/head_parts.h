// The parts of the head parser, private to it. A head is a sequence of layers: transports wrap a process's line, the
// process decorates its logger's record. Each function below looks whether its kind of layer stands at the beginning
// of `rest`, and if so takes it off and notes what it tells; the order of nesting is not fixed anywhere, because
// nobody fixes it outside either.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/heard.h"

namespace jitgate::recognise {

struct HeadParts {
  explicit HeadParts(std::string_view line) : rest(line) {}

  std::string_view rest;          // not read yet
  model::LineHead head;           // its process name and message are filled in last
  std::string_view process_name;  // copied once, when the head is complete
  int labels_left = 2;            // labels looked behind for a head: bounds the looking

  void note(const model::Stamp& stamp) {
    if (stamp.zoned && !first_zoned_) {
      first_zoned_ = stamp;
      zoned_at_ = stamps_;
    }
    head.inner = stamp;
    ++stamps_;
  }
  // The outermost zoned stamp, unless it is the innermost stamp itself.
  [[nodiscard]] std::optional<model::Stamp> outer() const {
    return first_zoned_ && zoned_at_ + 1 != stamps_ ? first_zoned_ : std::nullopt;
  }
  // The process as a record tells it: only where no prefix told it already.
  void note_process(std::string_view name, std::int64_t pid) {
    if (head.prefixes > 0) return;
    if (process_name.empty()) process_name = name;
    if (head.process.pid < 0) head.process.pid = pid;
  }
  // Takes `count` bytes off, and one blank after them if there is one.
  void take(std::size_t count) {
    rest.remove_prefix(count);
    if (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) rest.remove_prefix(1);
  }

 private:
  std::optional<model::Stamp> first_zoned_;
  int stamps_ = 0;
  int zoned_at_ = 0;
};

enum class Layer : std::uint8_t {
  none,     // nothing here is known: the message begins
  wrapper,  // taken off; another layer may follow
  record,   // a logger's record head: the message begins behind it
};

// "(Worker_TP0 pid=771) ", "(Actor(F) pid=1, ip=10.0.0.1) ", "(pid=26110) ", "(EngineCore) "; "[rank3]:".
bool strip_process(HeadParts& parts);                           // prefixes.cc
bool strip_rank(HeadParts& parts);                              // prefixes.cc
void add_ranks(std::string_view name, model::Ranks* ranks);     // prefixes.cc: "Worker_DP0_TP1", "DP0 TP1"
std::optional<std::int64_t> read_pid(std::string_view digits);  // prefixes.cc: the whole text, in range

bool strip_job_columns(HeadParts& parts);     // wrappers.cc: "job<TAB>step<TAB>" before a stamp
bool strip_pasted_columns(HeadParts& parts);  // wrappers.cc: the same where blanks stand for the tabs
bool strip_task(HeadParts& parts);            // wrappers.cc: "3: " of srun -l
bool strip_label(HeadParts& parts);           // wrappers.cc: words that transports put in front
bool strip_rfc_5424(HeadParts& parts);        // wrappers.cc: "<14>1 2026-08-04T18:36:30Z host unit 9 - - "
bool strip_syslog(HeadParts& parts);          // wrappers.cc: "Aug  4 18:36:30 host unit[9]: "

model::Level level_at(std::string_view text, std::size_t* length);  // level_heads.cc: a whole level word, or none
model::Level level_of_letter(char letter);                          // level_heads.cc: glog's V D I W E F, or none
bool take_uvicorn_level(HeadParts& parts);                          // level_heads.cc: "INFO:     "
Layer read_level_head(HeadParts& parts);                            // level_heads.cc: heads that begin with a level
Layer read_glog_head(HeadParts& parts);                             // glog_heads.cc: "W0804 18:36:30.12 17 a.cc:1] "
Layer read_dated_head(HeadParts& parts);                            // dated_heads.cc: heads that begin with a stamp
Layer read_named_date(HeadParts& parts);                            // dated_heads.cc: … with the month's name
Layer read_bracket_head(HeadParts& parts);                          // bracket_heads.cc: heads that begin with '['

// How Ray's note "[repeated 7x across cluster]" ends, and whether it may stand at a line's end, which tells that the
// stream was merged. Asked of every line.
inline constexpr std::string_view kRepeatsEnd = "x across cluster]";
inline bool may_repeat(std::string_view line) {
  if (line.ends_with(']')) return line.ends_with(kRepeatsEnd);
  if (!line.ends_with(')')) return false;
  // Lines end so often. From the front, since rfind() is slow; and not by its bracket, which lines are full of.
  constexpr std::string_view kNote = "Ray deduplicates";
  std::size_t at = line.find(kNote);
  while (at != std::string_view::npos && (at == 0 || line[at - 1] != '(')) at = line.find(kNote, at + 1);
  return at != std::string_view::npos;
}

// One layer, whatever it is (head.cc); labels in front of nothing known are no layer.
Layer read_layer(HeadParts& parts);

}  // namespace jitgate::recognise
