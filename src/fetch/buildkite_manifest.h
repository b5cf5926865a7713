// A fetched Buildkite build: what was listed, what of it is there, and why the rest is not. manifest.json and text.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fetch/buildkite.h"

namespace jitgate::fetch {

// One artifact or job log; of a job that has not ended also its log stands for all that it will leave.
struct BuildFile {
  std::string job, step, path;  // `path` empty: the job's log
  Kept kept;
};

struct BuildManifest {
  BuildName name;
  Build build;  // `doubts`: of all lists
  std::vector<BuildFile> files;
  std::string fetched_at;
};

std::string build_manifest_json(const BuildManifest& manifest);
// Safe for a terminal; `all`: also what was not chosen.
std::string build_manifest_text(const BuildManifest& manifest, bool all);

// What build_manifest_json wrote, without the jobs; nothing: it is no such manifest.
std::optional<BuildManifest> parse_build_manifest(const std::string& text);

// "id" and "url", as far as they are told.
std::map<std::string, std::string> build_identity(const BuildManifest& manifest);

}  // namespace jitgate::fetch
