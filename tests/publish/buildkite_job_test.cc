#include "publish/buildkite_job.h"

#include <gtest/gtest.h>

#include "publish/buildkite_agent.h"
#include "publish/buildkite_options.h"

namespace jitgate::publish {
namespace {

base::Result<BuildkiteJob> job_of(const std::map<std::string, std::string>& variables) {
  return buildkite_job([&](const char* name) -> std::optional<std::string> {
    const auto it = variables.find(name);
    return it == variables.end() ? std::nullopt : std::optional(it->second);
  });
}

TEST(BuildkiteJob, ReadsWhatTheAgentSets) {
  const auto job = job_of({{"BUILDKITE_JOB_ID", "01-a"},
                           {"BUILDKITE_BUILD_ID", "build"},
                           {"BUILDKITE_BUILD_URL", "https://x/builds/7"},
                           {"BUILDKITE_STEP_KEY", "bench"},
                           {"BUILDKITE_STEP_ID", "id"},
                           {"BUILDKITE_PARALLEL_JOB", "3"},
                           {"BUILDKITE_RETRY_COUNT", "1"},
                           {"BUILDKITE_COMMAND_EXIT_STATUS", "-1"},
                           {"BUILDKITE_JOB_CANCELLED", "true"},
                           {"BUILDKITE_JOB_TIMED_OUT", "false"}});
  ASSERT_TRUE(job);
  EXPECT_EQ(job->parallel_index, 3);
  EXPECT_EQ(job->command_status, -1);
  EXPECT_TRUE(job->cancelled);
  EXPECT_FALSE(job->timed_out);
  EXPECT_EQ(job_name(*job), "bench.3");
  EXPECT_EQ(annotation_context(*job), "jitgate-bench.3");
  EXPECT_EQ(meta_data_key(*job), "jitgate:bench.3");
  EXPECT_EQ(job->run.at("id"), "build/bench.3");
  EXPECT_EQ(job->run.at("attempt"), "2");
  EXPECT_EQ(job->run.at("url"), "https://x/builds/7#01-a");
}

TEST(BuildkiteJob, EmptyIsNotSet) {
  const auto job = job_of({{"BUILDKITE_STEP_KEY", ""}, {"BUILDKITE_STEP_ID", "id"}, {"BUILDKITE_PARALLEL_JOB", ""}});
  ASSERT_TRUE(job);
  EXPECT_EQ(job_name(*job), "id");
  EXPECT_FALSE(job->command_status);
  EXPECT_TRUE(job_of({}));
}

TEST(BuildkiteJob, RefusesWhatNoAgentSets) {
  EXPECT_FALSE(job_of({{"BUILDKITE_JOB_ID", "../../etc"}}));
  for (const char* name : {"BUILDKITE_PARALLEL_JOB", "BUILDKITE_RETRY_COUNT", "BUILDKITE_COMMAND_EXIT_STATUS"}) {
    const auto job = job_of({{name, "x1"}});
    ASSERT_FALSE(job) << name;
    EXPECT_EQ(job.error().where, name);
  }
}

TEST(BuildkiteJob, ContextsAreShortAndKeptApart) {
  BuildkiteJob a;
  BuildkiteJob b;
  for (const std::size_t length : {91U, 92U, 93U, 200U, 4000U}) {
    a.step = std::string(length, 'k');
    b.step = a.step;
    b.parallel_index = 0;
    EXPECT_LE(annotation_context(a).size(), 100U) << length;
    EXPECT_LE(annotation_context(b).size(), 100U) << length;
    EXPECT_NE(annotation_context(a), annotation_context(b)) << length;
  }
  a.step = std::string(60, 'k') + "\xC3\xA9\xC3\xA9" + std::string(60, 'k');
  EXPECT_LE(annotation_context(a).size(), 100U);
}

TEST(BuildkiteJob, EntriesOfOneStepHaveNamesOfTheirOwn) {
  auto job =
      job_of({{"BUILDKITE_BUILD_ID", "build"}, {"BUILDKITE_STEP_KEY", "bench"}, {"BUILDKITE_PARALLEL_JOB", "3"}});
  ASSERT_TRUE(job);
  set_entry(*job, 0);
  EXPECT_EQ(job->run.at("id"), "build/bench.3");
  set_entry(*job, 1);
  EXPECT_EQ(job_name(*job), "bench.3/2");
  EXPECT_EQ(annotation_context(*job), "jitgate-bench.3/2");
  EXPECT_EQ(job->run.at("id"), "build/bench.3/2");
  EXPECT_EQ(meta_data_key(*job), "jitgate:bench.3") << "stands for the step";
}

TEST(PluginEntries, AreThoseOfTheSameSource) {
  const std::string plugins =
      R"([{"docker#v5":{"image":"x"}},{"https://h/r.git/buildkite-plugin#v1":{"logs":"a"}},"ecr#v2",
      {"https://h/r.git/buildkite-plugin#v1":{"logs":"b","output":"other"}},
      {"https://h/r.git/buildkite-plugin#v1":{"logs":"a"}},{"cache#v1":null},{"./x":{"logs":"b"}}])";
  const auto entries = plugin_entries(plugins, R"({"output":"other", "logs":"b"})");
  EXPECT_EQ(entries.own, 1U);
  EXPECT_EQ(entries.outputs, (std::vector<std::string>{"", "other"}));
  EXPECT_EQ(plugin_entries(plugins, R"({"logs":"a"})").own, 0U);
  const std::vector<std::optional<std::string>> others = {std::nullopt,  "",       "null", "{}", "[3,[]]",
                                                          "[{\"x\":3}]", "no JSON"};
  for (const auto& odd : others) {
    EXPECT_EQ(plugin_entries(odd, R"({"logs":"a"})").outputs.size(), 1U);
    EXPECT_EQ(plugin_entries(plugins, odd).own, 0U);
    EXPECT_GE(plugin_entries(plugins, odd).outputs.size(), 1U);
  }
}

