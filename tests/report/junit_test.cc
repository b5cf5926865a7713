#include <gtest/gtest.h>

#include <random>

#include "fixtures.h"
#include "readers.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

using testing::has;

// The document's only case when its point has this finding and status.
std::string one_case(model::Finding finding, model::Status status) {
  model::Verdict verdict = testing::proven();
  verdict.points[0].finding = finding;
  verdict.points[0].status = status;
  return junit(verdict);
}

TEST(Junit, ACaseEndsAsTheExitStatusSays) {
  using model::Finding;
  using model::Status;
  EXPECT_TRUE(has(one_case(Finding::clean, Status::valid), "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\""));
  EXPECT_TRUE(has(one_case(Finding::contaminated, Status::invalid), "<failure type=\"contaminated\""));
  EXPECT_TRUE(has(one_case(Finding::suspect, Status::failed), "<failure type=\"suspect\""));
  EXPECT_TRUE(has(one_case(Finding::inconclusive, Status::invalid), "<error type=\"inconclusive\""));
  EXPECT_TRUE(has(one_case(Finding::unproven, Status::invalid), "<error type=\"unproven\""));
  EXPECT_TRUE(has(one_case(Finding::contaminated, Status::flagged), "<skipped message=\"contaminated"));
  EXPECT_FALSE(has(one_case(Finding::contaminated, Status::valid), "<failure"));
}

TEST(Junit, NamesPointsAndSaysWhatToDo) {
  const std::string out = junit(testing::h200_cold());
  EXPECT_TRUE(has(out, "<testsuite name=\"jitgate\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"2\">")) << out;
  EXPECT_TRUE(has(out, "<testcase classname=\"jitgate\" name=\"demo_8k1k_fp4_h200/results/conc12\" time=\"16.910\">"))
      << out;
  EXPECT_TRUE(has(out, "message=\"contaminated: 26 events in the window, 18 possible\">jit_event_in_window: 11 triton"))
      << out;
}

TEST(Junit, NothingFoundIsAnError) {
  const std::string out = junit(model::Verdict{});
  EXPECT_TRUE(has(out, "tests=\"1\" failures=\"0\" errors=\"1\"")) << out;
}

TEST(Junit, IsXmlWhateverTheTextsAre) {
  std::mt19937 random(11);
  for (int i = 0; i < 200; ++i) {
    model::Verdict verdict = testing::hostile(random);
    verdict.points[0].id += "]]></failure>\xEF\xBF\xBF\x01";
    std::string out = junit(verdict);
    std::erase(out, '\t');
    ASSERT_TRUE(testing::printable(out));
    ASSERT_FALSE(has(out, "\xEF\xBF\xBF"));
    std::size_t tags = 0;
    for (const char c : out) tags += c == '<' ? 1 : 0;
    std::size_t ends = 0;
    for (const char c : out) ends += c == '>' ? 1 : 0;
    ASSERT_EQ(tags, ends);  // nothing from a text opens or closes one
    ASSERT_EQ(testing::obeyed(out), "");
  }
}

}  // namespace
}  // namespace jitgate::report
