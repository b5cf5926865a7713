#include "run/gate_evidence.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/path_glob.h"
#include "run/fetch.h"
#include "run/regular_file.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;
using model::DamageKind;

// What an earlier step or job left in the same workspace is no evidence.
bool is_own(const std::string& path, const std::string& out) {
  std::error_code ignored;
  const fs::path inside = fs::absolute(path, ignored)
                              .lexically_normal()
                              .lexically_relative(fs::absolute(out + "/", ignored).lexically_normal().parent_path());
  if (!inside.empty() && *inside.begin() != "..") return true;
  return base::path_match("**/jit_validation_*.json", path);
}

// A path that is there is meant as it stands, whatever its name holds; else it is a pattern.
base::Result<base::FoundPaths> find(const std::string& asked) {
  std::error_code ignored;
  if (fs::exists(asked, ignored)) return base::FoundPaths{{asked}, false, {}};
  return base::find_paths(asked);
}

base::Result<void> find_files(const GateRequest& request, GateEvidence& evidence) {
  for (const std::string& asked : request.paths) {
    auto there = find(asked);
    if (!there) return tl::unexpected(there.error());
    for (const auto& [path, why] : there->unreadable)
      evidence.missing.push_back({DamageKind::unreadable, path, "cannot be listed: " + why});
    std::size_t found = 0;
    for (std::string& path : there->paths) {
      if (is_own(path, request.out)) continue;
      ++found;
      take_found(std::move(path), evidence.paths, evidence.missing);
    }
    if (found > 0) continue;
    std::string what = "no file is there for this path or pattern";
    if (there->folders_left) what += "; folders are, of which " + asked + "/** would take the files";
    evidence.missing.push_back({DamageKind::unreadable, asked, what});
  }
  return {};
}

// What could be had another time is no missing evidence: a verdict without it would be of another run than the next
// one's.
base::Problem not_fetched(const Fetched& fetched) {
  std::string what = "artifacts of this run could not be fetched: " + what_is_missing(fetched);
  const auto& all = fetched.manifest.artifacts;
  const auto failed = std::find_if(all.begin(), all.end(), [](const fetch::KeptArtifact& one) {
    return one.kept.state == fetch::State::failed && one.kept.why != "not tried";
  });
  if (failed != all.end()) {
    const bool named = failed->kept.why.find(failed->artifact.name) != std::string::npos;
    what += "; " + (named ? "" : failed->artifact.name + ": ") + failed->kept.why;
  }
  return {what, "--artifacts", fetched.hopeless ? fetched.hopeless->hint : std::string("run the job again"),
          base::Blame::world};
}

base::Result<void> fetch_artifacts(const GateRequest& request, const publish::GitHubJob& job, fetch::GitHub* github,
                                   GateEvidence& evidence, Notices& notices) {
  if (job.repository.empty() || job.run_id.empty()) {
    return base::fail("this is no step of a workflow run, so there is no run whose artifacts it could be",
                      "--artifacts", "give paths, or use jitgate fetch");
  }
  FetchRequest wanted;
  wanted.run = "github:" + job.repository + "/runs/" + job.run_id;
  wanted.site = job.site;
  wanted.own_run = job.run_id;
  wanted.out = request.out + "/artifacts";
  wanted.patterns = request.artifacts;
  wanted.progress = [](const std::string&, std::uint64_t, std::uint64_t) {};
  auto fetched = fetch_run(wanted, *github);
  if (!fetched) return tl::unexpected(fetched.error());
  if (fetched->exit_code == 84) return tl::unexpected(not_fetched(*fetched));
  if (fetched->exit_code != 0) {
    const std::string what = "artifacts of this run are missing: " + what_is_missing(*fetched);
    notices.add(what);
    evidence.missing.push_back({DamageKind::unreadable, wanted.run, what});
  }
  evidence.paths.push_back(wanted.out);
  return {};
}

}  // namespace

base::Result<GateEvidence> gate_evidence(const GateRequest& request, const publish::GitHubJob& job,
                                         fetch::GitHub* github, Notices& notices) {
  GateEvidence evidence;
  if (auto found = find_files(request, evidence); !found) return tl::unexpected(found.error());
  if (!request.artifacts.empty()) {
    if (auto fetched = fetch_artifacts(request, job, github, evidence, notices); !fetched)
      return tl::unexpected(fetched.error());
  }
  evidence.paths = base::without_repeats(evidence.paths);
  return evidence;
}

base::Result<std::vector<std::string>> rows_to_annotate(const GateRequest& request) {
  std::vector<std::string> files;
  for (const std::string& asked : request.annotate) {
    auto there = find(asked);
    if (!there) return tl::unexpected(there.error());
    std::size_t found = 0;
    for (std::string& path : there->paths) {
      std::error_code ignored;
      if (is_own(path, request.out) || fs::is_directory(path, ignored)) continue;
      files.push_back(std::move(path));
      ++found;
    }
    if (found == 0) return base::fail("no file is there for this pattern", asked, "--annotate names result rows");
  }
  return base::without_repeats(files);
}

}  // namespace jitgate::run
