#include "place/clock.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

using model::ZoneSource;

model::LogEvidence log_from(const std::string& first, const std::string& last) {
  model::LogEvidence log;
  log.first_stamp = stamp(first);
  log.last_stamp = stamp(last);
  return log;
}

TEST(Clock, StampIsTheWholeSecond) {
  const Clock clock = utc_near("2026-11-30T00:00:00Z");
  const model::Interval i = clock.resolve(stamp("11-30 01:07:12"));
  EXPECT_EQ(i.lo, at("2026-11-30T01:07:12Z"));
  EXPECT_EQ(i.hi, at("2026-11-30T01:07:13Z") - 1);
}

TEST(Clock, YearRollsOverInsideALog) {
  ClockHints hints;
  hints.windows = {{at("2026-12-31T23:58:00Z"), at("2027-01-01T00:02:00Z")}};
  const Clock clock = read_clock(log_from("12-31 23:50:00", "01-01 00:10:00"), hints);
  EXPECT_EQ(clock.resolve(stamp("12-31 23:59:00")).lo, at("2026-12-31T23:59:00Z"));
  EXPECT_EQ(clock.resolve(stamp("01-01 00:01:00")).lo, at("2027-01-01T00:01:00Z"));
}

TEST(Clock, TimeOnlyTakesTheNearestDay) {
  const Clock clock = utc_near("2026-08-04T23:59:50Z");
  EXPECT_EQ(clock.resolve(stamp("00:00:05")).lo, at("2026-08-05T00:00:05Z"));
  EXPECT_EQ(clock.resolve(stamp("23:59:55")).lo, at("2026-08-04T23:59:55Z"));
}

TEST(Clock, ContainmentFindsTheOneOffset) {
  ClockHints hints;
  hints.windows = {{at("2026-11-30T02:26:59Z"), at("2026-11-30T02:27:23Z")}};
  const Clock clock = read_clock(log_from("11-30 10:26:54", "11-30 10:27:23"), hints);
  EXPECT_EQ(clock.reading.source, ZoneSource::containment);
  EXPECT_EQ(clock.reading.offset_s, 8 * 3600);
}

TEST(Clock, ContainmentThatFitsTwiceTellsNothing) {
  ClockHints hints;
  hints.windows = {{at("2026-11-30T02:10:00Z"), at("2026-11-30T02:11:00Z")}};
  const Clock clock = read_clock(log_from("11-30 01:00:00", "11-30 03:00:00"), hints);
  EXPECT_EQ(clock.reading.source, ZoneSource::utc_assumed);
}

TEST(Clock, PairsTellTheZoneAndSnapToAQuarter) {
  model::LogEvidence log = log_from("08-04 11:36:00", "08-04 11:40:00");
  // The zoned line comes up to some seconds after the local one.
  log.zone_pairs = {{stamp("08-04 11:36:01"), stamp("2026-08-04 18:36:03Z"), false},
                    {stamp("08-04 11:37:01"), stamp("2026-08-04 18:37:01Z"), false}};
  const Clock clock = read_clock(log, {});
  EXPECT_EQ(clock.reading.source, ZoneSource::neighbour);
  EXPECT_EQ(clock.reading.offset_s, -7 * 3600);
}

// A zone-less stamp behind a zoned one on its line.
model::Stamp paired(const std::string& inner, const std::string& outer) {
  model::Stamp s = stamp(inner);
  pair_stamps(s, stamp(outer));
  return s;
}

TEST(Clock, AStampIsNeverPutAgainstTheZonedOneOnItsLine) {
  Clock clock = utc_near("2026-08-04T18:00:00Z");
  struct Case {
    const char* inner;
    const char* outer;
    const char* lo;
    const char* hi;  // the second in which it ends
  };
  const Case cases[] = {
      {"08-04 18:36:01", "2026-08-04 18:36:01Z", "2026-08-04T18:36:01Z", "2026-08-04T18:36:01Z"},
      // Written at once or some minutes late: the log's zone holds.
      {"08-04 18:36:01", "2026-08-04 18:41:01Z", "2026-08-04T18:36:01Z", "2026-08-04T18:36:01Z"},
      // Of other zones; the clock was set back for winter.
      {"08-04 20:36:01", "2026-08-04 18:36:02Z", "2026-08-04T18:36:01Z", "2026-08-04T18:36:01Z"},
      {"08-04 17:36:01", "2026-08-04 18:36:01Z", "2026-08-04T18:36:01Z", "2026-08-04T18:36:01Z"},
      {"08-04 11:36:01", "2026-08-04 18:36:31Z", "2026-08-04T18:36:01Z", "2026-08-04T18:36:01Z"},
      {"08-05 00:06:01", "2026-08-04 18:36:01Z", "2026-08-04T18:36:01Z", "2026-08-04T18:36:01Z"},
      {"20:36:01", "2026-08-04 18:36:02Z", "2026-08-04T18:36:01Z", "2026-08-04T18:36:01Z"},
      // Ahead of what the transport wrote: another zone, however little.
      {"08-04 18:51:01", "2026-08-04 18:36:02Z", "2026-08-04T18:36:01Z", "2026-08-04T18:36:01Z"},
      // Ahead by what is no zone: it was written when the transport wrote, or shortly before. Clocks differ a little.
      {"08-04 18:40:01", "2026-08-04 18:36:01Z", "2026-08-04T18:35:01Z", "2026-08-04T18:36:01Z"},
      {"08-04 18:46:01", "2026-08-04 18:36:01Z", "2026-08-04T18:31:01Z", "2026-08-04T18:36:01Z"},
      {"08-04 18:36:05", "2026-08-04 18:36:01Z", "2026-08-04T18:36:05Z", "2026-08-04T18:36:05Z"},
      // Late by what is no zone, or by what may be both: either.
      {"08-04 17:17:01", "2026-08-04 18:36:01Z", "2026-08-04T17:17:01Z", "2026-08-04T18:36:01Z"},
      {"08-04 18:06:01", "2026-08-04 18:36:01Z", "2026-08-04T18:06:01Z", "2026-08-04T18:36:01Z"},
  };
  for (const Case& c : cases) {
    const model::Interval i = clock.resolve(paired(c.inner, c.outer));
    EXPECT_EQ(i.lo, at(c.lo)) << c.inner << " in " << c.outer;
    EXPECT_EQ(i.hi, at(c.hi) + base::kSecond - 1) << c.inner << " in " << c.outer;
  }
  // A zone that was told against all lines is told apart, and not mixed with theirs.
  clock.reading.pairs_s = 7200;
  EXPECT_EQ(clock.resolve(paired("08-04 20:36:01", "2026-08-04 18:36:02Z")).lo, at("2026-08-04T20:36:01Z"));
}

