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
      "run_id": 7, "run_attempt": 1}, "job_logs": [], "artifacts": [
      {"id": 1, "name": "bmk_a", "state": "expired"}, {"id": 2, "name": "bmk_b", "state": "vanished"},
      {"id": 3, "name": "bmk_c", "state": "expired"}, {"id": 4, "name": "bmk_c", "state": "saved"},
      {"id": 5, "name": "bmk_d", "state": "left"}]})");
  const auto lost = lost_artifacts({folder.at(), folder.at("a.zip")});
  ASSERT_EQ(lost.size(), 2U);
  EXPECT_EQ(lost[0].path, "bmk_a");
  EXPECT_EQ(lost[0].kind, model::DamageKind::expired);
  EXPECT_EQ(lost[1].path, "bmk_b");
  EXPECT_EQ(lost[1].kind, model::DamageKind::missing);
  EXPECT_TRUE(lost_artifacts({"nothing"}).empty());
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
