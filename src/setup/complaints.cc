#include "setup/complaints.h"

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "base/text.h"

namespace jitgate::setup {
namespace {

constexpr std::size_t kShown = 5;
// Enough to sort the first five of any file by place, and little enough for a file that is wrong everywhere.
constexpr std::size_t kKept = 1000;
constexpr std::size_t kWord = 60;

void add_line(std::string& text, const std::string& line) {
  if (!text.empty() && !line.empty()) text += '\n';
  text += line;
}

bool before(Place a, Place b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); }

}  // namespace

std::string in_quotes(std::string_view text) {
  // Cut before escaping, so that no escape is cut in two; an escape makes at most six characters of one.
  return "'" + base::for_terminal(base::valid_utf8(text, kWord)) + "'";
}

void Complaints::add(Place at, std::string what, std::string hint) {
  ++count_;
  if (kept_.size() < kKept) kept_.push_back({at, std::move(what), std::move(hint)});
}

base::Problem Complaints::problem() const {
  std::vector<Complaint> sorted = kept_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Complaint& a, const Complaint& b) { return before(a.at, b.at); });
  base::Problem problem;
  problem.blame = base::Blame::user;
  if (sorted.empty()) return problem;
  problem.what = sorted.front().what;
  problem.where = base::place_name(name_, sorted.front().at);
  const std::size_t shown = std::min(kShown, sorted.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Complaint& one = sorted[i];
    if (i > 0) add_line(problem.hint, base::place_name(name_, one.at) + ": " + one.what);
    add_line(problem.hint, base::hint_below_line(source_, one.at, one.hint));
  }
  if (count_ > shown) add_line(problem.hint, "and " + std::to_string(count_ - shown) + " more");
  return problem;
}

}  // namespace jitgate::setup
