// A fetched Buildkite build: what was listed, what of it is there, and why the rest is not. manifest.json and text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fetch/buildkite.h"

namespace jitgate::fetch {

// One artifact or job log.
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

// "id" and "url" of the build that such a manifest tells of; empty: it is none.
std::map<std::string, std::string> build_identity(const std::string& manifest);

}  // namespace jitgate::fetch
