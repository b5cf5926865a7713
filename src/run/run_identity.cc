#include "run/run_identity.h"

#include <filesystem>
#include <optional>
#include <set>

#include "base/files.h"
#include "fetch/buildkite_manifest.h"
#include "fetch/manifest.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;
using Identity = std::map<std::string, std::string>;

constexpr std::size_t kLargestManifest = std::size_t{64} << 20;

std::optional<Identity> by_manifest(const fs::path& directory) {
  const auto text = base::read_file((directory / "manifest.json").string(), kLargestManifest);
  if (!text) return std::nullopt;
  if (auto build = fetch::build_identity(*text); !build.empty()) return build;
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

}  // namespace

std::vector<model::Damage> lost_artifacts(const std::vector<std::string>& paths) {
  std::vector<model::Damage> lost;
  std::set<fs::path> seen;
  for (const std::string& path : paths) {
    const fs::path file = (manifest_directory(path) / "manifest.json").lexically_normal();
    if (!seen.insert(file).second) continue;
    const auto text = base::read_file(file.string(), kLargestManifest);
    const auto manifest = text ? fetch::parse_manifest(*text) : base::Result<fetch::Manifest>(fetch::Manifest{});
    if (!manifest) continue;  // another program's
    std::set<std::string> had;
    for (const fetch::KeptArtifact& one : manifest->artifacts) {
      if (one.kept.state == fetch::State::saved) had.insert(one.artifact.name);
    }
    for (const fetch::KeptArtifact& one : manifest->artifacts) {
      if (had.contains(one.artifact.name)) continue;
      if (one.kept.state == fetch::State::expired)
        lost.push_back({model::DamageKind::expired, one.artifact.name, "has expired and was not fetched", {}});
      if (one.kept.state == fetch::State::vanished)
        lost.push_back({model::DamageKind::missing, one.artifact.name, "was listed once and is there no longer", {}});
    }
  }
  return lost;
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
