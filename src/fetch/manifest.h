// manifest.json: what was asked for, what of it is there and what is not, and why. It is also what a later run
// continues from: files whose bytes are still these are not asked for again, and neither is what has expired for ever.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fetch/ci_run.h"

namespace jitgate::fetch {

enum class State {
  listed,  // to be had (in a listing); or not yet asked for, when a run was interrupted
  saved,
  checked,   // was read and judged, and is not kept
  expired,   // the server keeps it no longer
  vanished,  // an earlier run saw it; now it is not there
  failed,    // to be had, perhaps, another time
  left,      // not chosen; `why` says by what
  not_yet,   // of a job's log: the job has not ended
  never,     // of a job's log: the job never wrote one
};
const char* to_string(State state);
// `listed` for a word that is none of them.
State state_named(const std::string& word);

struct Kept {
  State state = State::listed;
  std::string file;        // below the manifest's directory; empty: none
  std::uint64_t size = 0;  // of the file
  std::string sha256;      // of the file
  std::string why;         // where it is not saved
};

struct KeptArtifact {
  Artifact artifact;
  std::string form;      // "zip" or "raw"; empty: not known
  std::string verified;  // by what the bytes are known to be whole: "digest", "length"
  Kept kept;
};

struct KeptLog {
  Job job;
  Kept kept;
};

struct Manifest {
  std::string api;
  Repository repository;
  CiRun run;
  std::int64_t asked_attempt = 0;
  std::string fetched_at;
  std::vector<std::string> patterns;
  std::vector<std::string> doubts;  // why the lists may not be whole
  std::vector<KeptArtifact> artifacts;
  std::vector<KeptLog> job_logs;
};

std::string manifest_json(const Manifest& manifest);
// Errors: no JSON, not of this form, of a later version.
base::Result<Manifest> parse_manifest(const std::string& text);

}  // namespace jitgate::fetch
