// Which commit a verdict belongs to: of a pull request the head, since GITHUB_SHA is a merge that nobody sees, and
// a required status is looked for at the head; of a merge group and of a workflow_run theirs (facts:
// github-actions.md §3.1, §3.4). All of it comes from the event that the runner wrote, never from an artifact.
#include "publish/github_job.h"

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/http_url.h"
#include "base/text.h"

namespace jitgate::publish {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestEvent = std::size_t{32} << 20;

// The string at a path of names; empty where there is none.
std::string text_at(const json& root, std::initializer_list<const char*> names) {
  const json* at = &root;
  for (const char* name : names) {
    if (!at->is_object()) return {};
    const auto it = at->find(name);
    if (it == at->end()) return {};
    at = &*it;
  }
  return at->is_string() ? at->get<std::string>() : std::string();
}

std::string sha_or_nothing(const std::string& text) {
  const bool sha = text.size() == 40 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  return sha ? text : std::string();
}

void read_event(const json& event, GitHubJob& job) {
  if (event.contains("pull_request")) {
    job.sha = sha_or_nothing(text_at(event, {"pull_request", "head", "sha"}));
    job.base_sha = sha_or_nothing(text_at(event, {"pull_request", "base", "sha"}));
    // A fork that was deleted has no repository any more.
    const std::string head = text_at(event, {"pull_request", "head", "repo", "full_name"});
    job.fork = base::lower(head) != base::lower(job.repository) || head.empty();
  } else if (event.contains("merge_group")) {
    job.sha = sha_or_nothing(text_at(event, {"merge_group", "head_sha"}));
  } else if (event.contains("workflow_run")) {
    job.sha = sha_or_nothing(text_at(event, {"workflow_run", "head_sha"}));
  }
}

}  // namespace

std::string GitHubJob::run_url() const {
  if (site.empty() || repository.empty() || run_id.empty()) return {};
  return site + '/' + repository + "/actions/runs/" + run_id + "/attempts/" + std::to_string(attempt);
}

bool GitHubJob::hosted() const {
  const auto url = base::parse_url(site);
  if (!url) return false;
  return url->host == "github.com" || url->host.ends_with(".ghe.com") || url->host.ends_with(".localhost");
}

ReadJob github_job(const Environment& environment) {
  ReadJob read;
  GitHubJob& job = read.job;
  const auto value = [&environment](const char* name) { return environment(name).value_or(""); };
  job.here = value("GITHUB_ACTIONS") == "true";
  job.site = value("GITHUB_SERVER_URL");
  if (job.site.empty()) job.site = "https://github.com";
  job.repository = value("GITHUB_REPOSITORY");
  job.run_id = value("GITHUB_RUN_ID");
  job.job = value("GITHUB_JOB");
  job.attempt = base::integer_of(value("GITHUB_RUN_ATTEMPT")).value_or(1);
  job.event = value("GITHUB_EVENT_NAME");
  job.workspace = value("GITHUB_WORKSPACE");
  job.temp = value("RUNNER_TEMP");
  job.summary_file = value("GITHUB_STEP_SUMMARY");
  job.output_file = value("GITHUB_OUTPUT");
  job.retention_days = base::integer_of(value("GITHUB_RETENTION_DAYS"));
  const std::string path = value("GITHUB_EVENT_PATH");
  if (!path.empty()) {
    const auto text = base::read_file(path, kLargestEvent);
    const json event = text ? json::parse(*text, nullptr, false) : json();
    if (event.is_object()) {
      read_event(event, job);
    } else {
      read.doubt =
          "the event (GITHUB_EVENT_PATH) cannot be read: " + (text ? "it is no JSON object" : text.error().what);
    }
  }
  const bool of_pull_request = job.event.starts_with("pull_request");
  if (of_pull_request && job.base_sha.empty()) {
    job.fork = true;
    if (read.doubt.empty()) read.doubt = "the event tells no base commit of the pull request";
  }
  // Not of a pull request: there it is the merge commit, or the base.
  if (job.sha.empty() && !of_pull_request) job.sha = sha_or_nothing(value("GITHUB_SHA"));
  return read;
}

}  // namespace jitgate::publish
