#include "screen/listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/instant.h"

namespace jitgate::screen {
namespace {

constexpr std::size_t kShown = 25;

std::string until_when(std::int64_t day, std::int64_t today) {
  if (day <= 0) return {};
  const std::int64_t left = day + kKeptDays - today;
  if (left < 0) return ", artifacts of GitHub's default have expired";
  return fmt::format(", fetch before {} ({} days)", date_of(day + kKeptDays), left);
}

void add_candidate(std::string& text, const Candidate& c, std::int64_t today) {
  text += fmt::format("probable{}  {}\n",
                      c.recurring    ? " recurring"
                      : c.neighbours ? " with neighbours"
                                     : "",
                      base::for_terminal(c.point));
  text += fmt::format("  run {}, {}{}; strong in {} of {} runs\n", base::for_terminal(c.run),
                      c.day <= 0 ? "no date" : date_of(c.day), until_when(c.day, today), c.strong_runs, c.runs);
  if (c.ttft_tail.strong) text += "  TTFT " + described(c.ttft_tail, c.ttft) + '\n';
  if (c.tpot_tail.strong) text += "  TPOT " + described(c.tpot_tail, c.tpot) + '\n';
}

}  // namespace

std::string date_of(std::int64_t day) {
  return day <= 0 ? std::string() : base::format_instant(day * base::kDay, 0).substr(0, 10);
}

std::string listing(const Screened& s, const std::vector<Sensitivity>& sensitivity, std::int64_t today, bool verbose) {
  std::string text = fmt::format(
      "{} of {} points ({} rows) have a strong tail: TTFT {}, TPOT {}; recurring {} and {}\n", s.candidates.size(),
      s.points, s.rows, s.strong_ttft, s.strong_tpot, s.recurring_ttft, s.recurring_tpot);
  text += "A tail is no proof of a compile: fetch these runs' logs and judge them with 'jitgate check'.\n";
  for (const auto& [what, rows] : s.told) text += fmt::format("{} {} {}\n", rows, rows == 1 ? "row" : "rows", what);
  const std::size_t shown = verbose ? s.candidates.size() : std::min(kShown, s.candidates.size());
  if (shown > 0) text += '\n';
  for (std::size_t i = 0; i < shown; ++i) add_candidate(text, s.candidates[i], today);
  if (shown < s.candidates.size()) text += fmt::format("and {} more (--verbose)\n", s.candidates.size() - shown);
  if (sensitivity.empty()) return text;
  text += "\nHow the counts hang on the thresholds (each halved and doubled; those that change nothing left out):\n";
  text += fmt::format("  {:<22}{:>10}{:>8}{:>8}{:>11}\n", "threshold", "value", "TTFT", "TPOT", "recurring");
  for (const Sensitivity& line : sensitivity) {
    const bool same = line.strong_ttft == s.strong_ttft && line.strong_tpot == s.strong_tpot &&
                      line.recurring == s.recurring_ttft + s.recurring_tpot;
    if (same && !verbose) continue;
    text += fmt::format("  {:<22}{:>10.4g}{:>8}{:>8}{:>11}\n", line.threshold, line.value, line.strong_ttft,
                        line.strong_tpot, line.recurring);
  }
  return text;
}

}  // namespace jitgate::screen
