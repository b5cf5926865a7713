// The first screen: the status on the first line, then each point, then causes with what to do. The tool's own
// history shows why in this order: a person reads the first line and scrolls only when it is bad.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "report/kernels.h"
#include "report/layout.h"
#include "report/names.h"
#include "report/reasons.h"
#include "report/report.h"
#include "report/screen.h"
#include "report/text_parts.h"
#include "report/wording.h"

namespace jitgate::report {
namespace {

constexpr std::size_t kPoints = 12;
constexpr std::size_t kKernels = 2;
constexpr std::size_t kNotes = 2;
constexpr std::size_t kCases = 3;
constexpr std::size_t kRemedies = 3;
constexpr int kLabelWidth = 32;

std::string event_counts(const model::PointVerdict& point) {
  const model::Counts& counts = point.counts;
  std::string out;
  if (counts.in_window == 0 && counts.possible == 0) {
    out = "no counted event in the window";
  } else {
    out = counted(static_cast<std::size_t>(counts.in_window), "event", "events") + " in the window";
    if (counts.in_window > 0) out += " (" + tally(counts.by_compiler) + ")";
    out += fmt::format(", {} possible", counts.possible);
    if (counts.possible > 0) out += " (" + tally(counts.possible_by_compiler) + ")";
  }
  if (counts.known > 0) out += fmt::format(", {} known and accepted", counts.known);
  return out;
}

// "_rope_kernel (12), _topk_kernel (6)"; with their compilers where there are several. A kernel that both compiles and
// autotunes stands once: "_moe_kernel (11 autotune, 5 compile)".
std::string kernel_line(const model::PointVerdict& point, std::size_t most) {
  const std::vector<Kernel> kernels = event_kernels(point);
  const std::vector<std::string> names = names_of(kernels);
  std::vector<std::string> list;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    const bool several = std::count(names.begin(), names.end(), names[i]) > 1;
    std::string counts;
    for (std::size_t k = i; k < kernels.size(); ++k) {
      if (names[k] != names[i]) continue;
      counts +=
          (counts.empty() ? "" : ", ") + (kernels[k].in_window > 0 ? fmt::format("{}", kernels[k].in_window)
                                                                   : fmt::format("{} possible", kernels[k].possible));
      if (several) counts += ' ' + kernels[k].event_type;
    }
    list.push_back(shown(names[i], 60) + " (" + shown(counts, 60) + ")");
  }
  return listed(list, most);
}

// "6 of 7 workers (decode_w0..5): _rope_kernel (12), …; 120 requests: 4 TTFT victims".
std::string where(const model::PointVerdict& point, std::size_t most_workers, std::size_t most_kernels) {
  std::string out;
  const auto add = [&](const char* separator, const std::string& more) {
    if (!more.empty()) out += (out.empty() ? "" : separator) + more;
  };
  if (!point.workers_affected.empty()) {
    out =
        fmt::format("{} of {} ({})", point.workers_affected.size(), counted(point.workers.size(), "worker", "workers"),
                    shown(listed(folded(point.workers_affected), most_workers), 60));
  }
  add(": ", kernel_line(point, most_kernels));
  add("; ", requests(point.requests));
  return out;
}

std::string proof(const model::PointVerdict& point) {
  std::string out;
  for (const auto& [compiler, word] : point.proof) out += (out.empty() ? "" : ", ") + compiler + " " + word;
  return out;
}

// At most `most` of them (0: all); the last tells how many are left.
std::vector<std::string> capped(std::vector<std::string> notes, std::size_t most) {
  if (most == 0 || notes.size() <= most) return notes;
  const std::size_t left = notes.size() - most;
  notes.resize(most);
  notes.back() += fmt::format(" (and {} more)", left);
  return notes;
}

void add_point(Screen& screen, const model::PointVerdict& point, const std::string& label, int label_width) {
  const std::string lead = padded(shorten(label, label_width), label_width) + "  ";
  screen.add(lead, shouted(model::to_string(point.finding)), tone_of(point.finding),
             fmt::format("{}, {}", model::to_string(point.status), shown(event_counts(point))), 4);
  const auto more = [&](const std::string& text) {
    if (!text.empty()) screen.item(text, 4);
  };
  more("window " + shown(window(point)));
  more(shown(latencies(point)));
  for (const std::string& note : capped(point.notes, screen.most(kNotes))) more("note: " + shown(note));
  if (point.finding == model::Finding::clean && !screen.verbose()) return;
  more(where(point, screen.most(6), screen.most(kKernels)));
  if (screen.verbose()) {
    more("proof " + shown(proof(point)));
    more("id " + shown(point.id));
  }
}

void add_points(Screen& screen, const model::Verdict& verdict, const std::vector<std::string>& labels) {
  const std::vector<model::PointVerdict>& points = verdict.points;
  std::vector<std::size_t> shown_points(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) shown_points[i] = i;
  const std::size_t most = screen.most(kPoints);
  model::Verdict others;
  if (most > 0 && points.size() > most) {  // the worst ones, in the order of the run
    std::stable_sort(shown_points.begin(), shown_points.end(),
                     [&](std::size_t a, std::size_t b) { return points[a].finding > points[b].finding; });
    for (std::size_t i = most; i < shown_points.size(); ++i) {
      others.points.emplace_back().finding = points[shown_points[i]].finding;
    }
    shown_points.resize(most);
    std::sort(shown_points.begin(), shown_points.end());
  }
  int width = 0;
  for (const std::size_t i : shown_points) width = std::max(width, columns(labels[i]));
  width = std::min({width, kLabelWidth, screen.width() / 2});
  for (const std::size_t i : shown_points) add_point(screen, points[i], labels[i], width);
  if (!others.points.empty()) screen.item("and " + headline(others) + " (all with --verbose)", 0);
}

// What the points' own lines and the masked kernels tell already.
bool told_above(model::ReasonCode code) {
  using enum model::ReasonCode;
  return code == jit_event_in_window || code == jit_event_possible || code == jit_event_probable ||
         code == monitor_masked_kernels;
}

// "jit_event_possible (conc24, conc48): …" by case, then what to do, once in the report. Advice is told with its remedy
// in one paragraph: it is less urgent.
class Reasons {
 public:
  Reasons(Screen& screen, std::size_t points) : screen_(screen), points_(points) {}

