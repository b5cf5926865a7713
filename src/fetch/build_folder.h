// The directory that a Buildkite build is fetched into, and what an earlier fetch left there. All below it is judged as
// one build's evidence, so another build's files must not lie there, nor those of a job that a retry has replaced.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "fetch/buildkite_manifest.h"

namespace jitgate::fetch {

class BuildFolder {
 public:
  // Makes it if it is not there. Errors (of the user): it holds another build, a run of GitHub, or another program's
  // manifest.json, which would be overwritten.
  static base::Result<BuildFolder> open(const std::string& path, const BuildManifest& build);

  [[nodiscard]] std::string path_of(const std::string& file) const { return path_ + '/' + file; }
  // What the earlier fetch wrote down; empty: there was none.
  [[nodiscard]] const std::vector<BuildFile>& before() const { return before_; }
  // Its file is there with the bytes that the manifest tells.
  [[nodiscard]] bool holds(const BuildFile& one) const;
  // Removes files of the earlier fetch that `now` does not name, and no others. Errors: one has other bytes than that
  // fetch wrote, so that somebody works with it; it cannot be removed.
  [[nodiscard]] base::Result<void> remove_stale(const std::vector<BuildFile>& now) const;
  [[nodiscard]] base::Result<void> write(const BuildManifest& manifest) const;

 private:
  explicit BuildFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::vector<BuildFile> before_;
};

}  // namespace jitgate::fetch
