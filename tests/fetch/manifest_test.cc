// What comes from servers and from disk, well-formed and not.
#include "fetch/manifest.h"

#include <gtest/gtest.h>

#include <random>

#include "fetch/answers.h"

namespace jitgate::fetch {
namespace {

const std::string kArtifacts = R"({"total_count": 2, "artifacts": [
  {"id": 10338854604, "name": "bmk_\u00e9", "size_in_bytes": 5, "expired": false, "created_at": "2026-08-04T08:38:28Z",
   "expires_at": null, "digest": "sha256:)" +
                               std::string(64, 'a') +
                               R"(", "workflow_run": {"id": 7, "repository_id": 1, "head_repository_id": 2}},
  {"id": 2, "name": "x", "size_in_bytes": -5, "expired": "yes", "created_at": "soon", "digest": "md5:00",
   "workflow_run": null}]})";

TEST(Answers, ReadWhatIsThereAndNothingElse) {
  const auto list = parse_artifacts(kArtifacts);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->items.size(), 2U);
  EXPECT_TRUE(list->doubts.empty());
  const Artifact &first = list->items[0], &second = list->items[1];
  EXPECT_EQ(first.id, 10338854604);
  EXPECT_EQ(first.sha256, std::string(64, 'a'));
  EXPECT_TRUE(of_fork(first));
  EXPECT_FALSE(first.expires_at);
  EXPECT_EQ(second.size, 0U);
  EXPECT_FALSE(second.expired || second.created_at || of_fork(second));
  EXPECT_EQ(second.sha256 + "|" + second.digest, "|md5:00");
}

TEST(Answers, ItemsThatCannotBeReadAreDoubts) {
  for (const char* item : {"5", "null", "[]", "{}", R"({"id": 1})", R"({"name": "a"})", R"({"id": "1", "name": "a"})",
                           R"({"id": 0, "name": "a"})", R"({"id": -1, "name": "a"})", R"({"id": 1.5, "name": "a"})",
                           R"({"id": 18446744073709551615, "name": "a"})", R"({"id": 1e400, "name": "a"})",
                           R"({"id": 1, "name": ""})", R"({"id": 1, "name": 5})"}) {
    const auto list = parse_artifacts(std::string(R"({"total_count": 1, "artifacts": [)") + item + "]}");
    if (!list) continue;  // no JSON at all: a failure, and so no clean list either
    EXPECT_TRUE(list->items.empty()) << item;
    EXPECT_EQ(list->doubts.size(), 1U) << item;
  }
}

TEST(Answers, SurviveWhateverComes) {
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    std::string body = kArtifacts;
    for (std::size_t n = random() % 4; n-- > 0;) body[random() % body.size()] = static_cast<char>(random() % 256);
    if (random() % 4 == 0) body.resize(random() % body.size());
    const auto list = parse_artifacts(body);
    for (const Artifact& one : list ? list->items : std::vector<Artifact>()) {
      ASSERT_GT(one.id, 0);
      ASSERT_FALSE(one.name.empty());
      ASSERT_TRUE(one.sha256.empty() || one.sha256.size() == 64);
    }
    (void)parse_runs(body);
    (void)parse_jobs(body);
    (void)parse_run(body);
    (void)message_of(body);
  }
}

Manifest sample() {
  Manifest manifest;
  manifest.api = "https://api.github.com";
  manifest.repository = {"o", "r"};
  manifest.run.id = 77;
  manifest.run.attempt = 2;
  manifest.asked_attempt = 1;
  manifest.fetched_at = "2026-11-30T00:00:00Z";
  manifest.patterns = {"bmk_*"};
  const auto list = parse_artifacts(kArtifacts);
  for (Artifact artifact : list->items) {
    artifact.attempt = 1;
    artifact.attempt_source = AttemptSource::created_at;
    manifest.artifacts.push_back(
        {artifact, "zip", "digest", {State::saved, "a b.zip", 5, std::string(64, 'b'), "why \xff"}});
  }
  manifest.job_logs.push_back(
      {{9, 1, "bench / x", "completed", "success", {}, {}}, {State::never, {}, 0, {}, "no log"}});
  return manifest;
}

TEST(Manifest, SaysTheSameWhenReadAndWrittenAgain) {
  const std::string once = manifest_json(sample());
  const auto read = parse_manifest(once);
  ASSERT_TRUE(read);
  Manifest again = *read;
  again.fetched_at = sample().fetched_at;
  again.patterns = sample().patterns;
  EXPECT_EQ(manifest_json(again), once);
}

TEST(Manifest, NamesNoFileOutsideItsDirectory) {
  for (const char* file : {"/etc/passwd", "../x", "a/../../x", "a/..", ".."}) {
    Manifest manifest = sample();
    manifest.artifacts[0].kept.file = file;
    manifest.job_logs[0].kept.file = file;
    const auto read = parse_manifest(manifest_json(manifest));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->artifacts[0].kept.file + read->job_logs[0].kept.file, "") << file;
  }
  EXPECT_EQ(parse_manifest(manifest_json(sample()))->artifacts[0].kept.file, "a b.zip");
}

TEST(Manifest, RefusesWhatIsNone) {
  const std::string good = manifest_json(sample());
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{}"), good.substr(0, good.size() / 2),
        std::string(R"({"schema_version": 2, "source": {}, "artifacts": [], "job_logs": []})"),
        std::string(R"({"schema_version": 1, "source": 5, "artifacts": [], "job_logs": []})"),
        std::string(R"({"schema_version": 1, "source": {}, "artifacts": [5], "job_logs": []})"),
        std::string(R"({"schema_version": 1, "source": {}, "artifacts": []})")})
    EXPECT_FALSE(parse_manifest(text)) << text;
  // Of another program, or with everything of the wrong type: whatever is read, nothing is believed.
  std::mt19937 random(5);
  for (int i = 0; i < 2000; ++i) {
    std::string text = good;
    for (std::size_t n = 1 + random() % 4; n-- > 0;) text[random() % text.size()] = static_cast<char>(random() % 256);
    (void)parse_manifest(text);
  }
}

}  // namespace
}  // namespace jitgate::fetch
