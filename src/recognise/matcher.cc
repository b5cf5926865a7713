#include "recognise/matcher.h"

#include <re2/re2.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "recognise/enclosed.h"
#include "recognise/head.h"
#include "recognise/pattern_run.h"

namespace jitgate::recognise {
namespace {

// A hostile line may hold a needle a thousand times: so often is one rule tried on it, and so many bytes are searched
// for glued records in all.
constexpr int kTries = 16;
constexpr std::size_t kGluedBytes = 512 * 1024;

bool head_fits(const HeadNeed& need, const model::LineHead& head) {
  if (need.record == RecordNeed::yes && !head.record) return false;
  if (need.record == RecordNeed::no && head.record) return false;
  if (!head.record) return true;
  if (!need.levels.empty() && std::find(need.levels.begin(), need.levels.end(), head.level) == need.levels.end()) {
    return false;
  }
  return need.tags.empty() || std::any_of(need.tags.begin(), need.tags.end(),
                                          [&](const std::string& tag) { return base::glob_match(tag, head.tag); });
}

// A record whose head was torn off: the line has none, though the rule wants one.
bool torn_fits(const HeadNeed& need, const model::LineHead& head) {
  return need.torn && need.record == RecordNeed::yes && !head.record;
}

// Nothing, or junk without a letter or digit.
bool is_blank(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  });
}

}  // namespace

struct Matcher::Line {
  struct Glued {
    std::uint32_t rule;
    std::size_t head_begin;  // where the glued record begins; the match itself where it has no head (behind a bar)
    std::size_t at;          // where the match begins
    bool bare;
    bool remnant;  // the end of a head stands in front, from head_begin
  };
  std::string_view segment;
  const model::LineHead* head = nullptr;
  bool in_text = false;
  std::size_t message_at = 0;
  std::vector<Glued> glued;
  std::vector<Match> taken;
  std::size_t searched = 0;  // bytes
  bool complete = true;
};

void Matcher::keep(Line& line, std::uint32_t number, const Match& match) const {
  const Rule& rule = (*rules_)[number];
  if (rule.unless_regex != nullptr) {
    const std::string_view rest = line.segment.substr(match.begin);
    if (re2::RE2::PartialMatch(re2::StringPiece(rest.data(), rest.size()), rule.unless_regex->get())) return;
  }
  line.taken.push_back(match);
}

// The rule on the line's own record.
void Matcher::direct(Line& line, std::uint32_t number) const {
  const Rule& rule = (*rules_)[number];
  Match match;
  if (!head_fits(rule.head, *line.head)) {
    if (line.in_text || !torn_fits(rule.head, *line.head)) return;
    match.doubtful = match.headless = true;
  }
  match.rule = number;
  match.head = *line.head;
  const std::string_view message = line.head->message;
  TextWatch watch(message);
  std::size_t from = 0;
  for (int tries = 0; tries < kTries && run_pattern(rule, message, from, rule.head.message_begins, match.groups);
       ++tries) {
    const std::size_t begin = offset_in(message, match.groups[0]);
    if (begin == 0 || rule.head.message_begins || rule.quoted || !watch.inside(begin)) {
      match.begin = line.message_at + begin;
      match.end = match.begin + match.groups[0].size();
      return keep(line, number, match);
    }
    from = begin + 1;
    if (tries + 1 == kTries && !rule.is_mark) line.complete = false;
  }
}

