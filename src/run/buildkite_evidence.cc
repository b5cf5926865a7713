#include "run/buildkite_evidence.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/path_glob.h"
#include "run/buildkite_paths.h"
#include "run/regular_file.h"
#include "run/step_artifacts.h"

namespace jitgate::run {
namespace {

using model::DamageKind;

struct Asked {
  std::string option, pattern;
};

std::vector<Asked> asked_for(const BuildkiteRequest& request) {
  std::vector<Asked> all;
  for (const std::string& pattern : request.logs) all.push_back({"logs", pattern});
  for (const std::string& pattern : request.results) all.push_back({"results", pattern});
  return all;
}

// What one pattern finds under each of the folders ("" is the working directory). What is named like evidence and
// cannot be read is missing evidence: it must neither vanish nor end the gate.
base::Result<void> find(const Asked& asked, const std::vector<std::string>& folders, const BuildkiteRequest& request,
                        BuildkiteEvidence& evidence) {
  std::size_t found = 0, of_ours = 0;
  bool folders_left = false;
  for (const std::string& folder : folders) {
    auto there = base::find_paths(folder + asked.pattern);
    if (!there) return tl::unexpected(there.error());
    folders_left = folders_left || there->folders_left;
    for (const auto& [path, why] : there->unreadable)
      evidence.missing.push_back({DamageKind::unreadable, path, "cannot be listed: " + why});
    for (std::string& path : there->paths) {
      // What an earlier job left in the same checkout is no evidence.
      if (request.step.empty() && in_output(request, path)) {
        ++of_ours;
        continue;
      }
      ++found;
      take_found(std::move(path), evidence.paths, evidence.missing);
    }
  }
  if (found > 0) return {};
  std::string what = "no file matches this pattern of the option '" + asked.option + "'";
  if (of_ours > 0) {
    what += ", but " + std::to_string(of_ours) + " in " + request.output +
            ", which count for nothing there (option 'output')";
  }
  if (folders_left) what += "; folders do, of which " + asked.pattern + "/** would take the files";
  evidence.missing.push_back({DamageKind::unreadable, asked.pattern, what});
  return {};
}

// Back to where it was, whatever happens.
class InFolder {
 public:
  explicit InFolder(const std::string& folder) : before_(std::filesystem::current_path(error_)) {
    if (!error_) std::filesystem::current_path(folder, error_);
  }
  ~InFolder() {
    std::error_code ignored;
    std::filesystem::current_path(before_, ignored);
  }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;
  [[nodiscard]] bool fine() const { return !error_; }

 private:
  std::error_code error_;
  std::filesystem::path before_;
};

}  // namespace

base::Result<BuildkiteEvidence> gather_evidence(const BuildkiteRequest& request, const publish::BuildkiteAgent& agent,
                                                const std::string& scratch) {
  BuildkiteEvidence evidence;
  const std::vector<Asked> asked = asked_for(request);
  std::vector<std::string> folders = {""};
  if (!request.step.empty()) {
    std::vector<std::string> patterns;
    for (const Asked& one : asked) patterns.push_back(one.pattern);
    auto fetched = fetch_step(agent, request.step, patterns, scratch, request.step_timeout);
    if (!fetched) return tl::unexpected(fetched.error());
    evidence.missing = std::move(fetched->missing);
    evidence.folder = scratch;
    folders = std::move(fetched->folders);
  }
  {
    const InFolder there(evidence.folder.empty() ? "." : evidence.folder);
    if (!evidence.folder.empty() && !there.fine()) return base::fail("cannot be entered", evidence.folder);
    for (const Asked& one : asked) {
      if (auto done = find(one, folders, request, evidence); !done) return tl::unexpected(done.error());
    }
    evidence.paths = base::without_repeats(evidence.paths);
  }
  if (request.job_log) {
    const std::string& file = request.job.log_file;
    const std::string why =
        file.empty() ? "the agent keeps no log of the job (its option enable-job-log-tmpfile)" : why_not_readable(file);
    if (why.empty()) {
      evidence.paths.push_back(file);
    } else {
      evidence.missing.push_back({DamageKind::unreadable, "BUILDKITE_JOB_LOG_TMPFILE", why});
    }
  }
  return evidence;
}

}  // namespace jitgate::run
