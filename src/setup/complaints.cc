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
constexpr std::size_t kLine = 120;

bool before(Place a, Place b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); }

}  // namespace

std::string in_quotes(std::string_view text) {
  // Cut before escaping, so that no escape is cut in two; an escape makes at most six characters of one.
  return "'" + base::for_terminal(base::valid_utf8(text, kWord)) + "'";
}

std::string line_text(std::string_view source, int line) {
  for (int i = 1; i < line; ++i) {
    const std::size_t end = source.find('\n');
    if (end == std::string_view::npos) return {};
    source.remove_prefix(end + 1);
  }
  const std::string_view text = base::trim(source.substr(0, source.find('\n')));
  if (line < 1 || text.empty()) return {};
  return "line " + std::to_string(line) + " is: " + base::for_terminal(base::valid_utf8(text, kLine));
}

void Complaints::add(Place at, std::string what, std::string hint) {
  ++count_;
  if (kept_.size() < kKept) kept_.push_back({at, std::move(what), std::move(hint)});
}

std::string Complaints::where(Place at) const {
  if (at.line == 0) return name_;
  return name_ + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

base::Problem Complaints::problem() const {
  std::vector<Complaint> sorted = kept_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Complaint& a, const Complaint& b) { return before(a.at, b.at); });
  base::Problem problem;
  problem.blame = base::Blame::user;
  if (sorted.empty()) return problem;
  problem.what = sorted.front().what;
  problem.where = where(sorted.front().at);
  problem.hint = sorted.front().hint;
  const std::string line = line_text(source_, sorted.front().at.line);
  if (!line.empty()) problem.hint += (problem.hint.empty() ? "" : "; ") + line;
  const std::size_t shown = std::min(kShown, sorted.size());
  for (std::size_t i = 1; i < shown; ++i) {
    problem.what += "\n" + where(sorted[i].at) + ": " + sorted[i].what;
    if (!sorted[i].hint.empty()) problem.what += " (" + sorted[i].hint + ")";
  }
  if (count_ > shown) problem.what += "\nand " + std::to_string(count_ - shown) + " more";
  return problem;
}

}  // namespace jitgate::setup
