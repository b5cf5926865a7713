// summary.md: the verdict, the points, which conditions hold, what to do; then what it rests on (markdown_details.cc).
// Names stand in code spans and sentences are escaped, so nothing from a log becomes markup, a link or a mention.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "base/escape.h"
#include "base/text.h"
#include "report/conditions.h"
#include "report/markdown_parts.h"
#include "report/names.h"
#include "report/reasons.h"
#include "report/report.h"
#include "report/wording.h"

namespace jitgate::report {
namespace {

// Past this many, points stand worst first, so that the ones for which no room is left are the best.
constexpr std::size_t kInOrder = 40;
constexpr std::size_t kCases = 10;

std::string of_events(int number, const std::map<std::string, int>& by_compiler) {
  if (number == 0) return "0";
  const std::string compilers = tally(by_compiler);
  return fmt::format("{}{}", number, compilers == "0" ? "" : ": " + sentence(compilers, 200));
}

std::string or_dash(const std::string& markdown) { return markdown.empty() ? "\xE2\x80\x93" : markdown; }

std::vector<std::string> point_rows(const model::Verdict& verdict, const std::vector<std::string>& names) {
  std::vector<std::size_t> order(verdict.points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (order.size() > kInOrder) {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return verdict.points[a].finding > verdict.points[b].finding;
    });
  }
  std::vector<std::string> rows;
  for (const std::size_t i : order) {
    const model::PointVerdict& point = verdict.points[i];
    const std::string workers = listed(folded(point.workers_affected), 6);
    rows.push_back(
        row({code(names[i]), fmt::format("**{}**", model::to_string(point.finding)), model::to_string(point.status),
             of_events(point.counts.in_window, point.counts.by_compiler),
             of_events(point.counts.possible, point.counts.possible_by_compiler),
             workers.empty() ? "none" : code(workers), or_dash(sentence(p99_and_median(point.metrics, "ttft"))),
             or_dash(sentence(p99_and_median(point.metrics, "tpot"))), sentence(window(point))}));
  }
  return rows;
}

std::vector<std::string> condition_rows(const model::Verdict& verdict) {
  std::vector<std::string> rows;
  for (const Condition& condition : conditions(verdict)) {
    rows.push_back(row({condition.what, condition.holds ? "Yes" : "**No**", sentence(condition.note, 300)}));
  }
  return rows;
}

// "- **code**" with its cases and, once in the page, each remedy.
std::vector<std::string> reason_blocks(const std::vector<ReasonGroup>& groups, bool advice,
                                       std::set<std::string>& told) {
  std::vector<std::string> blocks;
  for (const ReasonGroup& group : groups) {
    if (group.advice != advice) continue;
    std::string block = fmt::format("- **`{}`**\n", model::facts_of(group.code).name);
    for (std::size_t i = 0; i < std::min(kCases, group.cases.size()); ++i) {
      const ReasonCase& one = group.cases[i];
      const std::string points = one.points.empty() ? "" : code(listed(one.points, 12)) + ": ";
      block += "  - " + points + sentence(one.message) + "\n";
    }
    if (group.cases.size() > kCases) block += fmt::format("  - and {} more\n", group.cases.size() - kCases);
    std::size_t remedies = 0;
    for (const std::string& remedy : group.remedies) {
      if (!told.insert(remedy).second || remedies++ >= kCases) continue;
      block += "  - \xE2\x86\x92 " + sentence(remedy) + "\n";
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace

void add_judgement(Page& page, const model::Verdict& verdict, const std::vector<std::string>& names) {
  page.add_all(table_head({"Point", "Finding", "Status", "Events in the window", "Possible", "Workers affected",
                           "TTFT p99", "TPOT p99", "Window"}),
               point_rows(verdict, names), "points", 0.4);
  page.add_all("\n## Conditions of a proof\n" + table_head({"Condition", "Holds", "Why not"}), condition_rows(verdict),
               "conditions");
  if (!verdict.unobservable.empty()) {
    page.add("\nCompilers that print nothing by default, so that no log can speak for them: " +
             sentence(listed(verdict.unobservable, 0)) + "\n");
  }
  std::set<std::string> told;
  const std::vector<ReasonGroup> groups = grouped_reasons(verdict, names);
  page.add_all("\n## What to do\n\n", reason_blocks(groups, false, told), "reasons", 0.6);
  page.add_all("\n## Advice\n\n", reason_blocks(groups, true, told), "pieces of advice", 0.5);
}

std::string code(std::string_view name, int width) { return base::markdown_code(shown(name, width)); }

std::string sentence(std::string_view text, int width) { return base::for_markdown(shown(text, width)); }

std::string markdown(const model::Verdict& verdict, std::size_t budget, const std::string& timeline) {
  const std::string title =
      fmt::format("# jitgate: {}\n\n**{}** (exit status {})\n", shouted(model::to_string(verdict.status)),
                  headline(verdict), verdict.exit_code);
  const std::string everything = "verdict.json and events.jsonl hold everything.";
  const std::vector<std::string> names = labels(verdict.points);
  for (const bool rationed : {false, true}) {
    Page page(budget, rationed);
    if (!page.add(title)) break;
    add_judgement(page, verdict, names);
    if (!timeline.empty()) page.add("\n## Timeline\n\n```text\n" + timeline + "```\n");
    add_details(page, verdict, names);
    if (rationed || page.whole()) return page.taken(everything);
  }
  return base::valid_utf8(title + "\nNo room for more. " + everything + "\n", budget);
}

}  // namespace jitgate::report