void Matcher::find_glued(Line& line, std::uint32_t number) const {
  const Rule& rule = (*rules_)[number];
  if (!rule.head.message_begins) return;
  std::vector<std::string_view> groups;
  std::size_t from = line.message_at + 1;
  for (int tries = 0;; ++tries) {
    line.searched += line.segment.size() - std::min(from, line.segment.size());
    if (tries == kTries || line.searched > kGluedBytes + line.segment.size()) {
      if (!rule.is_mark) line.complete = false;
      return;
    }
    if (!run_pattern(rule, line.segment, from, false, groups, Want::place)) return;
    const std::size_t at = offset_in(line.segment, groups[0]);
    const std::size_t begin = find_glued_head(line.segment, at);
    const std::string_view before = line.segment.substr(line.message_at, at - line.message_at);
    const bool torn = rule.head.torn && !line.in_text;
    const bool behind_bar =
        is_progress_bar(before) && (rule.head.record != RecordNeed::yes || (torn && base::trim(before).ends_with(']')));
    if (begin != std::string_view::npos) {
      if (begin >= line.message_at) line.glued.push_back({number, begin, at, false, false});
    } else if (behind_bar) {
      line.glued.push_back({number, at, at, true, false});
    } else if (const std::size_t remnant = torn ? head_remnant(before) : 0; remnant > 0) {
      line.glued.push_back({number, at - remnant, at, true, true});
    }
    from = at + 1;
  }
}

// Judges the glued records in the order of the line. A record in front of one ends where it begins.
void Matcher::take_glued(Line& line) const {
  TextWatch watch(line.segment.substr(line.message_at));
  for (std::size_t i = 0; i < line.glued.size(); ++i) {
    const Line::Glued& glued = line.glued[i];
    const Match* outer = nullptr;  // the last taken record in front
    for (const Match& match : line.taken) {
      if (match.record_begin < glued.head_begin && (outer == nullptr || match.begin >= outer->begin)) outer = &match;
    }
    const bool behind_event = outer != nullptr && !(*rules_)[outer->rule].is_mark;
    const std::size_t outer_end = outer == nullptr ? line.message_at : std::min(outer->end, glued.head_begin);
    const std::string_view before = line.segment.substr(outer_end, glued.head_begin - outer_end);
    // An event's own text is no prompt, whatever quotes a torn detail leaves open.
    const bool in_text = watch.inside(glued.at - line.message_at);
    if (in_text && !behind_event) continue;
    std::size_t end = line.segment.size();
    for (std::size_t k = i + 1; k < line.glued.size(); ++k) {
      if (line.glued[k].head_begin > glued.at) {
        end = line.glued[k].head_begin;
        break;
      }
    }
    const std::size_t from = glued.bare ? glued.at : glued.head_begin;
    const std::string_view stretch = line.segment.substr(from, end - from);
    Match match;
    match.rule = glued.rule;
    match.record_begin = glued.head_begin;
    match.head = glued.bare ? *line.head : read_head(stretch);
    if (glued.bare) {
      match.head.message = stretch;
      match.head.record = false;
    }
    const Rule& rule = (*rules_)[glued.rule];
    match.headless = glued.bare && torn_fits(rule.head, match.head);
    if (!match.headless && !head_fits(rule.head, match.head)) continue;
    if (!run_pattern(rule, match.head.message, 0, true, match.groups)) continue;
    match.begin = offset_in(line.segment, match.groups[0]);
    match.end = match.begin + match.groups[0].size();
    const bool clear = is_blank(before) || is_progress_bar(before);
    // Bare text in front that looks like a quotation (a grep's output, Markdown) is somebody's report of a record.
    if (!is_progress_bar(before) && !line.head->record && !behind_event &&
        (is_quotation(before) || cites_log(before) || counts_lines(before)))
      continue;
    // A whole record with its own prefix behind another record is as good as one on a line of its own.
    match.doubtful = match.headless || (!clear && !((line.head->record || behind_event) && match.head.process.told()));
    if (glued.remnant && line.head->record) {
      // Stamp and prefix are those of the record in front, which tore this one.
      match.head.inner.reset();
      match.head.process = {};
    }
    if (!match.doubtful && !match.head.process.told()) {
      // The prefix stands once in a physical line, in front of the bar.
      match.head.process = line.head->process;
      match.head.prefixes = line.head->prefixes;
    }
    keep(line, glued.rule, match);
  }
}

