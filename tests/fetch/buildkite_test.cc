#include "fetch/buildkite.h"

#include <gtest/gtest.h>

#include "fetch/buildkite_manifest.h"

namespace jitgate::fetch {
namespace {

TEST(BuildkiteBuild, IsNamedInOneForm) {
  const auto name = parse_build("buildkite:example/nightly-1/7");
  ASSERT_TRUE(name);
  EXPECT_EQ(name->organization, "example");
  EXPECT_EQ(name->pipeline, "nightly-1");
  EXPECT_EQ(name->number, 7);
  for (const char* text :
       {"", "buildkite:", "example/nightly/7", "buildkite:a/b", "buildkite:a/b/0", "buildkite:a/b/-1",
        "buildkite:a/b/x", "buildkite:a/../7", "buildkite:a/b/7/8", "buildkite:a b/c/7"}) {
    EXPECT_FALSE(parse_build(text)) << text;
  }
}

TEST(BuildkiteAnswers, WhatCannotBeReadIsTold) {
  const auto build = parse_build_answer(
      R"({"id":"b-1","state":"passed","jobs":[{"type":"script","id":"j-1","step_key":"k","finished_at":"x","retried":true},
          {"type":"waiter"},{"type":"script","id":"../x"},5,{"type":"script","id":"j-2","finished_at":null}]})");
  ASSERT_TRUE(build);
  ASSERT_EQ(build->jobs.size(), 2U);
  EXPECT_TRUE(build->jobs[0].retried && build->jobs[0].finished);
  EXPECT_FALSE(build->jobs[1].finished);
  EXPECT_EQ(build->doubts, std::vector<std::string>{"2 of its jobs could not be read"});

  const auto page = parse_build_artifacts(
      R"([{"id":"a-1","job_id":"j-1","path":"x.log","state":"finished","file_size":3,"sha1sum":"ABC"},
          {"id":"a/2","job_id":"j-1","path":"y"},{"id":"a-3","path":"y"},{"id":"a-4","job_id":"j-1","path":""},null])");
  ASSERT_TRUE(page);
  ASSERT_EQ(page->items.size(), 1U);
  EXPECT_EQ(page->items[0].sha1, "abc");
  EXPECT_EQ(page->items[0].size, 3U);
  EXPECT_EQ(page->doubts, std::vector<std::string>{"4 artifacts could not be read"});
}

TEST(BuildkiteAnswers, OtherThingsAreRefused) {
  for (const char* text : {"", "null", "[]", "{}", "3", "{\"id\":\"b\"}", R"({"id":"b","jobs":{}})",
                           R"({"id":"../b","jobs":[]})", "{\"id\":\"b\",\"jobs\":[", "\xFF\xFE"})
    EXPECT_FALSE(parse_build_answer(text)) << text;
  for (const char* text : {"", "null", "{}", "3", "[", "[{]"}) EXPECT_FALSE(parse_build_artifacts(text)) << text;
}

TEST(BuildkiteManifest, TellsWhichBuildItIsOf) {
  BuildManifest manifest;
  manifest.name = {"example", "nightly", 7};
  manifest.build.id = "b-1";
  manifest.build.branch = "\xFF hostile \x1b[31m";
  manifest.build.doubts = {"a doubt"};
  manifest.files = {{"j-1", "bench", "a.log", {State::saved, "bench-j-1/a.log", 3, "ab", ""}},
                    {"j-2", "", "", {State::not_yet, "../../evil", 0, "", "it runs"}}};
  const std::string text = build_manifest_json(manifest);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  const auto read = parse_build_manifest(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(build_identity(*read), (std::map<std::string, std::string>{{"id", "b-1"}}));
  EXPECT_EQ(read->name.number, 7);
  EXPECT_EQ(read->build.doubts, manifest.build.doubts);
  ASSERT_EQ(read->files.size(), 2U);
  EXPECT_EQ(read->files[0].kept.file, "bench-j-1/a.log");
  EXPECT_EQ(read->files[0].kept.sha256, "ab");
  EXPECT_EQ(read->files[1].kept.state, State::not_yet);
  EXPECT_EQ(read->files[1].kept.file, "") << "a path out of the folder";
  for (const char* other : {"", "null", "[]", "{}", R"({"kind":3,"id":"x"})", R"({"kind":"other","id":"x"})",
                            R"({"kind":"buildkite-build","files":{}})"})
    EXPECT_FALSE(parse_build_manifest(other)) << other;
}

TEST(BuildkiteStates, WhatNeverRanAndWhatIsStillToCome) {
  const auto job = [](const char* state, bool started = false, bool finished = false) {
    return BuildJob{"j", "", "", state, false, finished, started};
  };
  for (const char* state :
       {"broken", "skipped", "expired", "waiting_failed", "blocked_failed", "unblocked_failed", "canceled"}) {
    EXPECT_TRUE(never_ran(job(state))) << state;
    EXPECT_FALSE(never_ran(job(state, true, true))) << state;
  }
  for (const char* state : {"running", "waiting", "scheduled", "assigned", "accepted", "limited", "blocked",
                            "timing_out", "canceling", "passed", "failed", "finished", "", "of a later API"})
    EXPECT_FALSE(never_ran(job(state))) << state;
  Build build;
  for (const char* state : {"passed", "failed", "canceled", "blocked", "skipped", "not_run"}) {
    build.state = state;
    EXPECT_TRUE(at_rest(build)) << state;
  }
  for (const char* state : {"running", "scheduled", "creating", "canceling", "failing", ""}) {
    build.state = state;
    EXPECT_FALSE(at_rest(build)) << state;
  }
}

}  // namespace
}  // namespace jitgate::fetch
