// What GitHub's API tells of a run, as plain data. Texts are as sent: hostile, but well-formed UTF-8 and bounded by the
// size of an answer. Times are UTC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"

namespace jitgate::fetch {

struct Repository {
  std::string owner, name;
};
inline std::string full_name(const Repository& one) { return one.owner + "/" + one.name; }

struct CiRun {
  std::int64_t id = 0;
  std::int64_t attempt = 1;  // the newest, or the one asked for
  std::string name, event, status, conclusion, head_branch, head_sha, html_url;
  std::optional<base::Instant> created_at, started_at;  // `started_at` is that of the attempt
  std::int64_t repository_id = 0, head_repository_id = 0;
};

// How it is known which attempt made an artifact; the API does not tell it.
enum class AttemptSource {
  none,        // it is not known
  only_one,    // the run has one attempt
  created_at,  // created after one attempt began and before the next did
  own_name,    // our own artifacts end in -a<attempt>
};
const char* to_string(AttemptSource source);

struct Artifact {
  std::int64_t id = 0;
  std::string name;
  std::uint64_t size = 0;  // as told; of uploads before v4 that of the files and not of the archive
  bool expired = false;
  std::optional<base::Instant> created_at, expires_at;
  std::string sha256;  // of the stored bytes, 64 lower-case hex digits; empty: not told (GHES, uploads before v4)
  std::string digest;  // as told, of whatever kind
  std::int64_t run_id = 0, repository_id = 0, head_repository_id = 0;  // 0: not told
  std::optional<std::int64_t> attempt;
  AttemptSource attempt_source = AttemptSource::none;
  std::int64_t attempt_from = 1, attempt_to = 1;  // it is one of these, known or not
};
// Of a run or an artifact whose code is not the repository's own: whoever opened a pull request wrote it. A fork that
// was deleted has no id any more.
template <typename T>
bool of_fork(const T& one) {
  return one.repository_id != 0 && one.head_repository_id != one.repository_id;
}

struct Job {
  std::int64_t id = 0;
  std::int64_t attempt = 1;
  std::string name, status, conclusion;
  std::optional<base::Instant> started_at, completed_at;
};

// A list of several pages. What was told and is not in it must not be taken for not there.
template <typename T>
struct Listing {
  std::vector<T> items;
  std::uint64_t told = 0;           // the server's own count
  std::vector<std::string> doubts;  // why it may not be all: empty for a list that is whole
};

}  // namespace jitgate::fetch
