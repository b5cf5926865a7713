#include "place/lost_logs.h"

#include <gtest/gtest.h>

#include <utility>

#include "build.h"

namespace jitgate::place {
namespace {

struct File {
  const char* name;
  const char* first = nullptr;  // null: it tells no time
  const char* last = nullptr;
  bool shutdown = false;
};

std::vector<model::LostLog> lost_of(const std::vector<File>& files) {
  std::vector<model::LogEvidence> logs;
  model::Placed placed;
  placed.workers.resize(1);
  for (const File& file : files) {
    placed.workers[0].logs.push_back(static_cast<std::uint32_t>(logs.size()));
    logs.emplace_back();
    logs.back().coverage.path = std::string("a.zip!logs/") + file.name;
    if (file.shutdown) {
      logs.back().marks.emplace_back();
      logs.back().marks.back().kind = model::MarkKind::shutdown;
    }
    model::Interval span{base::kLatest, base::kEarliest};
    if (file.first != nullptr)
      span = {at(std::string("2026-08-04T18:") + file.first + "Z"),
              at(std::string("2026-08-04T18:") + file.last + "Z")};
    placed.log_spans.push_back(span);
  }
  find_lost_logs(logs, placed);
  return placed.workers[0].lost_logs;
}

TEST(LostLogs, ANumberBetweenIsOne) {
  const auto lost = lost_of({{"w.out", "39:20", "40:00"}, {"w.out.2", "36:00", "38:40"}});
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(base::format_instant(lost[0].hole.lo, 0), "2026-08-04T18:38:40Z");
  EXPECT_EQ(base::format_instant(lost[0].hole.hi, 0), "2026-08-04T18:39:20Z");
  EXPECT_EQ(lost[0].what, "w.out.1 is not there, though w.out.2 and w.out are");
  EXPECT_EQ(lost_of({{"w.log.1.gz", "39:20", "40:00", true}, {"w.log.4.gz", "36:00", "38:40"}}).at(0).what,
            "w.log.3 to w.log.2 are not there, though w.log.4.gz and w.log.1.gz are");
  EXPECT_EQ(lost_of({{"W.OUT", "39:20", "40:00"}, {"W.OUT.2", "36:00", "38:40"}}).size(), 1U);
  EXPECT_EQ(lost_of({{"w.out", "39:20", "40:00"}, {"w.out_2", "36:00", "38:40"}}).size(), 1U);
  EXPECT_EQ(lost_of({{"w.out", "39:00", "40:00"},
                     {"w.out.2", "38:00", "38:20"},
                     {"w.out.4", "36:00", "37:00"},
                     {"w.out.6", "35:00", "35:30"}})
                .size(),
            3U);
}

TEST(LostLogs, ADayBetweenIsOne) {
  for (const auto& [older, newer] :
       {std::pair{"w.log-20260802", "w.log-20260804"}, {"w.log.2026-07-31", "w.log.2026-08-02"}})
    EXPECT_EQ(lost_of({{older, "01:00", "02:00"}, {newer, "39:00", "40:00"}}).size(), 1U) << older;
  for (const auto& [older, newer] : {std::pair{"w.log-20260803", "w.log-20260804"},
                                     {"w.log.2026-07-31", "w.log.2026-08-01"},
                                     {"w.log-20260804", "w.log"}})
    EXPECT_TRUE(lost_of({{older, "01:00", "02:00"}, {newer, "39:00", "40:00"}}).empty()) << older;
}

TEST(LostLogs, TheCurrentOneIsOneUnlessTheEngineHadEnded) {
  const auto lost = lost_of({{"w.out.1", "36:00", "38:40"}, {"w.out.2", "30:00", "36:00"}});
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(base::format_instant(lost[0].hole.lo, 0), "2026-08-04T18:38:40Z");
  EXPECT_EQ(lost[0].hole.hi, base::kLatest);
  EXPECT_EQ(lost[0].what, "w.out is not there, though w.out.1 is");
  EXPECT_TRUE(lost_of({{"w.out.1", "36:00", "38:40", true}, {"w.out.2", "30:00", "36:00"}}).empty());
}

TEST(LostLogs, WhereNothingTellsATimeAnyMayBeMissing) {
  const auto lost = lost_of({{"w.out"}, {"w.out.2"}});
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_FALSE(lost[0].hole.bounded());
}

TEST(LostLogs, WhatIsNotRotatedIsNone) {
  EXPECT_TRUE(lost_of({{"w.out", "39:20", "40:00"}}).empty());
  EXPECT_TRUE(
      lost_of({{"w.out", "39:20", "40:00"}, {"w.out.1", "36:00", "39:20"}, {"w.out.2", "30:00", "36:00"}}).empty());
  EXPECT_TRUE(lost_of({{"node_decode_3", "39:20", "40:00"}, {"node_decode_1", "36:00", "39:20"}}).empty())
      << "workers' numbers";
  EXPECT_TRUE(
      lost_of({{"w.out", "39:20", "40:00"}, {"w.err", "36:00", "39:20"}, {"w.2.out", "36:00", "39:20"}}).empty());
}

}  // namespace
}  // namespace jitgate::place
