#include "fetch/manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "fetch/json_at.h"

namespace jitgate::fetch {
namespace {

using json = nlohmann::ordered_json;
using Read = nlohmann::json;

constexpr int kVersion = 1;
constexpr State kStates[] = {State::listed, State::saved, State::checked, State::expired, State::vanished,
                             State::failed, State::left,  State::not_yet, State::never};

json time_json(const std::optional<base::Instant>& time) {
  return time ? json(base::format_instant(*time, 0)) : json();
}
json text_json(const std::string& text) { return text.empty() ? json() : json(text); }

void add_kept(json& out, const Kept& kept) {
  out["state"] = to_string(kept.state);
  out["file"] = text_json(kept.file);
  out["bytes"] = kept.file.empty() ? json() : json(kept.size);
  out["sha256"] = text_json(kept.sha256);
  out["why"] = text_json(kept.why);
}

json artifact_json(const KeptArtifact& one) {
  const Artifact& artifact = one.artifact;
  json out;
  out["id"] = artifact.id;
  out["name"] = artifact.name;
  add_kept(out, one.kept);
  out["form"] = text_json(one.form);
  out["verified"] = text_json(one.verified);
  out["digest"] = text_json(artifact.digest);
  out["size_told"] = artifact.size;
  out["attempt"] = artifact.attempt ? json(*artifact.attempt) : json();
  out["attempt_source"] = to_string(artifact.attempt_source);
  out["created_at"] = time_json(artifact.created_at);
  out["expires_at"] = time_json(artifact.expires_at);
  out["of_fork"] = of_fork(artifact);
  return out;
}

json log_json(const KeptLog& one) {
  json out;
  out["job_id"] = one.job.id;
  out["name"] = one.job.name;
  out["attempt"] = one.job.attempt;
  out["status"] = text_json(one.job.status);
  out["conclusion"] = text_json(one.job.conclusion);
  out["started_at"] = time_json(one.job.started_at);
  out["completed_at"] = time_json(one.job.completed_at);
  add_kept(out, one.kept);
  return out;
}

KeptArtifact read_artifact(const Read& object) {
  KeptArtifact one;
  one.artifact.id = number_at(object, "id");
  one.artifact.name = text_at(object, "name");
  one.artifact.digest = text_at(object, "digest");
  one.artifact.size = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_at(object, "size_told")));
  if (const std::int64_t attempt = number_at(object, "attempt"); attempt > 0) one.artifact.attempt = attempt;
  for (const AttemptSource source : {AttemptSource::only_one, AttemptSource::created_at, AttemptSource::own_name}) {
    if (text_at(object, "attempt_source") == to_string(source)) one.artifact.attempt_source = source;
  }
  one.artifact.created_at = time_at(object, "created_at");
  one.artifact.expires_at = time_at(object, "expires_at");
  one.artifact.expired = text_at(object, "state") == to_string(State::expired);
  if (true_at(object, "of_fork")) {
    one.artifact.repository_id = 1;
    one.artifact.head_repository_id = 2;
  }
  one.form = text_at(object, "form");
  one.verified = text_at(object, "verified");
  one.kept = read_kept(object, "bytes");
  return one;
}

KeptLog read_log(const Read& object) {
  KeptLog one;
  one.job.id = number_at(object, "job_id");
  one.job.name = text_at(object, "name");
  one.job.attempt = number_at(object, "attempt");
  one.job.status = text_at(object, "status");
  one.job.conclusion = text_at(object, "conclusion");
  one.job.started_at = time_at(object, "started_at");
  one.job.completed_at = time_at(object, "completed_at");
  one.kept = read_kept(object, "bytes");
  return one;
}

}  // namespace

const char* to_string(State state) {
  switch (state) {
    case State::listed:
      return "listed";
    case State::saved:
      return "saved";
    case State::checked:
      return "checked";
    case State::expired:
      return "expired";
    case State::vanished:
      return "vanished";
    case State::failed:
      return "failed";
    case State::left:
      return "left";
    case State::not_yet:
      return "not_yet";
    case State::never:
      return "never";
  }
  return "";
}

State state_named(const std::string& word) {
  for (const State one : kStates) {
    if (word == to_string(one)) return one;
  }
  return State::listed;
}

std::string manifest_json(const Manifest& manifest) {
  json out;
  out["schema_version"] = kVersion;
  out["tool"] = {{"name", "jitgate"}, {"version", JITGATE_VERSION}};
  out["fetched_at"] = manifest.fetched_at;
  json& source = out["source"];
  source["kind"] = "github-actions";
  source["api"] = manifest.api;
  source["repository"] = full_name(manifest.repository);
  source["run_id"] = manifest.run.id;
  source["run_attempt"] = manifest.run.attempt;
  source["asked_attempt"] = manifest.asked_attempt > 0 ? json(manifest.asked_attempt) : json();
  source["workflow"] = text_json(manifest.run.name);
  source["event"] = text_json(manifest.run.event);
  source["status"] = text_json(manifest.run.status);
  source["conclusion"] = text_json(manifest.run.conclusion);
  source["head_branch"] = text_json(manifest.run.head_branch);
  source["head_sha"] = text_json(manifest.run.head_sha);
  source["created_at"] = time_json(manifest.run.created_at);
  source["started_at"] = time_json(manifest.run.started_at);
  out["patterns"] = manifest.patterns;
  out["doubts"] = manifest.doubts;
  out["artifacts"] = json::array();
  for (const KeptArtifact& one : manifest.artifacts) out["artifacts"].push_back(artifact_json(one));
  out["job_logs"] = json::array();
  for (const KeptLog& one : manifest.job_logs) out["job_logs"].push_back(log_json(one));
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

base::Result<Manifest> parse_manifest(const std::string& text) {
  const Read value = Read::parse(text, nullptr, false);
  if (value.is_discarded() || !value.is_object()) return base::fail("it is no JSON object");
  const std::int64_t version = number_at(value, "schema_version");
  if (version != kVersion) return base::fail("it is of another version: " + std::to_string(version));
  const auto source = value.find("source");
  if (source == value.end() || !source->is_object()) return base::fail("it tells no source");
  Manifest manifest;
  manifest.api = text_at(*source, "api");
  const std::string name = text_at(*source, "repository");
  const std::size_t slash = std::min(name.find('/'), name.size());
  manifest.repository = {name.substr(0, slash), name.substr(std::min(slash + 1, name.size()))};
  manifest.run.id = number_at(*source, "run_id");
  manifest.run.attempt = number_at(*source, "run_attempt");
  manifest.asked_attempt = number_at(*source, "asked_attempt");
  manifest.doubts = texts_at(value, "doubts");
  for (const char* list : {"artifacts", "job_logs"}) {
    const auto items = value.find(list);
    if (items == value.end() || !items->is_array()) return base::fail(std::string("it has no list ") + list);
    for (const Read& item : *items) {
      if (!item.is_object()) return base::fail(std::string("not an object in ") + list);
      if (*list == 'a') {
        manifest.artifacts.push_back(read_artifact(item));
      } else {
        manifest.job_logs.push_back(read_log(item));
      }
    }
  }
  return manifest;
}

}  // namespace jitgate::fetch
