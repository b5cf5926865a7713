// Each limit is reached exactly where it stands, and holds from then on.
#include "open/budget.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "base/interruption.h"

namespace jitgate::open {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

TEST(Budget, ExpandedBytesMayReachTheirLimitButNotPassIt) {
  Budget budget({.expanded_bytes = 100});
  budget.start_file(100);
  EXPECT_TRUE(budget.expand(60));
  EXPECT_TRUE(budget.expand(40));
  EXPECT_EQ(budget.exceeded(), nullptr);
  EXPECT_FALSE(budget.expand(1));
  EXPECT_NE(budget.exceeded(), nullptr);
}

TEST(Budget, ExpandedBytesAreOfAllFilesTogether) {
  Budget budget({.expanded_bytes = 100});
  budget.start_file(1000);
  EXPECT_TRUE(budget.expand(80));
  budget.start_file(1000);
  EXPECT_FALSE(budget.expand(80));
}

TEST(Budget, TheRatioIsFreeForSmallFilesAndOfOneFileOnly) {
  Budget budget({.ratio = 10});
  budget.start_file(kMiB);
  EXPECT_TRUE(budget.expand(64 * kMiB));  // 64 to one, but small
  EXPECT_FALSE(budget.expand(1));
  EXPECT_NE(budget.exceeded(), nullptr);
  budget.start_file(10 * kMiB);
  EXPECT_EQ(budget.exceeded(), nullptr);
  EXPECT_TRUE(budget.expand(100 * kMiB));
  EXPECT_FALSE(budget.expand(1));
}

TEST(Budget, CountsEntriesToTheirLimit) {
  Budget budget({.entries = 2});
  EXPECT_TRUE(budget.enter());
  EXPECT_TRUE(budget.enter());
  EXPECT_EQ(budget.exceeded(), nullptr);
  EXPECT_FALSE(budget.enter());
  EXPECT_FALSE(budget.expand(1));
  EXPECT_NE(budget.exceeded(), nullptr);
}

TEST(Budget, BytesReadHaveNoRatioButAnEnd) {
  Budget budget({.expanded_bytes = 1000 * kMiB, .ratio = 2});
  budget.start_file(0);
  EXPECT_TRUE(budget.read(1000 * kMiB));
  EXPECT_TRUE(budget.expand(kMiB)) << "what is read and what is made are two sums";
  EXPECT_FALSE(budget.read(1));
  EXPECT_NE(budget.exceeded(), nullptr);
  EXPECT_FALSE(budget.expand(1));
}

TEST(Budget, TheRatioOfOneFileDoesNotEndThePath) {
  Budget budget({.ratio = 10});
  budget.start_file(kMiB);
  EXPECT_FALSE(budget.expand(65 * kMiB));
  EXPECT_NE(budget.exceeded(), nullptr);
  EXPECT_EQ(budget.exhausted(), nullptr);
}

// In a process of its own: what a signal did cannot be undone.
TEST(Budget, ASignalEndsAllReading) {
  EXPECT_EXIT(
      {
        Budget budget({});
        budget.start_file(100);
        const bool before = budget.read(1) && budget.expand(1) && budget.enter() && budget.exhausted() == nullptr;
        base::note_interruptions();
        std::raise(SIGINT);
        const bool after = budget.read(1) || budget.expand(1) || budget.enter() || budget.exhausted() == nullptr;
        std::exit(before && !after ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

// A limit that deflate cannot reach would never stop a zip.
TEST(Budget, TheDefaultRatioStopsADeflatedBomb) { EXPECT_LT(Limits().ratio, 1032); }

}  // namespace
}  // namespace jitgate::open