  void add(const std::vector<ReasonGroup>& groups, bool advice) {
    bool first = true;
    for (const ReasonGroup& group : groups) {
      if (group.advice != advice) continue;
      if (first) screen_.section(advice ? "Advice" : "Why", "");
      first = false;
      add(group);
    }
  }

 private:
  void add(const ReasonGroup& group) {
    const std::string code = model::facts_of(group.code).name;
    const std::size_t most = screen_.most(group.advice || told_above(group.code) ? 1 : kCases);
    const std::size_t cases = most == 0 ? group.cases.size() : std::min(most, group.cases.size());
    std::vector<std::string> remedies;
    for (const std::string& remedy : group.remedies) {
      if (told_.insert(remedy).second) remedies.push_back("\xE2\x86\x92 " + shown(remedy));
    }
    const bool in_line = group.advice && remedies.size() == 1;
    for (std::size_t i = 0; i < cases; ++i) {
      const ReasonCase& one = group.cases[i];
      screen_.item(code + of_points(one) + ": " + shown(one.message) + (i + 1 == cases ? more(group, cases) : "") +
                   (in_line ? " " + remedies.front() : ""));
    }
    if (in_line) return;
    const std::size_t shown_remedies = most == 0 ? remedies.size() : std::min(kRemedies, remedies.size());
    for (std::size_t i = 0; i < shown_remedies; ++i) screen_.item(remedies[i], 4);
    if (shown_remedies < remedies.size()) screen_.item(fmt::format("and {} more", remedies.size() - shown_remedies), 4);
  }

  // "; 2 more at conc24, conc48" of the cases that are not shown.
  std::string more(const ReasonGroup& group, std::size_t shown_cases) const {
    if (shown_cases == group.cases.size()) return "";
    std::vector<std::string> points;
    std::set<std::string> seen;
    for (std::size_t i = shown_cases; i < group.cases.size(); ++i) {
      for (const std::string& point : group.cases[i].points) {
        if (seen.insert(point).second) points.push_back(point);
      }
    }
    return fmt::format("; {} more like it{}", group.cases.size() - shown_cases,
                       points.empty() ? "" : " at " + listed(points, screen_.most(6)));
  }

  std::string of_points(const ReasonCase& one) const {
    if (one.points.empty()) return "";
    if (points_ > 1 && one.points.size() == points_) return " (all points)";
    return " (" + listed(one.points, screen_.most(6)) + ")";
  }

  Screen& screen_;
  std::size_t points_;
  std::set<std::string> told_;
};

}  // namespace

std::string text(const model::Verdict& verdict, const TextOptions& options) {
  Screen screen(options);
  std::vector<std::string> names = labels(verdict.points);
  for (std::string& name : names) name = shown(name, 80);

  screen.add("", shouted(model::to_string(verdict.status)), tone_of(verdict.status),
             headline(verdict) + fmt::format("  (exit {})", verdict.exit_code), 4);
  screen.blank();
  add_points(screen, verdict, names);
  screen.blank();
  screen.drawn(options.timeline);
  screen.blank();
  const std::vector<ReasonGroup> groups = grouped_reasons(verdict, names);
  Reasons reasons(screen, verdict.points.size());
  reasons.add(groups, false);
  reasons.add(groups, true);
  screen.blank();
  add_evidence(screen, verdict);
  std::vector<std::string> files;
  for (const std::string& file : options.written_files) files.push_back(shown(file));
  if (!files.empty()) screen.section("Wrote", listed(files, 0));
  return screen.taken();
}

}  // namespace jitgate::report
