#include "publish/buildkite_job.h"

#include "base/hash.h"
#include "base/text.h"

namespace jitgate::publish {
namespace {

constexpr std::size_t kLongestContext = 100;

// A job's id names a folder.
constexpr const char* kPlain = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

std::string value_of(const Environment& environment, const char* name) { return environment(name).value_or(""); }

// Nothing where the variable is not set or empty.
base::Result<std::optional<int>> number(const Environment& environment, const char* name) {
  const std::string text = value_of(environment, name);
  if (text.empty()) return std::optional<int>();
  const auto value = base::integer_of(text);
  if (!value || *value < -1'000'000 || *value > 1'000'000) return base::refuse("no whole number: " + text, name);
  return std::optional<int>(static_cast<int>(*value));
}

bool is_true(const Environment& environment, const char* name) { return value_of(environment, name) == "true"; }

std::string step_name(const BuildkiteJob& job) {
  return job.step + (job.parallel_index ? '.' + std::to_string(*job.parallel_index) : "");
}

}  // namespace

base::Result<BuildkiteJob> buildkite_job(const Environment& environment) {
  BuildkiteJob job;
  job.id = value_of(environment, "BUILDKITE_JOB_ID");
  if (job.id.find_first_not_of(kPlain) != std::string::npos)
    return base::refuse("no job has this id", "BUILDKITE_JOB_ID");
  job.step = value_of(environment, "BUILDKITE_STEP_KEY");
  if (job.step.empty()) job.step = value_of(environment, "BUILDKITE_STEP_ID");
  if (job.step.empty()) job.step = "step";
  const auto index = number(environment, "BUILDKITE_PARALLEL_JOB");
  if (!index) return tl::unexpected(index.error());
  job.parallel_index = *index;
  const auto retries = number(environment, "BUILDKITE_RETRY_COUNT");
  if (!retries) return tl::unexpected(retries.error());
  job.retry_count = retries->value_or(0);
  const auto status = number(environment, "BUILDKITE_COMMAND_EXIT_STATUS");
  if (!status) return tl::unexpected(status.error());
  job.command_status = *status;
  job.cancelled = is_true(environment, "BUILDKITE_JOB_CANCELLED");
  job.timed_out = is_true(environment, "BUILDKITE_JOB_TIMED_OUT");
  job.checkout = value_of(environment, "BUILDKITE_BUILD_CHECKOUT_PATH");
  job.log_file = value_of(environment, "BUILDKITE_JOB_LOG_TMPFILE");
  job.artifact_paths = value_of(environment, "BUILDKITE_ARTIFACT_PATHS");
  job.agent_path = value_of(environment, "BUILDKITE_BIN_PATH");

  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) job.run[name] = value;
  };
  // Of the step and not of the job: a retry is another attempt at the same rows, another step never is.
  const std::string build_id = value_of(environment, "BUILDKITE_BUILD_ID");
  if (!build_id.empty()) add("id", build_id + '/' + job_name(job));
  if (!build_id.empty()) add("attempt", std::to_string(job.retry_count + 1));
  add("job", job.id);
  add("step", job.step);
  const std::string build = value_of(environment, "BUILDKITE_BUILD_URL");
  if (!build.empty()) add("url", job.id.empty() ? build : build + '#' + job.id);
  return job;
}

void set_entry(BuildkiteJob& job, std::size_t entry) {
  job.entry = entry;
  if (const auto id = job.run.find("id"); id != job.run.end()) id->second += entry_mark(job);
}

std::string entry_mark(const BuildkiteJob& job) {
  return job.entry == 0 ? std::string() : '/' + std::to_string(job.entry + 1);
}

std::string job_name(const BuildkiteJob& job) { return step_name(job) + entry_mark(job); }

std::string annotation_context(const BuildkiteJob& job) {
  std::string whole = "jitgate-" + job_name(job);
  if (whole.size() <= kLongestContext) return whole;
  // Long names differ at their ends as often as at their beginnings: the hash keeps them apart.
  const std::string mark = '-' + base::sha256_hex(whole).substr(0, 16);
  return base::valid_utf8(whole, kLongestContext - mark.size()) + mark;
}

std::string meta_data_key(const BuildkiteJob& job) { return "jitgate:" + step_name(job); }

}  // namespace jitgate::publish
