// Lines that writers spoilt: glued, torn, quoted, nested.
#include "recognise/matcher.h"

#include <gtest/gtest.h>

#include "recognising.h"

namespace jitgate::recognise {
namespace {

std::string record(int pid, const std::string& target) {
  return "(Worker_TP" + std::to_string(pid) + " pid=" + std::to_string(pid) +
         ") WARNING 09-03 10:41:07 [jit_monitor.py:135] Triton kernel JIT compilation during inference: " + target +
         ". This causes a latency spike; consider extending warmup to cover this shape/config.";
}

std::vector<std::string> targets(const std::string& text) {
  std::vector<std::string> all;
  for (const model::RawEvent& event : recognised(text).events) {
    all.push_back(event.target + (event.certainty == model::Certainty::probable ? "?" : "") + "@" +
                  std::to_string(event.process.pid));
  }
  return all;
}

using Targets = std::vector<std::string>;

TEST(Matcher, TwoAndThreeRecordsInOneLine) {
  EXPECT_EQ(targets(record(1, "_a") + record(2, "_b")), (Targets{"_a@1", "_b@2"}));
  EXPECT_EQ(targets(record(1, "_a") + record(2, "_b") + record(3, "_c")), (Targets{"_a@1", "_b@2", "_c@3"}));
}

TEST(Matcher, ARecordBehindABarOrAPrefix) {
  const std::string bar = "Capturing CUDA graphs:  42%|####2     | 8/19 [00:01<00:02,  4.1it/s]";
  EXPECT_EQ(targets(bar + record(1, "_a")), (Targets{"_a@1"}));
  EXPECT_EQ(targets("(Worker_TP9 pid=9) " + bar + record(1, "_a")), (Targets{"_a@1"}));
  EXPECT_EQ(targets("(Worker_TP9 pid=9) " + record(1, "_a")), (Targets{"_a@1"}));
  EXPECT_EQ(targets("(Worker_TP9 pid=9) x 0/19 [00:00<?, ?it/s]\r" + record(1, "_a")), (Targets{"_a@1"}));
}

TEST(Matcher, APrintBehindABar) {
  EXPECT_EQ(
      targets("(Worker_TP9 pid=9)  42%|####2     | 8/19 [00:01<00:02,  4.1it/s]Autotuning kernel _mm with config B: 1"),
      (Targets{"_mm@9"}));
  EXPECT_TRUE(targets("They say: Autotuning kernel _mm with config B: 1").empty());
}

TEST(Matcher, BareTextInFrontMakesARecordDoubtful) {
  EXPECT_EQ(targets("half a word and " + record(1, "_a")), (Targets{"_a?@1"}));
}

TEST(Matcher, ATornRecordIsCaughtByItsTag) {
  EXPECT_EQ(targets("(Worker_TP1 pid=1) WARNING 09-03 10:41:07 [jit_monitor.py:135] Triton ker" + record(2, "_b")),
            (Targets{"?@1", "_b@2"}));
  // An event's remains in front of a record of another kind.
  EXPECT_EQ(targets("(Worker_TP1 pid=1) WARNING 09-03 10:41:07 [jit_monitor.py:135] Trit(Worker_TP2 pid=2) INFO 09-03 "
                    "10:41:07 [core.py:1] hello"),
            (Targets{"?@1"}));
}

TEST(Matcher, AWholeRecordInsideATornDetailIsSeen) {
  std::string torn = record(1, "_a (constexprs={x='*fp");
  torn.resize(torn.find("*fp") + 3);
  const Targets found = targets(torn + record(2, "_b"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0], "_a@1");
  EXPECT_EQ(found[1].substr(0, 2), "_b");
}

TEST(Matcher, TextOfUsersAndModelsIsNoEvidence) {
  for (const std::string& front :
       {std::string("(APIServer pid=1) INFO 09-03 10:41:07 [logger.py:40] Received request c-1: prompt: 'see "),
        std::string("(APIServer pid=1) INFO 09-03 10:41:07 [logger.py:40] prompt: see "),
        std::string("[2026-09-03 10:41:07 TP0] Receive: obj=GenerateReqInput(rid='a', text=\"see "),
        std::string("2026-09-03T10:41:07.118204Z  INFO http: request body={\"messages\": [{\"content\": \"see "),
        std::string("133:"), std::string("server.log:133:"), std::string("> ")}) {
    EXPECT_TRUE(targets(front + record(1, "_a")).empty()) << front;
  }
}

TEST(Matcher, LevelsAndTagsAreAskedFor) {
  std::string info = record(1, "_a");
  info.replace(info.find("WARNING"), 7, "INFO");
  EXPECT_EQ(targets(info), (Targets{"_a?@1"}));  // the monitor's own file vouches for it
  info.replace(info.find("jit_monitor.py"), 14, "mini_serve.py");
  EXPECT_TRUE(targets(info).empty());
  std::string other = record(1, "_a");
  other.replace(other.find("jit_monitor.py"), 14, "mini_serve.py");
  EXPECT_EQ(targets(other), (Targets{"_a@1"}));

  const Catalogue tagged = with_rules(
      "- id: made\n  compiler: demo\n  event_type: build\n  marks: end\n  needle: made build\n  pattern: made build\n"
      "  head: {tag: 'demo*.py:*'}\n  samples: [{text: 'INFO 09-03 10:41:07 [demo_x.py:1] made build'}]\n");
  EXPECT_EQ(recognised(tagged, "INFO 09-03 10:41:07 [demo_y.py:9] made build").events.size(), 1U);
  EXPECT_EQ(recognised(tagged, "INFO 09-03 10:41:07 [other.py:9] made build").events.size(), 0U);
}

TEST(Matcher, ALineFullOfNeedlesEndsAndIsTold) {
  std::string line = "(Worker_TP1 pid=1) INFO 09-03 10:41:07 [a.py:1] ";
  while (line.size() < 60'000) line += "Triton kernel JIT compilation during inference: x. This causes ";
  EXPECT_EQ(recognised(line).coverage.unreadable_lines, 1U);
  std::string records;
  for (int i = 0; i < 200; ++i) records += record(1, "_k" + std::to_string(i));
  const auto many = recognised(records);
  EXPECT_GE(many.events.size(), 16U);
  EXPECT_EQ(many.coverage.unreadable_lines, 1U);
  EXPECT_EQ(recognised(record(1, "_a") + record(2, "_b")).coverage.unreadable_lines, 0U);
}

}  // namespace
}  // namespace jitgate::recognise
