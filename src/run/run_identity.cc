#include "run/run_identity.h"

#include <filesystem>
#include <optional>

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

}  // namespace

Identity run_identity(const std::vector<std::string>& paths, const publish::Environment& environment) {
  std::optional<Identity> told;
  for (const std::string& path : paths) {
    std::error_code failed;
    const fs::path place(path);
    const bool folder = fs::is_directory(place, failed);
    const auto found = by_manifest(folder ? place : place.parent_path());
    if (!found) continue;
    if (told && *told != *found) return {};
    told = found;
  }
  return told ? *told : by_environment(environment);
}

}  // namespace jitgate::run
