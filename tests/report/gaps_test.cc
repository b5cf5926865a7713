#include "report/gaps.h"

#include <gtest/gtest.h>

#include "fixtures.h"

namespace jitgate::report {
namespace {

TEST(Gaps, NameEveryLogThatWasNotReadWell) {
  auto verdict = testing::proven();
  EXPECT_TRUE(gaps(verdict).empty());
  verdict.logs[0].complete = false;
  verdict.logs[1].unreadable_lines = 2;
  verdict.damage = {"b.zip: not a zip"};
  auto found = gaps(verdict);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].what, "b.zip: not a zip");
  EXPECT_EQ(found[1].what, "not read to its end");
  EXPECT_EQ(found[1].path, verdict.logs[0].path);
  EXPECT_EQ(found[2].what, "2 lines could not be read");
  verdict.logs[1].damage = {"cut", "checksum wrong"};
  found = gaps(verdict);
  EXPECT_EQ(found[2].what, "cut, checksum wrong; 2 lines could not be read");
}

TEST(Gaps, AcceptedEventsAndExpiredEntriesAreListed) {
  auto verdict = testing::proven();
  verdict.known = {{"triton", "mask_*", "perf", "why", "2027-03-31", false, 3},
                   {"", "", "", "", "2026-01-01", true, 0}};
  const auto lines = known_entries(verdict);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "3 events of triton mask_* accepted until 2027-03-31 (perf: why)");
  EXPECT_EQ(lines[1], "EXPIRED 2026-01-01, no longer applied: any compiler any target");
}

}  // namespace
}  // namespace jitgate::report
