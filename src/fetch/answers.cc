#include "fetch/answers.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "fetch/json_at.h"

namespace jitgate::fetch {
namespace {

using nlohmann::json;

std::int64_t id_below(const json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_object() ? number_at(*it, "id") : 0;
}

std::string sha256_in(const std::string& digest) {
  const std::string folded = base::lower(digest);
  if (folded.size() != 71 || !folded.starts_with("sha256:")) return {};
  const std::string hex = folded.substr(7);
  return hex.find_first_not_of("0123456789abcdef") == std::string::npos ? hex : std::string();
}

std::optional<CiRun> run_of(const json& object) {
  CiRun run;
  run.id = number_at(object, "id");
  if (run.id <= 0) return std::nullopt;
  run.attempt = std::max<std::int64_t>(1, number_at(object, "run_attempt", 1));
  run.name = text_at(object, "name");
  run.event = text_at(object, "event");
  run.status = text_at(object, "status");
  run.conclusion = text_at(object, "conclusion");
  run.head_branch = text_at(object, "head_branch");
  run.head_sha = text_at(object, "head_sha");
  run.html_url = text_at(object, "html_url");
  run.created_at = time_at(object, "created_at");
  run.started_at = time_at(object, "run_started_at");
  run.repository_id = id_below(object, "repository");
  run.head_repository_id = id_below(object, "head_repository");
  return run;
}

std::optional<Artifact> artifact_of(const json& object) {
  Artifact one;
  one.id = number_at(object, "id");
  one.name = text_at(object, "name");
  if (one.id <= 0 || one.name.empty()) return std::nullopt;
  one.size = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_at(object, "size_in_bytes")));
  const auto expired = object.find("expired");
  one.expired = expired != object.end() && expired->is_boolean() && expired->get<bool>();
  one.created_at = time_at(object, "created_at");
  one.expires_at = time_at(object, "expires_at");
  one.digest = text_at(object, "digest");
  one.sha256 = sha256_in(one.digest);
  if (const auto run = object.find("workflow_run"); run != object.end() && run->is_object()) {
    one.run_id = number_at(*run, "id");
    one.repository_id = number_at(*run, "repository_id");
    one.head_repository_id = number_at(*run, "head_repository_id");
  }
  return one;
}

std::optional<Job> job_of(const json& object) {
  Job job;
  job.id = number_at(object, "id");
  if (job.id <= 0) return std::nullopt;
  job.attempt = std::max<std::int64_t>(1, number_at(object, "run_attempt", 1));
  job.name = text_at(object, "name");
  job.status = text_at(object, "status");
  job.conclusion = text_at(object, "conclusion");
  job.started_at = time_at(object, "started_at");
  job.completed_at = time_at(object, "completed_at");
  return job;
}

// Ill-formed UTF-8 would make a document of ours that nobody can read.
base::Result<json> object_in(const std::string& body) {
  json value = json::parse(base::valid_utf8(body), nullptr, false);
  if (value.is_discarded()) return base::fail("the answer is no JSON");
  if (!value.is_object()) return base::fail("the answer is no JSON object");
  return value;
}

template <typename T>
base::Result<T> parse_one(const std::string& body, std::optional<T> (*read)(const json&)) {
  auto object = object_in(body);
  if (!object) return tl::unexpected(object.error());
  auto one = read(*object);
  if (!one) return base::fail("the answer has no id");
  return std::move(*one);
}

template <typename T>
base::Result<Listing<T>> parse_list(const std::string& body, const char* name, std::optional<T> (*read)(const json&)) {
  auto object = object_in(body);
  if (!object) return tl::unexpected(object.error());
  const auto list = object->find(name);
  if (list == object->end() || !list->is_array()) return base::fail(std::string("the answer has no list ") + name);
  Listing<T> out;
  out.told = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_at(*object, "total_count")));
  std::size_t unread = 0;
  for (const json& item : *list) {
    auto one = item.is_object() ? read(item) : std::nullopt;
    if (one) {
      out.items.push_back(std::move(*one));
    } else {
      ++unread;
    }
  }
  if (unread > 0) out.doubts.push_back(std::to_string(unread) + " of its items cannot be read");
  return out;
}

}  // namespace

base::Result<CiRun> parse_run(const std::string& body) { return parse_one<CiRun>(body, run_of); }
base::Result<Artifact> parse_artifact(const std::string& body) { return parse_one<Artifact>(body, artifact_of); }
base::Result<Job> parse_job(const std::string& body) { return parse_one<Job>(body, job_of); }
base::Result<Listing<CiRun>> parse_runs(const std::string& body) {
  return parse_list<CiRun>(body, "workflow_runs", run_of);
}
base::Result<Listing<Artifact>> parse_artifacts(const std::string& body) {
  return parse_list<Artifact>(body, "artifacts", artifact_of);
}
base::Result<Listing<Job>> parse_jobs(const std::string& body) { return parse_list<Job>(body, "jobs", job_of); }

std::string message_of(const std::string& body) {
  auto object = object_in(body.substr(0, 65536));
  return object ? base::valid_utf8(text_at(*object, "message"), 200) : std::string();
}

}  // namespace jitgate::fetch
