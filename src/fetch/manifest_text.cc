#include "fetch/manifest_text.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace jitgate::fetch {
namespace {

std::string size_text(std::uint64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} B", bytes);
  if (bytes < 10'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

void add_line(std::string& out, const Kept& kept, const std::string& name, const std::string& facts) {
  const std::string shown = base::for_terminal(kept.file.empty() ? name : kept.file);
  out += fmt::format("{:<9} {}  {}", to_string(kept.state), shown, facts);
  if (!kept.why.empty()) out += "  " + base::for_terminal(kept.why);
  while (out.ends_with(' ')) out.pop_back();
  out += '\n';
}

std::string facts_of(const KeptArtifact& one) {
  std::string facts = size_text(one.kept.file.empty() ? one.artifact.size : one.kept.size);
  facts += one.artifact.attempt ? fmt::format(", attempt {}", *one.artifact.attempt) : ", attempt unknown";
  if (one.artifact.created_at) facts += ", " + base::format_instant(*one.artifact.created_at, 0);
  if (one.kept.state == State::saved)
    facts += one.verified.empty() ? ", not verified" : ", verified by " + one.verified;
  if (of_fork(one.artifact)) facts += ", of a fork";
  return facts;
}

}  // namespace

std::string manifest_text(const Manifest& manifest, bool all) {
  const CiRun& run = manifest.run;
  std::string out = fmt::format("run {} of {}, {} {}", run.id, full_name(manifest.repository),
                                run.attempt == 1 ? "attempt" : "newest attempt", run.attempt);
  if (manifest.asked_attempt > 0) out += fmt::format(", as of attempt {}", manifest.asked_attempt);
  if (!run.status.empty()) out += " (" + base::for_terminal(run.conclusion.empty() ? run.status : run.conclusion) + ")";
  out += '\n';
  std::size_t left = 0;
  for (const KeptArtifact& one : manifest.artifacts) {
    // Why a job's older half stays out is worth a line; that some name was not asked for is not.
    if (one.kept.state == State::left && one.kept.why.empty() && !all) {
      ++left;
    } else {
      add_line(out, one.kept, one.artifact.name, facts_of(one));
    }
  }
  for (const KeptLog& one : manifest.job_logs) {
    std::string facts = one.kept.file.empty() ? "log of job " + std::to_string(one.job.id) : size_text(one.kept.size);
    add_line(out, one.kept, one.job.name, facts + fmt::format(", attempt {}", one.job.attempt));
  }
  for (const std::string& doubt : manifest.doubts) out += "doubt     " + base::for_terminal(doubt) + '\n';
  if (left > 0) out += fmt::format("{} more that no pattern takes\n", left);
  return out;
}

}  // namespace jitgate::fetch
