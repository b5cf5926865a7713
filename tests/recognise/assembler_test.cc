// Records of several lines, with a made family that uses every part.
#include "recognise/assembler.h"

#include <gtest/gtest.h>

#include "recognising.h"

namespace jitgate::recognise {
namespace {

std::string made(const std::string& id, const std::string& marks, const std::string& pattern, const std::string& needle,
                 const std::string& sample, const std::string& more) {
  return "- id: " + id + "\n  compiler: demo\n  event_type: build\n  marks: " + marks + "\n  needle: '" + needle +
         "'\n  pattern: '" + pattern + "'\n  head: {message_begins: true}\n  record: made\n  samples: [" + sample +
         "]\n" + more;
}

const Catalogue& catalogue() {
  static const Catalogue loaded = with_rules(
      made("made-start", "start", "begin work (?P<target>\\w+)", "begin work ",
           "{text: begin work x, gives: {target: x}}", "  part: start\n  join: [process, target]\n") +
      made("made-step", "unknown", "step work (?P<n>\\d+)/(?P<m>\\d+)", "step work ",
           "{text: step work 1/2, gives: {n: 1, m: 2}}",
           "  part: progress\n  join: [process]\n  closes: complete_alone\n") +
      made("made-note", "unknown", "note work (?P<detail>\\w+)", "note work ",
           "{text: note work x, gives: {detail: x}}",
           "  part: detail\n  join: [process]\n  follows: [made-start, made-step]\n") +
      made("made-wait", "start", "\\[pid=(?P<pid>\\d+)\\] wait work (?P<target>\\w+)", " wait work ",
           "{text: '[pid=1] wait work x', gives: {pid: 1, target: x}}", "  part: wait\n  join: [target]\n") +
      made("made-failed", "end", "failed work (?P<target>\\w+)", "failed work ",
           "{text: failed work x, gives: {target: x}}", "  part: failed\n  join: [target]\n  closes: never\n") +
      made("made-end", "end", "end work (?P<target>\\w+)(?: in (?P<duration>[0-9.]+)s)?", "end work ",
           "{text: end work x in 2s, gives: {target: x, duration: 2}}",
           "  part: end\n  join: [process, target]\n  max_lines: 20000\n"));
  return loaded;
}

struct Seen {
  std::string target;
  std::uint64_t line, last_line;
  model::Marks marks;
  bool operator==(const Seen&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  return out << seen.target << " " << seen.line << "-" << seen.last_line << " " << to_string(seen.marks);
}

std::vector<Seen> seen(const std::vector<model::RawEvent>& events) {
  std::vector<Seen> all;
  for (const model::RawEvent& event : events) all.push_back({event.target, event.line, event.last_line, event.marks});
  return all;
}

std::vector<model::RawEvent> events(std::string_view text) { return recognised(catalogue(), text).events; }

using enum model::Marks;
using All = std::vector<Seen>;

TEST(Assembler, InterleavedRecordsOfProcessesAndTargets) {
  const auto found = events(
      "(A pid=1) begin work x\n(B pid=2) begin work x\n(A pid=1) begin work y\n(B pid=2) end work x in 2.5s\n"
      "something else\n(A pid=1) end work x\n(A pid=1) end work y in 10s\n");
  EXPECT_EQ(seen(found), (All{{"x", 1, 6, end}, {"x", 2, 4, end}, {"y", 3, 7, end}}));
  EXPECT_DOUBLE_EQ(found[1].duration_s, 2.5);
  EXPECT_DOUBLE_EQ(found[1].duration_precision_s, 0.1);
  EXPECT_TRUE(found[0].first_is_start);
  EXPECT_EQ(found[1].process.pid, 2);
}

TEST(Assembler, HalfRecordsAreEventsToo) {
  const auto found = events("begin work x\nend work y in 3s\n");
  EXPECT_EQ(seen(found), (All{{"x", 1, 1, start}, {"y", 2, 2, end}}));
  EXPECT_FALSE(found[1].first_is_start);
}

TEST(Assembler, ANewStartLeavesTheOldOneOpen) {
  EXPECT_EQ(seen(events("begin work x\nbegin work x\nend work x\n")), (All{{"x", 1, 1, start}, {"x", 2, 3, end}}));
  EXPECT_EQ(seen(events("begin work x\nbegin work x\nend work x\nend work x\n")),
            (All{{"x", 1, 4, end}, {"x", 2, 3, end}}));
}

TEST(Assembler, ARecordWithoutNewsIsOver) {
  std::string text = "begin work x\n";
  for (int i = 0; i < 20'001; ++i) text += "nothing\n";
  EXPECT_EQ(seen(events(text + "end work x\n")), (All{{"x", 1, 1, start}, {"x", 20'003, 20'003, end}}));
}

TEST(Assembler, WaitersCountProcessesOnce) {
  const auto found =
      events("begin work x\n[pid=7] wait work x\n[pid=8] wait work x\n[pid=7] wait work x\nend work x in 2s\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].waiters, 2U);
  EXPECT_EQ(found[0].duration_s, 2);
}

TEST(Assembler, WaitersWithoutABuilderAreOneEventAndAStartTakesThemIn) {
  const auto waits = events("[pid=7] wait work x\n[pid=8] wait work x\n");
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].waiters, 2U);
  EXPECT_FALSE(waits[0].first_is_start);
  EXPECT_EQ(waits[0].process.pid, 7);
  const auto taken = events("[pid=7] wait work x\n[pid=8] wait work x\n(A pid=1) begin work x\n(A pid=1) end work x\n");
  EXPECT_EQ(seen(taken), (All{{"x", 3, 4, end}}));
  EXPECT_EQ(taken[0].waiters, 2U);
  EXPECT_EQ(taken[0].process.pid, 1);
  EXPECT_TRUE(taken[0].first_is_start);
}

TEST(Assembler, AFailureIsPartOfItsRecord) {
  const auto found = events("begin work x\nfailed work x\nend work x in 1s\n");
  EXPECT_EQ(seen(found), (All{{"x", 1, 3, end}}));
  EXPECT_TRUE(found[0].failed);
  const auto alone = events("failed work x\nend work x in 1s\n");
  EXPECT_EQ(seen(alone), (All{{"x", 1, 2, end}}));
  EXPECT_TRUE(alone[0].failed);
}

TEST(Assembler, StepsCountAndDetailsGather) {
  const auto found = events("begin work x\nstep work 1/3\nnote work one\nstep work 3/3\nnote work two\nend work x\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].candidates, 3U);
  EXPECT_EQ(found[0].detail, "one; two");
  EXPECT_TRUE(events("note work alone\n").empty());
}

TEST(Assembler, StepsAloneAreOneEventThatEndsWhenComplete) {
  const auto found = events("step work 1/2\nstep work 2/2\nstep work 2/2\nstep work 1/2\nstep work 2/2\n");
  EXPECT_EQ(seen(found), (All{{"", 1, 2, unknown}, {"", 4, 5, unknown}}));
}

TEST(Assembler, TooManyOpenRecordsGiveOutTheOldest) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "begin work t" + std::to_string(i) + "\n";
  const auto found = events(text + "end work t399\nend work t0\n");
  EXPECT_EQ(found.size(), 401U);
  EXPECT_EQ(found[399].marks, end);
  EXPECT_EQ(found[400].target, "t0");
}

// An alarm that is printed while the work runs, and printed again behind the line that tells how long it took.
TEST(Assembler, AStartMayEndTheRecordThatItRepeats) {
  const Catalogue alarm =
      with_rules(made("slow", "start", "slow work (?P<target>\\w+)", "slow work ",
                      "{text: slow work x, gives: {target: x}}", "  part: start\n  ends_after: slow-took\n") +
                 made("slow-took", "end", "the work took (?P<duration>\\S+)", "the work took ",
                      "{text: the work took 2m3.4s, gives: {duration: 2m3.4s}}",
                      "  part: detail\n  follows: slow\n  unit: spoken\n"));
  const auto found = recognised(alarm, "slow work x\nthe work took 2m3.4s\nslow work x\nslow work x\n").events;
  EXPECT_EQ(seen(found), (All{{"x", 1, 3, end}, {"x", 4, 4, start}}));
  EXPECT_DOUBLE_EQ(found[0].duration_s, 123.4);
}

// … or whose module is told only behind that line, while another thread's alarm stands between.
TEST(Assembler, AnEndThatLearnsItsTargetLaterGoesToTheOlderRecord) {
  const Catalogue alarm = with_rules(
      made("slow", "unknown", "slow work (?P<target>\\w+)", "slow work ", "{text: slow work x, gives: {target: x}}",
           "  part: detail\n  alone: event\n  join: [process, target]\n  follows: [slow, slow-took]\n") +
      made("slow-took", "end", "the work took (?P<duration>\\S+)", "the work took ",
           "{text: the work took 2m3.4s, gives: {duration: 2m3.4s}}",
           "  part: start\n  absorbs: true\n  unit: spoken\n"));
  const auto found = recognised(alarm,
                                "slow work x\nslow work y\nthe work took 3s\nslow work x\nthe work took 5s\n"
                                "slow work y\nslow work x\nthe work took 7s\n")
                         .events;
  EXPECT_EQ(seen(found), (All{{"x", 1, 4, end}, {"y", 2, 6, end}, {"x", 7, 7, unknown}, {"", 8, 8, end}}));
  EXPECT_DOUBLE_EQ(found[0].duration_s, 3);
  EXPECT_DOUBLE_EQ(found[1].duration_s, 5);
  EXPECT_DOUBLE_EQ(found[3].duration_s, 7);
  EXPECT_EQ(seen(recognised(alarm, "the work took 3s\nslow work x\n").events), (All{{"x", 1, 2, end}}));
}

TEST(Assembler, AWishedForTargetOrProcessIsPreferred) {
  const Catalogue wish = with_rules(
      made("open", "start", "open work (?P<target>(?:fn )?(?P<key_target>\\w+))", "open work ",
           "{text: open work fn x, gives: {target: fn x, key_target: x}}", "  part: start\n") +
      made("shut", "end", "shut work (?P<key_target>\\w+)", "shut work ", "{text: shut work x, gives: {key_target: x}}",
           "  part: end\n  join: [\"process?\", \"target?\"]\n"));
  const auto lines = [&](const std::string& text) { return seen(recognised(wish, text).events); };
  EXPECT_EQ(lines("open work fn x\nopen work y\nshut work x\nshut work y\n"),
            (All{{"fn x", 1, 3, end}, {"y", 2, 4, end}}));
  EXPECT_EQ(lines("open work x\nopen work y\nshut work z\n"), (All{{"x", 1, 1, start}, {"y", 2, 3, end}}));
  EXPECT_EQ(lines("(A pid=1) open work x\n(B pid=2) open work x\nshut work x\n(A pid=1) shut work x\n"),
            (All{{"x", 1, 4, end}, {"x", 2, 3, end}}));
  EXPECT_EQ(lines("(A pid=1) open work x\n(B pid=2) shut work x\n").size(), 2U);
}

TEST(Assembler, WrapperFormsAreAssembledApart) {
  const auto found = events(
      "(Actor pid=9) (A pid=1) begin work x\n(A pid=1) begin work x\n(A pid=1) end work x in 2s\n"
      "(Actor pid=9) (A pid=1) end work x in 2s\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].repeats, 2U);
}

}  // namespace
}  // namespace jitgate::recognise