void Matcher::over_line(Line& line, std::uint32_t number) const {
  const Rule& rule = (*rules_)[number];
  Match match;
  match.rule = number;
  TextWatch watch(line.segment.substr(line.message_at));
  std::size_t from = 0;
  for (int tries = 0; run_pattern(rule, line.segment, from, false, match.groups); ++tries) {
    if (tries == kTries) {
      if (!rule.is_mark) line.complete = false;
      return;
    }
    match.begin = offset_in(line.segment, match.groups[0]);
    match.end = match.begin + match.groups[0].size();
    from = match.begin + 1;
    const bool taken = std::any_of(line.taken.begin(), line.taken.end(), [&](const Match& other) {
      return match.begin >= other.record_begin && match.begin < other.end;
    });
    if (rule.fallback && taken) continue;
    match.head = *line.head;
    match.record_begin = 0;
    if (match.begin >= line.message_at) {
      const std::string_view before = line.segment.substr(line.message_at, match.begin - line.message_at);
      if (!rule.quoted && (watch.inside(before.size()) ||
                           (!line.head->record && (is_quotation(before) || cites_log(before) || counts_lines(before)))))
        continue;
      const std::size_t glued = find_glued_head(line.segment, match.end);
      if (glued != std::string_view::npos && glued >= line.message_at) {
        match.head = read_head(line.segment.substr(glued));
        match.record_begin = glued;
      } else {
        match.head.level = model::Level::none;  // the outer record's level is not this text's
        match.head.inner.reset();
        match.record_begin = match.begin;
      }
    }
    if (!head_fits(rule.head, match.head)) continue;
    const std::size_t before = line.taken.size();
    keep(line, number, match);
    if (line.taken.size() > before) from = std::max(from, match.end);
  }
}

bool Matcher::match(std::string_view segment, const model::LineHead& head, const std::vector<std::uint32_t>& candidates,
                    std::vector<Match>& out, bool in_text) const {
  Line line;
  line.segment = segment;
  line.in_text = in_text;
  line.head = &head;
  line.message_at = head.message.data() == nullptr ? segment.size() : offset_in(segment, head.message);
  for (const std::uint32_t number : candidates) {
    if (!(*rules_)[number].over_line) find_glued(line, number);
  }
  std::sort(line.glued.begin(), line.glued.end(), [](const Line::Glued& a, const Line::Glued& b) {
    return std::tie(a.at, a.head_begin, a.rule) < std::tie(b.at, b.head_begin, b.rule);
  });
  // The line's own record ends where the first glued one begins.
  model::LineHead own = head;
  TextWatch watch(segment.substr(line.message_at));
  for (const Line::Glued& glued : line.glued) {
    // Asked at the phrase and not at its head: where a head begins is a guess, that there is one is not.
    if (watch.inside(glued.at - line.message_at)) continue;
    own.message = own.message.substr(0, glued.head_begin - std::min(glued.head_begin, line.message_at));
  }
  line.head = &own;
  for (const std::uint32_t number : candidates) {
    if (!(*rules_)[number].over_line && !(*rules_)[number].fallback) direct(line, number);
  }
  if (line.taken.empty() && own.message.size() != head.message.size()) {
    // A pattern that wants more than the stretch before the glued record may still be what the whole line is.
    own.message = head.message;
    for (const std::uint32_t number : candidates) {
      if (!(*rules_)[number].head.message_begins && !(*rules_)[number].over_line) direct(line, number);
    }
  }
  take_glued(line);
  for (const std::uint32_t number : candidates) {
    if ((*rules_)[number].over_line) over_line(line, number);
  }
  std::stable_sort(line.taken.begin(), line.taken.end(),
                   [](const Match& a, const Match& b) { return a.begin < b.begin; });
  for (Match& match : line.taken) out.push_back(std::move(match));
  return line.complete;
}

}  // namespace jitgate::recognise
