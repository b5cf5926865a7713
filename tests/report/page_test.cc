#include "report/page.h"

#include <gtest/gtest.h>

namespace jitgate::report {
namespace {

TEST(Page, TakesBlocksWholeOrNotAtAllAndCountsTheRest) {
  Page page(1000, true);
  EXPECT_TRUE(page.add("title\n"));
  EXPECT_FALSE(page.add(std::string(990, 'x')));
  page.add_all("head\n", std::vector<std::string>(10, std::string(50, 'r') + "\n"), "rows");
  const std::string text = page.taken("See the file.");
  EXPECT_LE(text.size(), 1000U);
  EXPECT_TRUE(text.starts_with("title\nhead\nrrr")) << text;
  EXPECT_TRUE(text.ends_with("\nLeft out for want of room: 6 rows. See the file.\n")) << text;
}

TEST(Page, KeepsRoomForLaterSections) {
  Page page(10'000, true);
  page.add_all("", std::vector<std::string>(1000, std::string(99, 'a') + "\n"), "a", 0.5);
  page.add_all("", std::vector<std::string>(10, std::string(99, 'b') + "\n"), "b");
  const std::string text = page.taken("");
  EXPECT_NE(text.find("bbb"), std::string::npos);
  EXPECT_NE(text.find(" a. "), std::string::npos);
  EXPECT_EQ(text.find(" b, "), std::string::npos);
}

TEST(Page, TakesAllTheRoomWhereItIsNotRationed) {
  Page page(10'000, false);
  page.add_all("", std::vector<std::string>(90, std::string(99, 'a') + "\n"), "a", 0.5);
  EXPECT_TRUE(page.whole());
  page.add_all("", std::vector<std::string>(10, std::string(99, 'b') + "\n"), "b");
  EXPECT_FALSE(page.whole());
}

TEST(Page, AHeadStandsOnlyOverRows) {
  Page page(10'000, true);
  page.add_all("head\n", {}, "rows");
  EXPECT_EQ(page.taken("x"), "");
}

TEST(Page, WritesTables) {
  EXPECT_EQ(table_head({"a", "b"}) + row({"1", ""}), "\n| a | b |\n| --- | --- |\n| 1 |  |\n");
}

}  // namespace
}  // namespace jitgate::report
