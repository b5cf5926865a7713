// JUnit's XML, as CI systems read it (there is no standard; what Jenkins, GitLab and Buildkite share): one case a
// point. A case fails where the verdict says that events spoil it, is an error where evidence is missing, is skipped
// where the policy only flags it, and passes otherwise; so the file says what the exit status says.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "base/replaced.h"
#include "report/reasons.h"
#include "report/report.h"
#include "report/wording.h"

namespace jitgate::report {
namespace {

// On one line, control characters as visible escapes; and without the two code points that XML forbids besides.
std::string xml(std::string_view hostile) {
  std::string out = base::for_html(base::for_terminal(hostile));
  for (const char* forbidden : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    out = base::replaced(std::move(out), forbidden, "\xEF\xBF\xBD");
  return out;
}

enum class Outcome { passed, failure, error, skipped };

Outcome outcome_of(const model::PointVerdict& point) {
  if (point.status == model::Status::valid) return Outcome::passed;
  if (point.status == model::Status::flagged) return Outcome::skipped;
  const bool events = point.finding == model::Finding::contaminated || point.finding == model::Finding::suspect;
  return events ? Outcome::failure : Outcome::error;
}

// Each with what to do, escaped already.
std::string reasons_text(const model::PointVerdict& point) {
  std::string out;
  for (const bool advice : {false, true}) {
    for (const model::Reason& reason : point.reasons) {
      if (is_advice(reason) != advice) continue;
      out += fmt::format("{}{}: {}\n  \xE2\x86\x92 {}\n", advice ? "advice: " : "", model::facts_of(reason.code).name,
                         xml(message_of(reason)), xml(remedy_of(reason)));
    }
  }
  return out;
}

// Named by the whole id: names of cases must stay the same when other points come or go.
std::string case_of(const model::PointVerdict& point) {
  const double seconds = point.window_start && point.window_end
                             ? base::to_unix_seconds(*point.window_end) - base::to_unix_seconds(*point.window_start)
                             : 0;
  std::string out =
      fmt::format("    <testcase classname=\"jitgate\" name=\"{}\" time=\"{:.3f}\">\n", xml(point.id), seconds);
  const std::string what = fmt::format(
      "{}: {} in the window, {} possible", to_string(point.finding),
      counted(static_cast<std::size_t>(std::max(0, point.counts.in_window)), "event", "events"), point.counts.possible);
  const std::string told = reasons_text(point);
  switch (outcome_of(point)) {
    case Outcome::failure:
      out += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", to_string(point.finding),
                         xml(what), told);
      break;
    case Outcome::error:
      out += fmt::format("      <error type=\"{}\" message=\"{}\">{}</error>\n", to_string(point.finding), xml(what),
                         told);
      break;
    case Outcome::skipped:
      out += fmt::format("      <skipped message=\"{}\"/>\n", xml(what));
      [[fallthrough]];
    case Outcome::passed:
      if (!told.empty()) out += "      <system-out>" + told + "</system-out>\n";
  }
  return out + "    </testcase>\n";
}

}  // namespace

std::string junit(const model::Verdict& verdict) {
  std::string cases;
  int number[4] = {0, 0, 0, 0};
  for (const model::PointVerdict& point : verdict.points) {
    cases += case_of(point);
    ++number[static_cast<int>(outcome_of(point))];
  }
  if (verdict.points.empty()) {
    cases = fmt::format(
        "    <testcase classname=\"jitgate\" name=\"run\">\n      <error type=\"inconclusive\" message=\"{}\"/>\n    "
        "</testcase>\n",
        xml(headline(verdict)));
    ++number[static_cast<int>(Outcome::error)];
  }
  const int all = number[0] + number[1] + number[2] + number[3];
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", all, number[1], number[2], number[3]);
  return fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jitgate\" {0}>\n  <testsuite "
             "name=\"jitgate\" {0}>\n"
             "    <properties>\n      <property name=\"status\" value=\"{1}\"/>\n      <property name=\"exit_code\" "
             "value=\"{2}\"/>\n"
             "    </properties>\n",
             counts, to_string(verdict.status), verdict.exit_code) +
         cases + "  </testsuite>\n</testsuites>\n";
}

}  // namespace jitgate::report
