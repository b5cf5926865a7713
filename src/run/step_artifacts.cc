#include "run/step_artifacts.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <thread>

#include "base/files.h"
#include "base/hash.h"
#include "base/path_glob.h"
#include "base/text.h"

namespace jitgate::run {
namespace {

using model::DamageKind;
using publish::FoundArtifact;
using std::chrono::milliseconds;

// Three tries with pauses between them, all within one time limit: the artifact service fails for seconds at a time.
class Tries {
 public:
  explicit Tries(std::chrono::seconds limit) : until_(std::chrono::steady_clock::now() + limit) {}

  // `attempt` gets the time that is left and gives a Result.
  template <typename Attempt>
  auto run(const Attempt& attempt) const -> decltype(attempt(milliseconds())) {
    if (std::chrono::steady_clock::now() >= until_) return base::fail("there was no time left for it");
    auto got = attempt(left());
    for (const milliseconds pause : {milliseconds(500), milliseconds(2000)}) {
      if (got || left() <= pause) break;
      std::this_thread::sleep_for(pause);
      got = attempt(left());
    }
    return got;
  }

 private:
  [[nodiscard]] milliseconds left() const {
    return std::max(milliseconds(1),
                    std::chrono::duration_cast<milliseconds>(until_ - std::chrono::steady_clock::now()));
  }
  std::chrono::steady_clock::time_point until_;
};

std::string told(const base::Problem& problem) {
  return problem.what + (problem.hint.empty() ? "" : ": " + problem.hint);
}

// A job's id names a folder of ours.
bool is_job_id(const std::string& id) {
  return !id.empty() && id.size() <= 64 &&
         std::all_of(id.begin(), id.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

bool leads_out(const std::string& pattern) {
  const auto parts = base::split(pattern, '/');
  return pattern.starts_with('/') || std::find(parts.begin(), parts.end(), "..") != parts.end();
}

// Holds what came against what was listed: a file that is not there, or not what was uploaded, is missing.
void verify(const std::vector<FoundArtifact>& listed, const std::string& folder, std::vector<model::Damage>& missing) {
  std::map<std::string, std::set<std::string>> digests;
  for (const FoundArtifact& one : listed) digests[one.path].insert(one.sha256);
  for (const auto& [path, known] : digests) {
    const std::string digest = leads_out(path) ? std::string() : base::file_digest(folder + '/' + path);
    if (digest.empty()) {
      missing.push_back({DamageKind::unreadable, path, "this artifact was not downloaded"});
    } else if (known.size() > 1) {
      missing.push_back({DamageKind::corrupt, path, "was uploaded more than once with different content"});
    } else if (!known.begin()->empty() && *known.begin() != digest) {
      missing.push_back({DamageKind::corrupt, path, "is not what was uploaded: its SHA-256 differs"});
    }
  }
}

}  // namespace

base::Result<StepArtifacts> fetch_step(const publish::BuildkiteAgent& agent, const std::string& step,
                                       const std::vector<std::string>& patterns, const std::string& into,
                                       std::chrono::seconds limit) {
  StepArtifacts got;
  const Tries tries(limit);
  std::map<std::string, std::map<std::string, std::vector<FoundArtifact>>> listed;  // job → query → artifacts
  std::set<std::string> queries;
  for (const std::string& pattern : patterns) {
    if (leads_out(pattern))
      return base::refuse("no artifact has such a path", pattern, "write it as the step uploads it");
    if (!queries.insert(publish::artifact_query(pattern)).second) continue;
  }
  for (const std::string& query : queries) {
    auto found = tries.run([&](milliseconds left) { return agent.search(query, step, left); });
    if (!found) {
      got.missing.push_back({DamageKind::unreadable, query,
                             "the artifacts of step '" + step + "' cannot be listed: " + told(found.error())});
      continue;
    }
    for (FoundArtifact& one : *found) {
      const bool wanted = std::any_of(patterns.begin(), patterns.end(),
                                      [&](const std::string& pattern) { return base::path_match(pattern, one.path); });
      if (!wanted) continue;
      if (is_job_id(one.job)) {
        listed[one.job][query].push_back(std::move(one));
      } else {
        got.missing.push_back({DamageKind::unreadable, one.path, "is of a job without a name"});
      }
    }
  }
  for (const auto& [job, by_query] : listed) {
    got.folders.push_back(listed.size() == 1 ? "" : job + '/');
    const std::string folder = into + (listed.size() == 1 ? "" : '/' + job);
    if (auto made = base::make_directory(folder); !made) return tl::unexpected(made.error());
    for (const auto& [query, artifacts] : by_query) {
      const auto done = tries.run([&](milliseconds left) { return agent.download(query, job, folder, left); });
      if (!done) {
        got.missing.push_back({DamageKind::unreadable, query,
                               "the artifacts of step '" + step + "' cannot be had: " + told(done.error())});
      }
      verify(artifacts, folder, got.missing);
    }
  }
  if (listed.empty()) {
    got.folders.emplace_back();
    if (auto made = base::make_directory(into); !made) return tl::unexpected(made.error());
  }
  return got;
}

}  // namespace jitgate::run
