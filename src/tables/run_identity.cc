#include "tables/run_identity.h"

#include <algorithm>
#include <vector>

#include "base/hash.h"
#include "base/text.h"

namespace jitgate::tables {
namespace {

std::string value_of(const model::Verdict& verdict, const char* name) {
  const auto it = verdict.run.find(name);
  return it == verdict.run.end() ? std::string() : it->second;
}

std::string time_text(const std::optional<base::Instant>& t) { return t ? base::format_instant(*t) : "-"; }

// A name from what does not change when the same files are judged again: the logs' own names and lengths, the windows.
std::string local_id(const model::Verdict& verdict) {
  std::vector<std::string> parts;
  for (const model::LogVerdict& log : verdict.logs) {
    const std::size_t name = log.path.find_last_of("/!");
    parts.push_back("log " + log.path.substr(name == std::string::npos ? 0 : name + 1) + ' ' +
                    std::to_string(log.bytes) + ' ' + std::to_string(log.lines));
  }
  for (const model::PointVerdict& point : verdict.points)
    parts.push_back("window " + time_text(point.window_start) + ' ' + time_text(point.window_end));
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const std::string& part : parts) text += part + '\n';
  return "local-" + base::sha256_hex(text).substr(0, 16);
}

}  // namespace

base::Result<RunIdentity> run_identity(const model::Verdict& verdict, const std::string& told_id,
                                       const std::optional<std::int64_t>& told_attempt) {
  RunIdentity run;
  run.id = value_of(verdict, "id");
  run.repository = value_of(verdict, "repository");
  if (!run.id.empty() && !told_id.empty() && run.id != told_id)
    return base::refuse("the verdict is of run " + run.id, "--run " + told_id);
  if (run.id.empty()) run.id = told_id;
  const std::string attempt = value_of(verdict, "attempt");
  if (!attempt.empty()) {
    run.attempt = base::integer_of(attempt).value_or(-1);
    if (run.attempt < 0) return base::fail("the run's attempt is no number: " + attempt);
    if (told_attempt && *told_attempt != run.attempt)
      return base::refuse("the verdict is of attempt " + attempt, "--attempt " + std::to_string(*told_attempt));
  } else if (told_attempt) {
    run.attempt = *told_attempt;
  }
  if (run.id.empty()) run.id = local_id(verdict);
  return run;
}

}  // namespace jitgate::tables
