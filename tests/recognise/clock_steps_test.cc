#include "recognise/clock_steps.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "recognise/head.h"

namespace jitgate::recognise {
namespace {

model::Stamp stamp(const char* text) {
  std::size_t length = 0;
  return *read_stamp(text, &length);
}

using Lines = std::vector<std::pair<int, const char*>>;  // process, stamp

ClockSteps seen(const Lines& lines) {
  ClockSteps steps;
  for (const auto& [process, text] : lines) steps.see(process, stamp(text));
  return steps;
}

TEST(ClockSteps, OneProcesssStampsThatGoBackAndStay) {
  const std::pair<Lines, int> cases[] = {
      // For winter, and by half a minute; with what passed between the two lines.
      {{{0, "11-01 01:59:40"}, {0, "11-01 01:59:50"}, {0, "11-01 01:00:00"}, {0, "11-01 01:00:10"}}, 3600},
      {{{0, "11-01 01:10:00"}, {0, "11-01 01:10:10"}, {0, "11-01 01:09:52"}, {0, "11-01 01:10:02"}}, 28},
      // Others write meanwhile, by the same clock.
      {{{0, "11-01 01:10:00"},
        {0, "11-01 01:10:10"},
        {1, "11-01 01:09:43"},
        {0, "11-01 01:09:52"},
        {1, "11-01 01:09:55"},
        {0, "11-01 01:10:02"}},
       28},
      // No line names a process.
      {{{-1, "11-01 01:10:00"}, {-1, "11-01 01:10:10"}, {-1, "11-01 01:09:52"}, {-1, "11-01 01:10:02"}}, 28},
      // Two lines swapped, one that is odd, one early, another's that lay in a buffer, another day.
      {{{0, "11-01 01:10:00"}, {0, "11-01 01:10:04"}, {0, "11-01 01:10:00"}, {0, "11-01 01:10:05"}}, 0},
      {{{0, "11-01 01:10:00"}, {0, "11-01 01:18:00"}, {0, "11-01 01:10:10"}, {0, "11-01 01:10:20"}}, 0},
      {{{0, "11-01 01:10:00"}, {0, "11-01 01:10:10"}, {0, "11-01 01:02:00"}, {0, "11-01 01:10:20"}}, 0},
      {{{0, "11-01 01:10:00"}, {1, "11-01 01:09:30"}, {1, "11-01 01:09:31"}, {0, "11-01 01:10:10"}}, 0},
      {{{0, "11-02 01:10:00"}, {0, "11-02 01:10:10"}, {0, "11-01 01:09:52"}, {0, "11-01 01:10:02"}}, 0},
      // Logs that were put one behind the other.
      {{{0, "11-01 01:30:00"}, {0, "11-01 01:30:10"}, {0, "11-01 01:10:00"}, {0, "11-01 01:10:10"}}, 0},
      // Set right after it had leapt ahead, by whatever; the lines between are ahead.
      {{{0, "11-01 01:10:00"},
        {0, "11-01 01:10:10"},
        {0, "11-01 01:15:20"},
        {0, "11-01 01:15:30"},
        {0, "11-01 01:10:40"},
        {0, "11-01 01:10:50"}},
       300},
      {{{0, "11-01 01:10:00"},
        {0, "11-01 01:10:10"},
        {0, "11-01 09:10:20"},
        {0, "11-01 09:10:30"},
        {0, "11-01 01:10:40"},
        {0, "11-01 01:10:50"}},
       8 * 3600},
      // A pause, and then a log that was put behind.
      {{{0, "11-01 01:00:00"},
        {0, "11-01 01:00:10"},
        {0, "11-01 01:30:00"},
        {0, "11-01 01:30:10"},
        {0, "11-01 00:50:00"},
        {0, "11-01 00:50:10"}},
       0},
      {{{0, "11-01 01:00:00"},
        {0, "11-01 01:00:10"},
        {0, "11-01 01:30:00"},
        {0, "11-01 01:30:10"},
        {0, "11-01 01:10:00"},
        {0, "11-01 01:10:10"}},
       0},
      // Those that name none are of several where others do.
      {{{0, "11-01 01:10:00"},
        {-1, "11-01 01:10:00"},
        {-1, "11-01 01:10:10"},
        {-1, "11-01 01:09:52"},
        {-1, "11-01 01:10:02"}},
       0},
      // A time of day is not compared with a date.
      {{{0, "11-01 01:10:00"}, {0, "11-01 01:10:10"}, {0, "01:09:52"}, {0, "01:10:02"}}, 0},
  };
  for (const auto& [lines, seconds] : cases)
    EXPECT_EQ(seen(lines).set_back(), seconds * base::kSecond) << lines[0].second << " … " << lines[2].second;
}

std::vector<bool> folds(const Lines& lines) {
  ClockSteps steps;
  std::vector<bool> out;
  for (const auto& [process, text] : lines) out.push_back(steps.see(process, stamp(text)));
  return out;
}

TEST(ClockSteps, TheHourThatComesTwiceIsToldApart) {
  using Folds = std::vector<bool>;
  EXPECT_EQ(folds({{0, "11-01 01:59:40"},
                   {0, "11-01 01:59:50"},
                   {0, "11-01 01:00:00"},
                   {0, "11-01 01:00:10"},
                   {0, "11-01 01:30:00"},
                   {0, "11-01 01:59:50"},
                   {0, "11-01 03:00:00"}}),
            (Folds{false, false, true, true, true, true, true}))
      << "to the end of the log";
  EXPECT_EQ(folds({{0, "11-01 01:59:40"},
                   {0, "11-01 01:59:50"},
                   {1, "11-01 01:59:52"},
                   {0, "11-01 01:00:00"},
                   {1, "11-01 01:59:58"},
                   {0, "11-01 01:00:10"},
                   {1, "11-01 01:00:12"},
                   {-1, "11-01 01:00:15"}}),
            (Folds{false, false, false, true, false, true, true, true}))
      << "for all writers, but not for what comes late";
  EXPECT_EQ(folds({{0, "11-01 01:59:40"},
                   {0, "11-01 01:59:50"},
                   {0, "11-01 01:00:00"},
                   {0, "11-01 02:00:10"},
                   {0, "11-01 02:00:20"}}),
            (Folds{false, false, true, false, false}))
      << "one odd stamp";
  EXPECT_EQ(folds({{0, "11-01 01:10:00"}, {0, "11-01 01:10:10"}, {0, "11-01 01:09:52"}, {0, "11-01 01:10:02"}}),
            (Folds{false, false, false, false}))
      << "corrected";
}

TEST(ClockSteps, WritersOfTwoZonesGoToAndFro) {
  Lines two;
  for (int i = 0; i < 4; ++i) {
    two.emplace_back(0, "11-01 01:10:00");
    two.emplace_back(1, "11-01 09:10:05");
  }
  EXPECT_EQ(seen(two).apart(), 8 * base::kHour + 5 * base::kSecond);
  EXPECT_EQ(seen(two).set_back(), 0);
}

TEST(ClockSteps, AFewOddStampsAndLapsesAreNoZone) {
  EXPECT_EQ(seen({{0, "11-01 01:10:00"},
                  {0, "11-01 09:10:00"},
                  {0, "11-01 01:10:10"},
                  {0, "11-01 09:10:10"},
                  {0, "11-01 01:10:20"}})
                .apart(),
            0);
  Lines lapses;
  for (const char* text : {"11-01 01:00:00", "11-01 02:00:00", "11-01 03:00:00", "11-01 04:00:00", "11-01 05:00:00",
                           "11-01 06:00:00", "11-01 07:00:00", "11-01 08:00:00"})
    lapses.emplace_back(0, text);
  EXPECT_EQ(seen(lapses).apart(), 0);
}

}  // namespace
}  // namespace jitgate::recognise
