#include "place/worker_clocks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "build.h"

namespace jitgate::place {
namespace {

class WorkerClocks : public ::testing::Test {
 protected:
  WorkerClocks() : logs(2), bundles{0, 0}, hints(2) {
    write(0, "n0", "08-04 18:36:00", "08-04 18:39:10");
    write(1, "n0", "08-04 18:39:20", "08-04 18:42:00");
    for (ClockHints& hint : hints) {
      hint.windows = {{at("2026-08-04T18:38:42Z"), at("2026-08-04T18:39:42Z")}};
      hint.now = at("2026-08-05T00:00:00Z");
    }
  }
  void write(std::size_t log, const std::string& node, const char* first, const char* last) {
    logs[log].coverage.worker = {model::Role::decode, 0, node};
    logs[log].first_stamp = stamp(first);
    logs[log].last_stamp = stamp(last);
  }
  [[nodiscard]] std::vector<model::ClockReading> readings() const {
    std::vector<model::ClockReading> all;
    for (const Clock& clock : read_clocks(logs, bundles, hints)) all.push_back(clock.reading);
    return all;
  }

  std::vector<model::LogEvidence> logs;
  std::vector<int> bundles;
  std::vector<ClockHints> hints;
};

TEST_F(WorkerClocks, WhatOnePieceShowsHoldsForTheOther) {
  logs[0].zone_pairs = {{stamp("08-04 18:36:01"), stamp("2026-08-04 10:36:01Z"), false}};
  for (const model::ClockReading& reading : readings()) {
    EXPECT_EQ(reading.source, model::ZoneSource::neighbour);
    EXPECT_EQ(reading.offset_s, 8 * 3600);
  }
}

TEST_F(WorkerClocks, PiecesContainAWindowTogether) {
  for (const model::ClockReading& reading : readings()) {
    EXPECT_EQ(reading.source, model::ZoneSource::containment);
    EXPECT_EQ(reading.offset_s, 0);
  }
}

TEST_F(WorkerClocks, APieceThatContainsItElsewhereIsNotBelieved) {
  write(0, "n0", "08-04 18:53:00", "08-04 18:55:30");  // alone, it would be of UTC+00:15
  write(1, "n0", "08-04 18:23:00", "08-04 18:52:00");
  for (const model::ClockReading& reading : readings()) EXPECT_EQ(reading.source, model::ZoneSource::utc_assumed);
}

TEST_F(WorkerClocks, OtherNodesWorkersAndJobsAreOfTheirOwn) {
  logs[0].zone_pairs = {{stamp("08-04 18:36:01"), stamp("2026-08-04 10:36:01Z"), false}};
  for (int change = 0; change < 3; ++change) {
    logs[1].coverage.worker = {model::Role::decode, change == 0 ? 1 : 0, change == 1 ? "n1" : "n0"};
    bundles[1] = change == 2 ? 1 : 0;
    EXPECT_NE(readings()[1].source, model::ZoneSource::neighbour) << change;
  }
}

TEST_F(WorkerClocks, ALogThatTellsItsZoneKeepsIt) {
  logs[0].zone_pairs = {{stamp("08-04 18:36:01"), stamp("2026-08-04 10:36:01Z"), false}};
  logs[1].zone_pairs = {{stamp("08-04 18:39:21"), stamp("2026-08-04 11:39:21Z"), false}};
  EXPECT_EQ(readings()[0].offset_s, 8 * 3600);
  EXPECT_EQ(readings()[1].offset_s, 7 * 3600);
}

}  // namespace
}  // namespace jitgate::place
