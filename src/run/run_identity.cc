#include "run/run_identity.h"

#include <filesystem>
#include <optional>
#include <set>

#include "base/files.h"
#include "fetch/buildkite_manifest.h"
#include "fetch/file_names.h"
#include "fetch/manifest.h"
#include "place/bundles.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;
using Identity = std::map<std::string, std::string>;

constexpr std::size_t kLargestManifest = std::size_t{64} << 20;
constexpr int kMostLevels = 16;  // of folders above a path

std::optional<Identity> by_manifest(const fs::path& directory) {
  const auto text = base::read_file((directory / "manifest.json").string(), kLargestManifest);
  if (!text) return std::nullopt;
  if (const auto build = fetch::parse_build_manifest(*text); build && !build->build.id.empty())
    return fetch::build_identity(*build);
  const auto manifest = fetch::parse_manifest(*text);
  if (!manifest || manifest->run.id <= 0) return std::nullopt;  // another program's
  return Identity{
      {"id", std::to_string(manifest->run.id)},
      {"attempt", std::to_string(manifest->asked_attempt > 0 ? manifest->asked_attempt : manifest->run.attempt)},
      {"repository", fetch::full_name(manifest->repository)}};
}

// A GitHub job, or a Buildkite one.
Identity by_environment(const publish::Environment& environment) {
  Identity out;
  const auto take = [&](const char* name, const char* variable) {
    if (const auto value = environment(variable); value && !value->empty()) out[name] = *value;
  };
  take("id", "GITHUB_RUN_ID");
  if (!out.empty()) {
    take("attempt", "GITHUB_RUN_ATTEMPT");
    take("repository", "GITHUB_REPOSITORY");
    return out;
  }
  if (const auto job = publish::buildkite_job(environment); job && job->run.contains("id")) return job->run;
  return {};
}

// Where the manifest of what is at `path` would be.
fs::path manifest_directory(const std::string& path) {
  std::error_code failed;
  const fs::path place(path);
  return fs::is_directory(place, failed) ? place : place.parent_path();
}

std::string told_why(const fetch::Kept& kept, const char* otherwise) {
  return kept.why.empty() ? std::string(otherwise) : "was not fetched: " + kept.why;
}

// Nothing: it is there, was not asked for, or never was.
std::optional<model::Damage> lost(const fetch::Kept& kept, const std::string& name) {
  using model::DamageKind;
  switch (kept.state) {
    case fetch::State::expired:
      return model::Damage{DamageKind::expired, name, "has expired and was not fetched"};
    case fetch::State::vanished:
      return model::Damage{DamageKind::missing, name, told_why(kept, "was listed once and is there no longer")};
    case fetch::State::failed:
    case fetch::State::listed:
      return model::Damage{DamageKind::missing, name,
                           told_why(kept, "was not fetched: the fetch did not come to its end")};
    case fetch::State::not_yet:
      return model::Damage{DamageKind::missing, name, told_why(kept, "was not fetched: its job had not ended")};
    case fetch::State::saved:
    case fetch::State::checked:
    case fetch::State::left:
    case fetch::State::never:
      break;
  }
  return std::nullopt;
}

void add_doubts(const std::vector<std::string>& doubts, const fs::path& manifest, std::vector<model::Damage>& all) {
  for (const std::string& doubt : doubts) {
    if (doubt.starts_with("jobs: ")) continue;  // job logs that GitHub no longer lists: its artifacts tell the same
    all.push_back({model::DamageKind::missing, manifest.string(), "tells that its lists may not be whole: " + doubt});
  }
}

void add_lost(const fetch::Manifest& manifest, std::vector<model::Damage>& all) {
  std::set<std::string> had;
  for (const fetch::KeptArtifact& one : manifest.artifacts) {
    if (one.kept.state == fetch::State::saved) had.insert(one.artifact.name);
  }
  for (const fetch::KeptArtifact& one : manifest.artifacts) {
    if (had.contains(one.artifact.name) || place::is_beside(one.artifact.name)) continue;
    auto damage = lost(one.kept, one.artifact.name);
    if (!damage) continue;
    damage->job = place::artifact_remainder(one.artifact.name);
    all.push_back(std::move(*damage));
  }
  for (const fetch::KeptLog& one : manifest.job_logs) {
    if (one.kept.state != fetch::State::not_yet) continue;
    if (auto damage = lost(one.kept, one.job.name)) all.push_back(std::move(*damage));
  }
}

// `below`: the part of the fetched folder that is read; empty: all.
void add_lost(const fetch::BuildManifest& manifest, const std::string& below, std::vector<model::Damage>& all) {
  const auto concerns = [&below](const fetch::BuildFile& one) {
    return below.empty() || below.ends_with('-' + fetch::file_name(one.job)) ||
           (below == "job-logs" && one.path.empty());
  };
  std::set<std::pair<std::string, std::string>> had;
  for (const fetch::BuildFile& one : manifest.files) {
    if (one.kept.state == fetch::State::saved) had.emplace(one.job, one.path);
  }
  for (const fetch::BuildFile& one : manifest.files) {
    if (!concerns(one) || had.contains({one.job, one.path})) continue;
    const std::string job = one.step.empty() ? one.job : one.step;
    if (auto damage = lost(one.kept, job + (one.path.empty() ? " (job)" : '/' + one.path)))
      all.push_back(std::move(*damage));
  }
}

// The manifest of a build whose folder, some way up, holds the path; `below`: the part of it that the path is in.
std::optional<fetch::BuildManifest> build_around(const fs::path& directory, fs::path& file, std::string& below) {
  std::error_code failed;
  fs::path at = fs::absolute(directory, failed).lexically_normal();
  if (!at.has_filename()) at = at.parent_path();
  for (int level = 0; level < kMostLevels && at.has_relative_path(); ++level) {
    below = at.filename().string();
    at = at.parent_path();
    file = at / "manifest.json";
    if (const auto text = base::read_file(file.string(), kLargestManifest)) {
      if (auto build = fetch::parse_build_manifest(*text)) return build;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<model::Damage> lost_artifacts(const std::vector<std::string>& paths) {
  std::vector<model::Damage> all;
  std::set<fs::path> looked;  // thousands of logs may lie in one folder
  std::set<std::pair<fs::path, std::string>> seen;
  for (const std::string& path : paths) {
    const fs::path directory = manifest_directory(path);
    if (!looked.insert(directory).second) continue;
    fs::path file = (directory / "manifest.json").lexically_normal();
    std::string below;
    const auto text = base::read_file(file.string(), kLargestManifest);
    if (const auto run =
            text ? fetch::parse_manifest(*text) : base::Result<fetch::Manifest>(base::fail("it is not there"))) {
      if (!seen.emplace(file, below).second) continue;
      add_lost(*run, all);
      add_doubts(run->doubts, file, all);
      continue;
    }
    auto build = text ? fetch::parse_build_manifest(*text) : std::nullopt;
    if (!build) build = build_around(directory, file, below);
    if (!build || !seen.emplace(file, below).second) continue;
    add_lost(*build, below, all);
    add_doubts(build->build.doubts, file, all);
  }
  return all;
}

Identity run_identity(const std::vector<std::string>& paths, const publish::Environment& environment) {
  std::optional<Identity> told;
  for (const std::string& path : paths) {
    const auto found = by_manifest(manifest_directory(path));
    if (!found) continue;
    if (told && *told != *found) return {};
    told = found;
  }
  return told ? *told : by_environment(environment);
}

}  // namespace jitgate::run
