#include "recognise/unknown_record.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/text.h"
#include "recognise/enclosed.h"
#include "recognise/pattern_run.h"
#include "recognise/unknown_head.h"

namespace jitgate::recognise {
namespace {

constexpr int kTries = 8;
constexpr std::size_t kSearched = 16 * 1024;  // bytes of a line

bool asks_for_record(const Rule& rule) {
  return !rule.is_mark && !rule.over_line && !rule.fallback && rule.head.message_begins;
}

// Where the quotes that the sentence stands in end.
std::size_t end_of_quote(std::string_view segment, std::size_t at, char quote) {
  for (; at < segment.size(); ++at) {
    if (segment[at] == '\\') {
      ++at;
    } else if (segment[at] == quote) {
      return at;
    }
  }
  return segment.size();
}

bool level_fits(const HeadNeed& need, model::Level level) {
  return need.levels.empty() || level == model::Level::none ||
         std::find(need.levels.begin(), need.levels.end(), level) != need.levels.end();
}

bool tag_fits(const HeadNeed& need, std::string_view tag) {
  return need.tags.empty() || std::any_of(need.tags.begin(), need.tags.end(),
                                          [&](const std::string& glob) { return base::glob_match(glob, tag); });
}

bool takes_prints(const HeadNeed& need) {
  return need.record == RecordNeed::no || need.levels == std::vector<model::Level>{model::Level::none};
}

// Bars end without a line's end: the next record is glued to them.
std::string_view behind_bar(std::string_view front) {
  const std::size_t bar = front.find("%|");
  const std::size_t close = bar == std::string_view::npos ? bar : front.find(']', bar);
  return close == std::string_view::npos ? front : front.substr(close + 1);
}

// The head in front of `at`, whatever wrote it; nothing: what stands there is no head.
struct FoundHead : UnknownHead {
  bool sure = false;  // plain and dated, and what the rule asks of a head
};
std::optional<FoundHead> head_in_front(std::string_view segment, std::size_t at, const Rule& rule,
                                       const model::LineHead& known, const Around& around) {
  const std::string_view front = behind_bar(segment.substr(0, at));
  if (cites_log(front)) return std::nullopt;
  const std::size_t message = known.message.data() == nullptr ? at : std::min(at, offset_in(segment, known.message));
  if (!known.record && counts_lines(segment.substr(message, at - message))) return std::nullopt;
  std::optional<FoundHead> found;
  if (auto read = read_unknown_head(front)) found.emplace(FoundHead{std::move(*read)});
  if (!found && around.vouches && at == offset_in(segment, known.message) && !known.record) {
    found.emplace();
    found->head = known;
    found->head.record = found->strict = true;
  }
  if (!found) return found;
  // A head that is known and of a level of its own was judged already, by what the rule asks of heads.
  // But a rule for prints has not judged records, and a fork of the runtime may log what it printed.
  if (found->strict && found->head.level != model::Level::none && !takes_prints(rule.head)) return std::nullopt;
  // What was taken off in front of the line may have dated it (a label's stamp).
  if (!found->head.inner && !found->head.outer) found->head.inner = known.inner;
  found->sure = found->plain && (found->head.inner || found->head.outer);
  date_by(around, found->head);
  if (found->head.level == model::Level::none) found->head.level = around.level;
  const model::Level level = found->head.level;
  const bool dated = found->head.inner || found->head.outer;
  const bool mild = level == model::Level::info || level == model::Level::debug;
  if (around.vouches && found->strict) found->sure = dated;
  const bool strange = takes_prints(rule.head) || !tag_fits(rule.head, found->head.tag);
  found->sure = found->sure && !strange && (rule.head.levels.empty() || !mild) && level_fits(rule.head, level);
  return found;
}

}  // namespace

void date_by(const Around& around, model::LineHead& head) {
  if (!head.inner) {
    head.inner = around.stamp;
  } else if (!head.outer && around.stamp && around.stamp->zoned) {
    head.outer = around.stamp;
  }
  if (head.inner && head.outer) pair_stamps(*head.inner, *head.outer);
}

void match_unknown(const std::vector<Rule>& rules, std::string_view segment, const model::LineHead& known,
                   const std::vector<std::uint32_t>& candidates, const Around& around, std::vector<Match>& out) {
  // A pattern that wants the end of its message must find it in front of the quotes that the message stands in. What
  // stands further back than a head is long need not be searched.
  const bool quoted = segment.ends_with('"') || segment.ends_with('\'');
  const std::string_view searched = segment.substr(0, segment.size() - (quoted ? 1 : 0)).substr(0, kSearched);
  std::size_t taken_at = std::string_view::npos;
  for (const std::uint32_t number : candidates) {
    const Rule& rule = rules[number];
    if (!asks_for_record(rule)) continue;
    Match match;
    match.rule = number;
    std::size_t from = 0;
    for (int tries = 0; tries < kTries && run_pattern(rule, searched, from, false, match.groups, Want::place);
         ++tries) {
      const std::size_t at = offset_in(segment, match.groups[0]);
      from = at + 1;
      if (at > taken_at) break;
      std::optional<FoundHead> head = head_in_front(segment, at, rule, known, around);
      if (!head) continue;
      const std::size_t end = head->quote == 0 ? segment.size() : end_of_quote(segment, at, head->quote);
      // Behind an element of a printed list stands a comma.
      if (head->wholly_quoted && (end >= segment.size() || !base::trim(segment.substr(end + 1)).empty())) continue;
      const std::string_view message = segment.substr(at, end - at);
      if (!run_pattern(rule, message, 0, true, match.groups)) continue;
      if (rule.unless_regex != nullptr &&
          re2::RE2::PartialMatch(re2::StringPiece(message.data(), message.size()), rule.unless_regex->get())) {
        continue;
      }
      match.head = std::move(head->head);
      match.head.message = message;
      if (!match.head.process.told()) match.head.process = known.process;
      match.head.prefixes = known.prefixes;
      match.begin = at;
      match.end = at + match.groups[0].size();
      match.doubtful = !head->sure;
      match.unfamiliar = true;
      taken_at = at;
      out.push_back(std::move(match));
      break;
    }
  }
}

}  // namespace jitgate::recognise
