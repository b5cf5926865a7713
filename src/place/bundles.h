// Which logs and which results belong to one job. Artifacts of a job share the part of their name behind a known
// prefix ("bmk_X.zip", "multinode_server_logs_X.zip"): that remainder is compared as it stands, never parsed.
// Without such names the job is the nearest folder around a result that also holds worker logs.
#pragma once

#include <string>
#include <vector>

namespace jitgate::place {

// A path through directories and containers.
struct Located {
  std::string path;
  bool worker_log = false;
  bool document = false;  // a result document or a set of requests
};

struct Bundle {
  std::string name;    // artifact remainder or directory name; the head of a point's id
  std::string prefix;  // directory or container that all its parts lie in, with its separator; may be empty
};

struct Bundles {
  std::vector<Bundle> bundles;
  std::vector<int> of;  // by index of the items given; -1: belongs to none (an eval's server log)
};

Bundles bundles_of(const std::vector<Located>& items);

// The remainder of an artifact's name, or empty: "multinode_server_logs_X.zip" → "X".
std::string artifact_remainder(const std::string& path);

// Whether no point rests on an artifact of that name: power, GPU metrics, profiles, evaluations.
bool is_beside(const std::string& name);

}  // namespace jitgate::place
