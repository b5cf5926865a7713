#include "fetch/file_names.h"

#include <gtest/gtest.h>

#include <random>

#include "../base/hostile.h"

namespace jitgate::fetch {
namespace {

TEST(FileNames, NamesInOrderStayAsTheyAre) {
  for (const char* name :
       {"bmk_demo_8k1k_fp4_dynamo-vllm_conc12x24x48_b200-demo_07", "foo..bar", "a b", "x.json", "v1+2@3"})
    EXPECT_EQ(file_name(name), name);
  EXPECT_EQ(file_name(".."), "%2E.");
  EXPECT_EQ(file_name("-rf"), "%2Drf");
  EXPECT_EQ(file_name("a/../b"), "a%2F..%2Fb");
  EXPECT_EQ(file_name(" a "), "%20a%20");
  EXPECT_EQ(file_name("100%"), "100%25");
}

TEST(FileNames, AreOneSafeSegmentAndStayDifferent) {
  std::mt19937 random(11);
  std::map<std::string, std::string> seen;
  for (int i = 0; i < 20'000; ++i) {
    std::string name = testing::hostile_text(random);
    if (i % 50 == 0) name += std::string(random() % 400, 'x');
    const std::string file = file_name(name);
    ASSERT_FALSE(file.empty());
    ASSERT_LE(file.size(), 232U);
    ASSERT_EQ(file.find_first_of(std::string_view("/\\\0\n\r:*?\"<>|\x1b", 12)), std::string::npos) << file;
    ASSERT_TRUE(file.front() != '.' && file.front() != '-' && file.front() != ' ' && file.back() != ' ') << file;
    for (const char c : file) ASSERT_TRUE(c >= ' ' && c <= '~') << file;
    const auto [at, is_new] = seen.emplace(file, name);
    ASSERT_TRUE(is_new || at->second == name) << file;
  }
}

TEST(FileNames, NoNameIsGivenTwiceAndNoneOfOurs) {
  FileNames names;
  EXPECT_EQ(names.give("A", ".zip", 1), "A.zip");
  EXPECT_EQ(names.give("a", ".zip", 2), "a~2.zip");
  EXPECT_EQ(names.give("a~3", ".zip", 9), "a~3.zip");
  EXPECT_EQ(names.give("A", ".zip", 3), "3~2.zip");
  EXPECT_EQ(names.give("manifest.json", "", 4), "4~manifest.json");
  EXPECT_EQ(names.give("JOB-LOGS", "", 5), "5~JOB-LOGS");
  EXPECT_EQ(names.give("x.part", "", 6), "6~x.part");
  names.reserve("b.zip");
  EXPECT_EQ(names.give("B", ".zip", 7), "B~7.zip");
}

}  // namespace
}  // namespace jitgate::fetch
