// Decides which rules a line satisfies, once a needle was found in it. The usual case is a record whose message a
// pattern matches from its beginning. The rest is about lines that writers spoilt: a record glued to a progress bar,
// two records in one line, a record torn by another process. Those are accepted too, but what stands behind the
// remains of another record is marked doubtful, and what stands in quoted text is refused.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/heard.h"
#include "recognise/rule.h"

namespace jitgate::recognise {

struct Match {
  std::uint32_t rule = 0;
  model::LineHead head;                  // of the record that matched: a glued record's own
  std::vector<std::string_view> groups;  // by capture index, views into the segment; [0] is the whole match
  std::size_t record_begin = 0;          // offsets in the segment
  std::size_t begin = 0, end = 0;        // of the match
  bool doubtful = false;
  bool headless = false;      // of a rule that wants a head, taken without one (HeadNeed::torn)
  bool unfamiliar = false;    // its head is not the one that the line was read with (second_look.h)
  std::string_view unfolded;  // the record's text where that is not a part of the line; null data: it is
};

class Matcher {
 public:
  explicit Matcher(const std::vector<Rule>& rules) : rules_(&rules) {}

  // Appends the matches of the `candidates` (indexes of rules) in `segment`, whose head is `head`. False: the line held
  // so many needles that not every place was looked at. `in_text`: what stands above makes a line without a head
  // somebody's text, so that it is not what a torn record left.
  bool match(std::string_view segment, const model::LineHead& head, const std::vector<std::uint32_t>& candidates,
             std::vector<Match>& out, bool in_text = false) const;

 private:
  struct Line;
  void direct(Line& line, std::uint32_t number) const;
  void find_glued(Line& line, std::uint32_t number) const;
  void take_glued(Line& line) const;
  void over_line(Line& line, std::uint32_t number) const;
  void keep(Line& line, std::uint32_t number, const Match& match) const;

  const std::vector<Rule>* rules_;
};

}  // namespace jitgate::recognise
