#include "screen/listing.h"

#include <gtest/gtest.h>

namespace jitgate::screen {
namespace {

Screened one(std::int64_t day) {
  Screening rows(Thresholds{});
  rows.take({rows.names.id("m\x1b[31m\n::error::x"),
             rows.names.id("m"),
             rows.names.id("17"),
             day,
             0,
             12,
             {1.35, 0.4, 10.4, 2.8},
             {}});
  return rows.screened();
}

TEST(Listing, SaysHowLongTheArtifactsLive) {
  EXPECT_NE(listing(one(20000), {}, 20010, false).find("fetch before 2025-01-02 (80 days)"), std::string::npos)
      << listing(one(20000), {}, 20010, false);
  EXPECT_NE(listing(one(20000), {}, 20100, false).find("expired"), std::string::npos);
  EXPECT_NE(listing(one(0), {}, 20100, false).find("no date"), std::string::npos);
}

TEST(Listing, ATailIsNoProof) {
  const std::string text = listing(one(20000), {}, 20010, false);
  EXPECT_NE(text.find("no proof"), std::string::npos);
  EXPECT_NE(text.find("probable"), std::string::npos);
  EXPECT_EQ(text.find("confirmed"), std::string::npos);
}

TEST(Listing, IsEscaped) {
  const std::string text = listing(one(20000), {}, 20010, true);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find("\n::error"), std::string::npos);
  EXPECT_NE(json(one(20000), {}, 20010).find("\\u001b"), std::string::npos);
}

TEST(Listing, LeavesOutThresholdsThatChangeNothing) {
  const Screened found = one(20000);
  const std::vector<Sensitivity> table = {{"ttft_ratio", 5, 1, 0, 0}, {"ttft_kappa_max", 0.075, 0, 0, 0}};
  const std::string text = listing(found, table, 20010, false);
  EXPECT_EQ(text.find("ttft_ratio"), std::string::npos);
  EXPECT_NE(text.find("ttft_kappa_max"), std::string::npos);
}

}  // namespace
}  // namespace jitgate::screen
