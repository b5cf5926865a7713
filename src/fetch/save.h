// One artifact, one job's log: from where the API says that it lies into the run's directory, checked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/http_download.h"
#include "fetch/file_names.h"
#include "fetch/folder.h"
#include "fetch/github.h"
#include "fetch/manifest.h"

namespace jitgate::fetch {

struct Saving {
  GitHub* github = nullptr;
  Repository repository;
  const Folder* folder = nullptr;
  FileNames* names = nullptr;  // of this directory, and of job-logs/
  std::uint64_t most = 0;      // bytes of one file
  std::function<void(const std::string&, std::uint64_t)> progress;
};

struct Saved {
  std::uint64_t received = 0;  // bytes over the network
  // Set where going on makes no sense: all others would be refused, too.
  std::optional<ApiFailure> hopeless;
};

// What became of it is in one.kept (and form, verified).
Saved save_artifact(const Saving& saving, KeptArtifact& one);
Saved save_job_log(const Saving& saving, KeptLog& one);

}  // namespace jitgate::fetch