TEST(Clock, LinesOfSeveralZonesNeedNoneForTheLog) {
  model::LogEvidence log = log_from("08-04 11:36:00", "08-04 11:40:00");
  log.zone_pairs = {{stamp("08-04 11:36:01"), stamp("2026-08-04 18:36:03Z"), true},
                    {stamp("08-04 11:38:01"), stamp("2026-08-04 18:38:03Z"), true},
                    {stamp("08-04 18:37:01"), stamp("2026-08-04 18:37:01Z"), true}};
  EXPECT_EQ(read_clock(log, {}).reading.source, ZoneSource::utc_assumed);  // some lines may have no zone of their own
  log.unpaired_stamps = false;
  EXPECT_EQ(read_clock(log, {}).reading.source, ZoneSource::same_line);
  EXPECT_EQ(read_clock(log, {}).reading.offset_s, -7 * 3600);
}

TEST(Clock, AToldZoneThatPairsContradictSaysSo) {
  model::LogEvidence log = log_from("08-04 11:36:00", "08-04 11:40:00");
  log.zone_pairs = {{stamp("08-04 11:36:01"), stamp("2026-08-04 18:36:03Z"), false}};
  ClockHints hints;
  hints.zone_s = 0;
  EXPECT_EQ(read_clock(log, hints).reading.source, ZoneSource::told);
  EXPECT_EQ(read_clock(log, hints).reading.offset_s, 0);
  EXPECT_EQ(read_clock(log, hints).reading.pairs_s, -7 * 3600);
  hints.zone_s = -7 * 3600;
  EXPECT_FALSE(read_clock(log, hints).reading.pairs_s);
}

TEST(Clock, PairsThatContradictTellNothing) {
  model::LogEvidence log = log_from("08-04 11:36:00", "08-04 11:40:00");
  log.zone_pairs = {{stamp("08-04 11:36:01"), stamp("2026-08-04 18:36:03Z"), true},
                    {stamp("08-04 11:37:01"), stamp("2026-08-04 13:37:01Z"), true}};
  EXPECT_EQ(read_clock(log, {}).reading.source, ZoneSource::utc_assumed);
}

TEST(Clock, ToldZoneWins) {
  model::LogEvidence log = log_from("08-04 11:36:00", "08-04 11:40:00");
  log.zone_pairs = {{stamp("08-04 11:36:01"), stamp("2026-08-04 18:36:03Z"), true}};
  ClockHints hints;
  hints.zone_s = 3600;
  EXPECT_EQ(read_clock(log, hints).reading.offset_s, 3600);
  EXPECT_EQ(read_clock(log, hints).reading.source, ZoneSource::told);
}

TEST(Clock, YearIsAssumedFromTodayAndSaysSo) {
  ClockHints hints;
  hints.now = at("2027-01-05T12:00:00Z");
  const Clock clock = read_clock(log_from("12-30 10:00:00", "12-30 11:00:00"), hints);
  EXPECT_TRUE(clock.reading.year_assumed);
  EXPECT_EQ(clock.reading.year, 2026);
  hints.year = 2024;
  EXPECT_EQ(read_clock(log_from("12-30 10:00:00", "12-30 11:00:00"), hints).reading.year, 2024);
  EXPECT_FALSE(read_clock(log_from("12-30 10:00:00", "12-30 11:00:00"), hints).reading.year_assumed);
}

TEST(Clock, AClockOffItsOwnZonedLinesIsNoZone) {
  const struct {
    const char* above;  // local lines around one zoned at 18:36:01
    const char* below;
    std::int64_t ahead_s;
  } cases[] = {{"08-04 18:37:00", "08-04 18:37:30", 59}, {"08-04 18:35:00", "08-04 18:35:30", -31},
               {"08-04 18:36:00", "08-04 18:36:30", 0},  {"08-04 18:35:00", "08-04 18:36:30", 0},
               {"08-04 18:36:04", "08-04 18:36:30", 0},  {"08-04 11:36:00", "08-04 11:36:30", 0},
               {"08-04 11:37:00", "08-04 11:37:30", 59}};
  for (const auto& one : cases) {
    model::LogEvidence log = log_from(one.above, "08-04 18:40:00");
    log.zone_pairs = {{stamp(one.above), stamp("2026-08-04 18:36:01Z"), false, false},
                      {stamp(one.below), stamp("2026-08-04 18:36:01Z"), false, true}};
    EXPECT_EQ(read_clock(log, {}).reading.ahead, one.ahead_s * base::kSecond) << one.above;
  }
}

}  // namespace
}  // namespace jitgate::place
