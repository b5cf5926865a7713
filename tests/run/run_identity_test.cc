#include "run/run_identity.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace jitgate::run {
namespace {

using Identity = std::map<std::string, std::string>;

publish::Environment with(const Identity& variables) {
  return [variables](const char* name) {
    const auto at = variables.find(name);
    return at == variables.end() ? std::nullopt : std::optional(at->second);
  };
}

// A folder with a manifest of that run.
class Folder {
 public:
  Folder(const std::string& name, const std::string& manifest)
      : path_(std::filesystem::path(testing::TempDir()) / ("run_identity_" + name)) {
    std::filesystem::create_directories(path_);
    std::ofstream(path_ / "manifest.json") << manifest;
    std::ofstream(path_ / "a.zip") << "x";
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string at(const std::string& file = {}) const { return (path_ / file).string(); }

 private:
  std::filesystem::path path_;
};

std::string manifest_of(int run) {
  return R"({"schema_version": 1, "source": {"kind": "github-actions", "repository": "demo/bench", "run_id": )" +
         std::to_string(run) + R"(, "run_attempt": 2}, "artifacts": [], "job_logs": []})";
}

TEST(RunIdentity, AManifestBesideTheArtifactsLeads) {
  const Folder folder("one", manifest_of(11));
  const auto environment = with({{"GITHUB_RUN_ID", "99"}});
  const Identity told{{"id", "11"}, {"attempt", "2"}, {"repository", "demo/bench"}};
  EXPECT_EQ(run_identity({folder.at()}, environment), told);
  EXPECT_EQ(run_identity({folder.at("a.zip")}, environment), told);
  const Folder other("two", manifest_of(12));
  EXPECT_EQ(run_identity({folder.at(), other.at()}, environment), Identity()) << "of two runs";
}

TEST(RunIdentity, ArtifactsThatAManifestLacksAreLostOnce) {
  const Folder folder("lost", R"({"schema_version": 1, "source": {"kind": "github-actions", "repository": "demo/bench",
      "run_id": 7, "run_attempt": 1}, "doubts": ["artifacts: 3 are told, 2 are listed", "jobs: attempt 1 is not listed"],
      "job_logs": [{"job_id": 8, "name": "late", "state": "not_yet"}, {"job_id": 9, "name": "old", "state": "expired"}],
      "artifacts": [
      {"id": 1, "name": "bmk_a", "state": "expired"}, {"id": 2, "name": "bmk_b", "state": "vanished"},
      {"id": 3, "name": "bmk_c", "state": "expired"}, {"id": 4, "name": "bmk_c", "state": "saved"},
      {"id": 5, "name": "bmk_d", "state": "left"}, {"id": 6, "name": "server_logs_e", "state": "failed"},
      {"id": 7, "name": "bmk_f", "state": "listed"}, {"id": 8, "name": "power_audit_g", "state": "expired"},
      {"id": 9, "name": "benchmark-a1", "state": "expired"}, {"id": 10, "name": "eval_h", "state": "expired"},
      {"id": 11, "name": "gpu_metrics_i", "state": "failed"}, {"id": 12, "name": "bmk_j.v2", "state": "failed"}]})");
  const auto lost = lost_artifacts({folder.at(), folder.at("a.zip")});
  std::vector<std::string> told;
  for (const model::Damage& one : lost) told.push_back(one.path + '|' + one.job + '|' + to_string(one.kind));
  EXPECT_EQ(told, (std::vector<std::string>{"bmk_a|a|expired", "bmk_b|b|missing", "server_logs_e|e|missing",
                                            "bmk_f|f|missing", "benchmark-a1||expired", "bmk_j.v2||missing",
                                            "late||missing", folder.at("manifest.json") + "||missing"}));
  EXPECT_TRUE(lost_artifacts({"nothing"}).empty());
}

TEST(RunIdentity, WhatABuildLacksConcernsTheBuildOrTheJobThatIsRead) {
  const Folder folder("build", R"({"kind": "buildkite-build", "id": "b-1", "files": [
      {"job": "j-1", "step": "bench", "path": "x.log", "state": "saved", "file": "bench-j-1/x.log"},
      {"job": "j-1", "step": "bench", "path": "x.log", "state": "expired"},
      {"job": "j-1", "step": "bench", "path": "y.log", "state": "left"},
      {"job": "j-1", "step": "bench", "path": null, "state": "never"},
      {"job": "j-2", "step": null, "path": "x.log", "state": "vanished"},
      {"job": "j-2", "step": null, "path": null, "state": "not_yet", "why": "it runs"}]})");
  const auto job = std::filesystem::path(folder.at()) / "bench-j-1" / "results";
  const auto other = std::filesystem::path(folder.at()) / "other-j-2";
  std::filesystem::create_directories(job);
  std::filesystem::create_directories(other);
  EXPECT_EQ(lost_artifacts({folder.at()}).size(), 2U);
  EXPECT_EQ(lost_artifacts({folder.at()}).back().what, "was not fetched: it runs");
  EXPECT_TRUE(lost_artifacts({job.string()}).empty());
  EXPECT_EQ(lost_artifacts({other.string(), other.string() + "/"}).size(), 2U);
  EXPECT_EQ(run_identity({folder.at()}, with({})), (Identity{{"id", "b-1"}}));
}

TEST(RunIdentity, ElseTheJobThatJudges) {
  const Folder folder("odd", R"({"schema_version": 3, "layers": []})");  // another program's
  EXPECT_EQ(
      run_identity({folder.at()},
                   with({{"GITHUB_RUN_ID", "99"}, {"GITHUB_RUN_ATTEMPT", "3"}, {"GITHUB_REPOSITORY", "demo/bench"}})),
      (Identity{{"id", "99"}, {"attempt", "3"}, {"repository", "demo/bench"}}));
  const auto job = run_identity(
      {"nothing"},
      with({{"BUILDKITE_BUILD_ID", "b-1"}, {"BUILDKITE_STEP_KEY", "bench"}, {"BUILDKITE_RETRY_COUNT", "1"}}));
  EXPECT_EQ(job.at("id"), "b-1/bench");
  EXPECT_EQ(job.at("attempt"), "2");
  EXPECT_EQ(run_identity({"nothing"}, with({})), Identity());
}

}  // namespace
}  // namespace jitgate::run
