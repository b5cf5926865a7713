#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "fetch/buildkite.h"
#include "fetch/json_at.h"

namespace jitgate::fetch {
namespace {

using nlohmann::json;

// An id goes into addresses and names of files.
bool is_id(const std::string& id) {
  return !id.empty() && id.size() <= 64 &&
         id.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") == std::string::npos;
}

}  // namespace

// States of jobs and builds: Buildkite's documentation of its REST API.
bool never_ran(const BuildJob& job) {
  static const std::set<std::string> kNever = {"broken",           "skipped",        "expired", "waiting_failed",
                                               "unblocked_failed", "blocked_failed", "canceled"};
  if (job.started) return false;
  return kNever.contains(job.state) || (job.state == "timed_out" && job.finished);
}

bool at_rest(const Build& build) {
  static const std::set<std::string> kRest = {"passed",  "failed",  "blocked", "canceled",
                                              "skipped", "not_run", "finished"};
  return kRest.contains(build.state);
}

base::Result<Build> parse_build_answer(const std::string& body) {
  const json value = json::parse(base::valid_utf8(body), nullptr, false);
  if (!value.is_object()) return base::fail("the answer is no JSON object");
  Build build;
  build.id = text_at(value, "id");
  build.state = text_at(value, "state");
  build.url = text_at(value, "web_url");
  build.branch = text_at(value, "branch");
  build.commit = text_at(value, "commit");
  const auto jobs = value.find("jobs");
  if (!is_id(build.id) || jobs == value.end() || !jobs->is_array()) return base::fail("the answer is no build");
  std::size_t odd = 0;
  for (const json& one : *jobs) {
    if (!one.is_object()) {
      ++odd;
      continue;
    }
    if (text_at(one, "type") != "script") continue;  // waits, blocks and triggers leave nothing
    BuildJob job{text_at(one, "id"), text_at(one, "name"), text_at(one, "step_key"), text_at(one, "state")};
    job.retried = true_at(one, "retried");
    job.finished = !text_at(one, "finished_at").empty();
    job.started = !text_at(one, "started_at").empty();
    if (is_id(job.id)) {
      build.jobs.push_back(std::move(job));
    } else {
      ++odd;
    }
  }
  if (odd > 0) build.doubts.push_back(std::to_string(odd) + " of its jobs could not be read");
  return build;
}

base::Result<Listing<BuildArtifact>> parse_build_artifacts(const std::string& body) {
  const json value = json::parse(base::valid_utf8(body), nullptr, false);
  if (!value.is_array()) return base::fail("the answer is no JSON list");
  Listing<BuildArtifact> page;
  std::size_t odd = 0;
  for (const json& one : value) {
    BuildArtifact artifact;
    if (one.is_object()) {
      artifact = {text_at(one, "id"), text_at(one, "job_id"), text_at(one, "path"), text_at(one, "state"),
                  base::lower(text_at(one, "sha1sum"))};
      const auto size = one.find("file_size");
      if (size != one.end() && size->is_number_unsigned()) artifact.size = size->get<std::uint64_t>();
    }
    if (!is_id(artifact.id) || !is_id(artifact.job) || artifact.path.empty()) {
      ++odd;
    } else {
      page.items.push_back(std::move(artifact));
    }
  }
  if (odd > 0) page.doubts.push_back(std::to_string(odd) + " artifacts could not be read");
  return page;
}

}  // namespace jitgate::fetch
