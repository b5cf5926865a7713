// What is asked of `buildkite-agent`: annotation, upload, meta-data, artifacts of other steps. Each call has a time
// limit, and each failure is told as a Problem for the caller to weigh: a publisher that decided a verdict would turn
// a full disk at the CI into a clean measurement, or a network's hiccup into a dirty one.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "publish/agent_call.h"

namespace jitgate::publish {

struct FoundArtifact {
  std::string job, sha256, path;  // sha256 may be empty
  bool operator==(const FoundArtifact&) const = default;
};

class BuildkiteAgent {
 public:
  // `program`: its path; empty: it is not there, and every call says so.
  BuildkiteAgent(std::string program, std::chrono::seconds limit) : program_(std::move(program)), limit_(limit) {}

  [[nodiscard]] bool is_there() const { return !program_.empty(); }

  // `style`: success, warning, error. `body`: a file, which goes to the agent's standard input: one argument of
  // 128 KiB is too long for the kernel. `of_job`: shown at the job; an agent before 3.112 knows no such scope, and it
  // then goes to the build's page.
  [[nodiscard]] base::Result<void> annotate(const std::string& context, const std::string& style,
                                            const std::string& body, bool of_job) const;
  // One file that is there; the agent ends with 0 also where it found nothing to upload, which is an error here.
  [[nodiscard]] base::Result<void> upload(const std::string& file) const;
  [[nodiscard]] base::Result<void> set_meta_data(const std::string& key, const std::string& value) const;
  // Finished artifacts of a step (its key, label or a job's id) for an artifact query; none is no error.
  [[nodiscard]] base::Result<std::vector<FoundArtifact>> search(const std::string& query, const std::string& step,
                                                                std::chrono::milliseconds limit) const;
  // Into a folder that is there.
  [[nodiscard]] base::Result<void> download(const std::string& query, const std::string& step,
                                            const std::string& folder, std::chrono::milliseconds limit) const;

 private:
  [[nodiscard]] base::Result<std::string> run(const std::vector<std::string>& arguments, const std::string& input,
                                              std::chrono::milliseconds limit) const;

  std::string program_;
  std::chrono::seconds limit_;
};

// An artifact query that finds at least what the path pattern matches. In queries `*` crosses folders and nothing else
// is special (facts: buildkite.md §2.1).
std::string artifact_query(const std::string& pattern);

}  // namespace jitgate::publish
