#include "recognise/second_look.h"

#include <algorithm>

#include "base/text.h"
#include "recognise/head.h"
#include "recognise/head_words.h"
#include "recognise/json_values.h"
#include "recognise/printed_list.h"
#include "recognise/unknown_record.h"

namespace jitgate::recognise {
namespace {

constexpr int kMostNested = 3;  // objects in strings of objects
constexpr std::size_t kMostTexts = 256;

struct Look {
  const std::vector<Rule>& rules;
  const Matcher& matcher;
  const std::vector<std::uint32_t>& candidates;
  std::deque<std::string>& unfolded;
  std::vector<Match>& out;

  [[nodiscard]] bool has_event(const std::vector<Match>& matches) const {
    return std::any_of(matches.begin(), matches.end(), [&](const Match& match) { return !rules[match.rule].is_mark; });
  }

  [[nodiscard]] bool holds_needle(std::string_view line) const {
    return std::any_of(candidates.begin(), candidates.end(), [&](std::uint32_t number) {
      return base::contains_nocase(line, base::lower(rules[number].needle));
    });
  }

  // One line of a JSON string, as if it stood in the log.
  void text_line(std::string_view line, const model::LineHead& around_head, const Around& around, int depth) {
    if (unfolded.size() >= kMostTexts || !holds_needle(line)) return;
    const std::string_view text = unfolded.emplace_back(line);
    model::LineHead head = read_head(text);
    if (!head.process.told()) {
      head.process = around_head.process;
      head.prefixes = around_head.prefixes;
    }
    if (const std::size_t at = json_begins(head.message); at != std::string_view::npos && depth < kMostNested) {
      return json(head.message.substr(at), head, around, depth + 1);
    }
    std::vector<Match> found;
    // As in a text: what is left of torn heads stands on lines of its own.
    matcher.match(text, head, candidates, found, true);
    if (!has_event(found)) match_unknown(rules, text, head, candidates, around, found);
    for (Match& match : found) {
      date_by(around, match.head);
      match.unfolded = text.substr(match.record_begin);
      // No other record of the line has this beginning: each text has times of its own.
      match.record_begin += (unfolded.size() << 20U) + 1;
      match.unfamiliar = true;
      out.push_back(std::move(match));
    }
  }

  void json(std::string_view text, const model::LineHead& head, const Around& outer, int depth) {
    for (const JsonValue& value : read_json_values(text)) {
      Around around = value.around;
      if (!around.stamp) around.stamp = outer.stamp;
      if (!around.stamp) around.stamp = head.inner ? head.inner : head.outer;
      if (around.level == model::Level::none) around.level = outer.level;
      for (const std::string_view line : base::split(value.text, '\n'))
        text_line(base::trim(line), head, around, depth);
    }
  }
};

// Rich's handler puts the place that logged at the end of the row. Where it leaves out time and level, that is all
// there is of a head.
bool ends_with_place(std::string_view segment) {
  segment = base::trim(segment);
  const std::size_t blank = segment.rfind(' ');
  return blank != std::string_view::npos && source_place(segment.substr(blank + 1));
}

}  // namespace

void look_again(const std::vector<Rule>& rules, const Matcher& matcher, std::string_view segment,
                const model::LineHead& head, const std::vector<std::uint32_t>& candidates, bool listed,
                std::deque<std::string>& unfolded, std::vector<Match>& out) {
  Look look{rules, matcher, candidates, unfolded, out};
  if (listed) return look.json("{\"line\": " + std::string(list_element(head.message)) + '}', head, {}, 0);
  if (is_printed_field(head.message)) return look.json('{' + std::string(base::trim(head.message)), head, {}, 0);
  // What a known logger says at such a level was judged with its head.
  const bool mild = head.record && (head.level == model::Level::info || head.level == model::Level::debug);
  if (const std::size_t at = json_begins(head.message); at != std::string_view::npos && !mild) {
    look.json(head.message.substr(at), head, {std::nullopt, head.level, false}, 0);
  }
  if (!look.has_event(out))
    match_unknown(rules, segment, head, candidates, {std::nullopt, model::Level::none, ends_with_place(segment)}, out);
}

}  // namespace jitgate::recognise
