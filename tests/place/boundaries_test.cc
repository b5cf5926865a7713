#include "place/boundaries.h"

#include <gtest/gtest.h>

#include "build.h"

namespace jitgate::place {
namespace {

struct Made {
  Made() {
    rulings.window_start_pattern = "begin";
    rulings.window_end_pattern = "end";
    point.key.conc = 4;
  }
  Made& line(const std::string& pattern, const std::string& time, std::optional<std::int64_t> conc = {},
             const std::string& path = "driver.log") {
    lines.push_back({path, pattern, conc, stamp("2026-08-04 " + time), {}, {}, lines.size() + 1});
    return *this;
  }
  std::vector<std::string> starts() {
    std::vector<BoundaryView> views;
    for (const auto& one : lines) views.push_back({&one, utc_near("2026-08-04T12:00:00Z")});
    std::vector<std::string> out;
    for (const auto& window : pattern_windows(point, rulings, views))
      out.push_back(base::format_instant(window.start.lo, 0).substr(11, 8));
    return out;
  }
  model::Rulings rulings;
  model::Point point;
  model::ResultRow row;
  std::vector<model::BoundaryLine> lines;
};

using Starts = std::vector<std::string>;

TEST(Boundaries, AStartAndTheEndThatFollowsIt) {
  EXPECT_EQ(Made().line("begin", "10:00:00").line("end", "10:01:00").starts(), Starts{"10:00:00"});
  EXPECT_EQ(Made().line("begin", "10:00:00").line("begin", "10:00:30").line("end", "10:01:00").starts(),
            Starts{"10:00:30"})
      << "a warm-up prints the same line";
  EXPECT_EQ(Made().line("end", "10:00:00").line("begin", "10:01:00").starts(), Starts{});
  EXPECT_EQ(Made().line("begin", "10:00:00", {}, "a").line("end", "10:01:00", {}, "b").starts(), Starts{});
  EXPECT_EQ(Made().line("begin", "10:01:00").line("end", "10:00:00").starts(), Starts{}) << "backwards in time";
}

TEST(Boundaries, SeveralPairsAreToldApart) {
  Made run;
  run.line("begin", "10:00:00").line("end", "10:01:00").line("begin", "10:02:00").line("end", "10:04:00");
  EXPECT_EQ(run.starts(), Starts{}) << "nothing tells which is the point's";
  run.row.duration_s = 120;
  run.point.rows = {&run.row};
  EXPECT_EQ(run.starts(), Starts{"10:02:00"});
  Made named;
  named.line("begin", "10:00:00", 8).line("end", "10:01:00").line("begin", "10:02:00", 4).line("end", "10:04:00");
  EXPECT_EQ(named.starts(), Starts{"10:02:00"});
  named.line("begin", "10:05:00", 4).line("end", "10:06:00");
  EXPECT_EQ(named.starts(), (Starts{"10:02:00", "10:05:00"})) << "repetitions of one point";
}

TEST(Boundaries, AnUndatedLineLiesBetweenItsNeighbours) {
  Made run;
  run.line("begin", "10:00:00").line("end", "10:01:00");
  run.lines[0].own.reset();
  EXPECT_EQ(run.starts(), Starts{}) << "nothing bounds it";
  run.lines[0].before = stamp("2026-08-04 09:59:58");
  run.lines[0].after = stamp("2026-08-04 10:00:03");
  EXPECT_EQ(run.starts(), Starts{"09:59:58"});
}

}  // namespace
}  // namespace jitgate::place
