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
  const std::string text = build_manifest_json(manifest);
  EXPECT_EQ(build_identity(text), (std::map<std::string, std::string>{{"id", "b-1"}}));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  for (const char* other : {"", "null", "[]", "{}", R"({"kind":3,"id":"x"})", R"({"kind":"other","id":"x"})"})
    EXPECT_TRUE(build_identity(other).empty()) << other;
}

}  // namespace
}  // namespace jitgate::fetch
