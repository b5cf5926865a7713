#include "report/gaps.h"

#include <fmt/format.h>

#include "report/names.h"
#include "report/wording.h"

namespace jitgate::report {

std::vector<Gap> gaps(const model::Verdict& verdict) {
  std::vector<Gap> out;
  for (const std::string& damage : verdict.damage) out.push_back({"", damage});
  for (const model::LogVerdict& log : verdict.logs) {
    std::string what = listed(log.damage, 3);
    if (what.empty() && !log.complete) what = "not read to its end";
    if (log.unreadable_lines > 0) {
      what += (what.empty() ? "" : "; ") + counted(log.unreadable_lines, "line", "lines") + " could not be read";
    }
    if (!what.empty()) out.push_back({log.path, what});
  }
  return out;
}

std::vector<std::string> known_entries(const model::Verdict& verdict) {
  std::vector<std::string> out;
  for (const model::KnownVerdict& known : verdict.known) {
    std::string line = known.expired ? "EXPIRED " + known.until + ", no longer applied: "
                                     : counted(static_cast<std::size_t>(known.accepted), "event", "events") + " of ";
    line += (known.compiler.empty() ? "any compiler" : known.compiler) + " " +
            (known.target.empty() ? "any target" : known.target);
    if (!known.expired) line += " accepted" + (known.until.empty() ? "" : " until " + known.until);
    const std::string because = known.owner + (known.owner.empty() || known.reason.empty() ? "" : ": ") + known.reason;
    if (!because.empty()) line += " (" + because + ")";
    out.push_back(std::move(line));
  }
  return out;
}

}  // namespace jitgate::report
