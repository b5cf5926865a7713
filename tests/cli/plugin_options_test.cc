#include "cli/plugin_options.h"

#include <gtest/gtest.h>

namespace jitgate::cli {
namespace {

struct Taken {
  std::vector<std::string> logs;
  std::vector<std::string> workers;
  std::string upload = "true";
  bool strict = false;
  std::int64_t number = 0;
  base::Result<void> result;
};

Taken taken(const std::string& configuration) {
  Taken into;
  Command table{"plugin", ""};
  table.add(list("logs", "GLOB", into.logs, ""))
      .add(list("workers", "ROLE=N", into.workers, ""))
      .add(choice("upload", into.upload, {"true", "false", "required"}, ""))
      .add(flag("strict", into.strict, ""))
      .add(number(
          "number", 1, 9, [&into](std::int64_t n) { into.number = n; }, ""));
  const auto given = publish::plugin_options(configuration);
  EXPECT_TRUE(given);
  into.result = take_plugin_options(*given, table.options);
  return into;
}

TEST(PluginTable, TakesTextAndRealTypes) {
  for (const char* text : {R"({"logs":["a"],"upload":false,"strict":true,"number":5,"workers":{"decode":6}})",
                           R"({"logs":"a","upload":"off","strict":"on","number":"5","workers":"decode=6"})"}) {
    const Taken t = taken(text);
    ASSERT_TRUE(t.result) << text;
    EXPECT_EQ(t.logs, std::vector<std::string>{"a"});
    EXPECT_EQ(t.workers, std::vector<std::string>{"decode=6"});
    EXPECT_EQ(t.upload, "false");
    EXPECT_TRUE(t.strict);
    EXPECT_EQ(t.number, 5);
  }
  EXPECT_EQ(taken(R"({"upload":"required"})").upload, "required");
  EXPECT_EQ(taken(R"({"upload":1})").upload, "true");
  EXPECT_FALSE(taken(R"({"strict":false})").strict);
}

TEST(PluginTable, RefusesWithTheOptionsName) {
  for (const char* text :
       {R"({"number":10})", R"({"number":"x"})", R"({"number":[5]})", R"({"strict":"maybe"})", R"({"strict":5})",
        R"({"upload":"no way"})", R"({"logs":{"a":"b"}})", R"({"logs":[""]})", R"({"log":"a"})", R"({"Logs":"a"})"}) {
    const Taken t = taken(text);
    ASSERT_FALSE(t.result) << text;
    EXPECT_EQ(t.result.error().blame, base::Blame::user);
    EXPECT_EQ(t.result.error().where.find("plugin option '"), 0U) << t.result.error().where;
  }
  EXPECT_EQ(taken(R"({"log":"a"})").result.error().hint, "did you mean 'logs'?");
  EXPECT_NE(taken(R"({"zzzzzzzz":"a"})").result.error().hint.find("logs, workers"), std::string::npos);
}

}  // namespace
}  // namespace jitgate::cli
