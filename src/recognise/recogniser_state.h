// What recognition holds of one log while it is read. In a header of its own because two files work on it:
// recogniser.cc reads lines in full, known_lines.cc takes those whose head is known.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "recognise/assembler.h"
#include "recognise/catalogue_state.h"
#include "recognise/clock_steps.h"
#include "recognise/enclosed.h"
#include "recognise/head_shapes.h"
#include "recognise/line_labels.h"
#include "recognise/mark_book.h"
#include "recognise/matcher.h"
#include "recognise/process_table.h"
#include "recognise/recogniser.h"
#include "recognise/scanner.h"
#include "recognise/timeline.h"
#include "recognise/wanted.h"
#include "recognise/zone_sampler.h"

namespace jitgate::recognise {

struct Recogniser::State {
  const Catalogue* catalogue;
  const std::vector<Rule>* rules;
  const RuleIndex* index;
  std::string path;
  Listening listening;
  RecogniseLimits limits;
  std::shared_ptr<const Wanted> wanted;
  Matcher matcher;
  Timeline timeline;
  ProcessTable processes;
  ZoneSampler zones;
  ClockSteps steps;
  MarkBook marks;
  HeadShapes shapes;
  Opening opening;
  LineLabels labels;
  Assembler assembler;
  model::LogEvidence evidence;
  std::deque<Draft> drafts;  // grows without a copy of all, and goes piece by piece when they become events
  std::vector<Hit> hits;
  std::vector<std::uint32_t> candidates;
  std::vector<Match> matches;
  std::deque<std::string> unfolded;                               // texts that matches of this segment have views into
  std::vector<std::pair<std::size_t, Timeline::Moment>> moments;  // of the segment's records, by where they begin
  std::vector<int> armed;                                         // processes that a monitor spoke of, each once
  std::uint64_t order = 0;
  bool ready = false, any_armed = false, too_many = false;
  bool folded = false;               // the stamp of the line in hand is
  bool heads = false;                // some line had a logger's record head
  std::string above;                 // text from the last line with a head on, as far as it stands in earlier blocks
  const char* since = nullptr;       // where it goes on in this block
  int asked = 0;                     // how often it was looked at
  bool listed = false;               // the last line that was asked for stood in a printed list
  const char* block_text = nullptr;  // where the block's text begins; hits are told from there
  bool frames = false;               // the block has lone CRs
  bool tabs = false;
  HeadShape* shape = nullptr;                // that the line in hand has
  std::optional<MarkBook::Place> renewable;  // where the mark went that was made last
  std::uint64_t last_line = 0;

  State(const Catalogue& given, const std::vector<Rule>& all, const RuleIndex& rule_index, std::string log,
        Listening listen, RecogniseLimits limit, std::shared_ptr<const Wanted> words)
      : catalogue(&given),
        rules(&all),
        index(&rule_index),
        path(std::move(log)),
        listening(std::move(listen)),
        limits(limit),
        wanted(std::move(words)),
        matcher(*rules),
        marks(timeline),
        assembler(
            timeline, limits.text, [this](Draft&& draft) { take(std::move(draft)); },
            [this](const Draft& draft, model::MarkKind kind) { demote(draft, kind); }) {}

  void begin(bool whole);
  void scan(const model::Block& block);
  void line(std::string_view text, const Hit* hit, const Hit* end, std::uint64_t number, std::uint64_t byte);
  void segment(std::string_view text, const Hit* hit, const Hit* end, std::uint64_t number, std::uint64_t byte,
               model::Process& writer, bool whole);
  bool known(std::string_view text, const Hit* hit, const Hit* end, std::uint64_t number);
  bool pulse(std::string_view text, const Hit& hit, std::uint64_t number);
  void remember(std::string_view text, const model::LineHead& head, const Hit* hit, const Hit* end, bool own);
  void take_label(std::string_view* text, model::LineHead* head, model::Process* writer) const;
  void begin_record(std::string_view text);
  void matched(const Match& match, std::string_view text, std::uint64_t number, std::uint64_t byte);
  Timeline::Moment moment_of(const Match& match, const Piece& piece);
  void mark(const Rule& rule, model::MarkKind kind, const std::string& detail, const Match& match, int writer,
            Timeline::Ticket ticket, std::string_view text, std::uint64_t number);
  Above above_line(std::string_view text, const model::LineHead& head);
  [[nodiscard]] std::string lines_above(std::string_view text) const;
  bool is_listed(std::string_view text, const model::LineHead& head);
  bool match(std::string_view text, const model::LineHead& head);
  void leave(std::string_view block);
  void take(Draft&& draft);
  void demote(const Draft& draft, model::MarkKind kind);
  void note_armed(int writer);
  void note_odd_date(std::string_view text, std::uint64_t number);
  void note_stamps(model::LineHead& head, int process, std::uint64_t number);
};

}  // namespace jitgate::recognise
