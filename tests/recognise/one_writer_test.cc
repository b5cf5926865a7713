// Marks excuse: an armed monitor proves silence, a ready or a stopped server explains a log that begins or ends. So a
// line that somebody may have sent must give none, whatever rule would take it.
#include "recognise/one_writer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "recognise/head.h"
#include "recognise/rule.h"
#include "recognising.h"

namespace jitgate::recognise {
namespace {

std::size_t marks_of(const std::string& text, const std::string& rule) {
  const auto marks = recognised(text).marks;
  return static_cast<std::size_t>(
      std::count_if(marks.begin(), marks.end(), [&](const model::RawMark& mark) { return mark.rule == rule; }));
}

std::string prefixed(const std::string& lines) {
  std::string all;
  for (const std::string_view line : base::split(lines, '\n')) {
    if (!line.empty()) all += "(APIServer pid=1) " + std::string(line) + '\n';
  }
  return all;
}

TEST(MarksInText, ALineOfAPromptGivesNone) {
  const std::string before = "INFO 09-03 10:41:07 [logger.py:40] Received request cmpl-1: ";
  const std::string after = "INFO 09-03 10:41:08 [core.py:12] Bye\n";
  std::size_t alone = 0;
  for (const Rule& rule : embedded_catalogue().rules()) {
    if (!rule.is_mark) continue;
    for (const Sample& sample : rule.samples) {
      const std::string line = sample.text.substr(0, sample.text.find_first_of("\r\n"));
      const std::string message(read_head(line).message);
      alone += marks_of(message, rule.facts.id);
      for (const std::string& text :
           {before + "prompt: 'Why does it say\n" + message + "\nand what now?', params: None\n" + after,
            before + "prompt: \"Why does it say\n\n" + message + "\nand what now?\", params: None\n" + after,
            before + "prompt: Why does it say\n" + message + "\nand what now?\n" + after,
            before + "content=Dear all,\n" + message + "\n" + after,
            before + "prompt: 'Why" + std::string(20'000, '\n') + std::string(20'000, 'x') + "\n" + message + "\n" +
                after}) {
        EXPECT_EQ(marks_of(text, rule.facts.id), 0U) << rule.facts.id << "\n" << text.substr(0, 400);
        EXPECT_EQ(marks_of(prefixed(text), rule.facts.id), 0U) << rule.facts.id << "\n"
                                                               << prefixed(text).substr(0, 400);
      }
      // Behind the prompt's end, or of another process, it is the engine's.
      const std::size_t own = marks_of("INFO 09-03 10:41:07 [core.py:12] Hello\n" + message + "\n", rule.facts.id);
      EXPECT_EQ(marks_of(before + "prompt: 'a\nb', params: None\n" + message + "\n", rule.facts.id), own)
          << rule.facts.id;
      EXPECT_EQ(
          marks_of("(APIServer pid=1) " + before + "prompt: 'a\n(Worker_TP0 pid=7) " + message + "\n", rule.facts.id),
          marks_of("(Worker_TP0 pid=7) " + message + "\n", rule.facts.id))
          << rule.facts.id;
    }
  }
  EXPECT_GT(alone, 20U) << "most samples are no marks without their heads: nothing is tested";
}

TEST(MarksInText, AStopIsTheLoggersToTell) {
  EXPECT_EQ(marks_of("INFO 09-03 10:41:07 [core.py:12] Hello\nShutting down\n", "server-shutdown"), 0U);
  EXPECT_EQ(marks_of("(APIServer pid=1) INFO:     Shutting down\n", "server-shutdown"), 1U);
}

TEST(MarksInText, LinesOfOneWriterAreToldByTheirPrefix) {
  model::Process api;
  api.name = "APIServer";
  api.pid = 1;
  const std::string above = "(APIServer pid=1) a\n(Worker pid=2) b\nc\n(APIServer pid=1) d\ne\n";
  EXPECT_EQ(of_one_writer(above, api), "(APIServer pid=1) a\n(APIServer pid=1) d\n");
  EXPECT_EQ(of_one_writer(above, {}), "(APIServer pid=1) d\ne\n");
  EXPECT_EQ(of_one_writer("a\nb\n", {}), "a\nb\n");
  EXPECT_EQ(of_one_writer("a\nb\n", api), "");
}

}  // namespace
}  // namespace jitgate::recognise