TEST(PluginOptions, AreTextWhateverTheyWere) {
  const auto options = plugin_options(
      R"({"logs":["a","b"],"n":5,"s":"5","t":true,"f":false,"x":1.5,"empty":[],"map":{"decode":6,"prefill":"1"}})");
  ASSERT_TRUE(options);
  ASSERT_EQ(options->size(), 8U);
  const auto& o = *options;
  EXPECT_EQ(o[0].values, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(o[0].several && !o[0].object);
  EXPECT_EQ(o[1].values, o[2].values);
  EXPECT_EQ(o[3].values, std::vector<std::string>{"true"});
  EXPECT_EQ(o[4].values, std::vector<std::string>{"false"});
  EXPECT_EQ(o[5].values, std::vector<std::string>{"1.5"});
  EXPECT_TRUE(o[6].values.empty() && o[6].several);
  EXPECT_EQ(o[7].values, (std::vector<std::string>{"decode=6", "prefill=1"}));
}

TEST(PluginOptions, NoneIsNotNothing) {
  const auto none = plugin_options(std::nullopt);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().blame, base::Blame::user);
  EXPECT_NE(none.error().hint.find("null"), std::string::npos);
  EXPECT_TRUE(plugin_options("{}")->empty());
  EXPECT_TRUE(plugin_options("null")->empty());
}

TEST(PluginOptions, RefusesWhatNoAgentHandsOver) {
  const std::string deep = R"({"a":)" + std::string(5000, '[') + std::string(5000, ']') + "}";
  for (const std::string& text :
       {std::string(), std::string("x"), std::string("[]"), std::string("3"), std::string(R"({"a":null})"),
        std::string(R"({"a":[null]})"), std::string(R"({"a":[[1]]})"), std::string(R"({"a":{"b":{}}})"), deep}) {
    const auto options = plugin_options(text);
    ASSERT_FALSE(options) << text.substr(0, 40);
    EXPECT_EQ(options.error().blame, base::Blame::user);
  }
}

TEST(ArtifactQuery, FindsAtLeastWhatThePatternMatches) {
  EXPECT_EQ(artifact_query("results/**/server.log"), "results/*server.log");  // also results/server.log
  EXPECT_EQ(artifact_query("results/*.json"), "results/*.json");
  EXPECT_EQ(artifact_query("**/*.log"), "*.log");
  EXPECT_EQ(artifact_query("a?[0-9]b"), "a*b");
  EXPECT_EQ(artifact_query("a[]]b"), "a*b");
  EXPECT_EQ(artifact_query("{a,{b,c}}d/{e}f"), "*f");
  EXPECT_EQ(artifact_query("a{b"), "a*b");
  EXPECT_EQ(artifact_query("-x.log"), "*x.log");
  EXPECT_EQ(artifact_query("a\\*b"), "a*b");
}

}  // namespace
}  // namespace jitgate::publish
