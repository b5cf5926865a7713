#include "recognise/recogniser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "read/blocks.h"
#include "recognising.h"

namespace jitgate::recognise {
namespace {

const std::string kTail = ". This causes a latency spike; consider extending warmup to cover this shape/config.\n";

std::string event_line(const std::string& time, const std::string& target) {
  return "(Worker_TP0 pid=7) WARNING 09-03 " + time +
         " [jit_monitor.py:1] Triton kernel JIT compilation during inference: " + target + kTail;
}

// A log with all that makes state: sessions, marks, dated lines of several processes, bars with CR.
std::string long_log() {
  std::string text =
      "2026-09-03T08:41:00.5Z  INFO demo::x: hello\n(Worker_TP0 pid=7) INFO 09-03 10:41:00 [jit_monitor.py:85] Kernel "
      "JIT "
      "monitor activated; monitored JIT compilations during inference will use mode=warn.\n";
  for (int i = 1; i < 60; ++i) {
    const std::string second = (i < 10 ? "0" : "") + std::to_string(i);
    text += event_line("10:41:" + second, "_k" + std::to_string(i));
    text += "Autotuning kernel _mm with config B: " + std::to_string(i) + "\n";
    if (i % 7 == 0)
      text += "Triton autotuning for function _mm,\nwith key as (" + second + "),\nfinished after 1.5s,\n";
    if (i % 7 == 0) text += "best config selected: B: 1;\n";
    text += "(EngineCore pid=6) INFO 09-03 10:41:" + second + " [loggers.py:1] Engine 000: Avg prompt throughput: 1\n";
    text +=
        "(Worker_TP0 pid=7) x 1/2 [00:00<?, ?it/s]\rx 2/2 [00:00<?, 1it/s]" + event_line("10:41:" + second, "_glued");
  }
  return text + "(APIServer pid=1) INFO:     Shutting down";
}

std::string digest(const model::LogEvidence& evidence) {
  std::string all;
  for (const model::RawEvent& e : evidence.events) {
    all += std::to_string(e.line) + "-" + std::to_string(e.last_line) + "@" + std::to_string(e.byte) + " " + e.target +
           " " + to_string(e.marks) + " " + std::to_string(e.candidates) + " " + std::to_string(e.duration_s) + " " +
           name_of(e.process) + " " + text_of(e.first.own) + text_of(e.first.before_any) +
           text_of(e.first.before_process) + text_of(e.last.after_any) + text_of(e.last.after_process) + e.text + "\n";
  }
  for (const model::RawMark& m : evidence.marks) {
    all += std::to_string(m.line) + " " + to_string(m.kind) + " " + m.detail + text_of(m.time.before_any) + "\n";
  }
  return all + std::to_string(evidence.zone_pairs.size()) + text_of(evidence.first_stamp) +
         text_of(evidence.last_stamp) + std::to_string(evidence.coverage.lines);
}

TEST(RecogniserTest, WhatIsFoundDoesNotDependOnBlocks) {
  const std::string text = long_log();
  const std::string whole = digest(recognised(text));
  EXPECT_NE(whole.find("_glued"), std::string::npos);
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    Recogniser recogniser(embedded_catalogue(), "a.log");
    std::uint64_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = text.find('\n', std::min(text.size() - 1, at + random() % 2000));
      end = end == std::string::npos ? text.size() : end + 1;
      model::Block block;
      block.text = std::string_view(text).substr(at, end - at);
      block.first_line = line;
      block.first_byte = at;
      recogniser.scan(block);
      line += static_cast<std::uint64_t>(std::count(block.text.begin(), block.text.end(), '\n'));
      at = end;
    }
    ASSERT_EQ(digest(recogniser.finish()), whole);
  }
}

TEST(RecogniserTest, LinesCountLfAndBytesAreTheLines) {
  const auto evidence = recognised("one\rstill one\n\ntwo 1/2 [00:00<?, ?it/s]\r" + event_line("10:41:07", "_k"));
  ASSERT_EQ(evidence.events.size(), 1U);
  EXPECT_EQ(evidence.events[0].line, 3U);
  EXPECT_EQ(evidence.events[0].byte, 15U);
  EXPECT_EQ(evidence.coverage.lines, 3U);
}

TEST(RecogniserTest, OriginsTellWhereCleanedLinesStood) {
  const std::string text = "x\n" + event_line("10:41:07", "_k");
  const std::vector<model::LineOrigin> origins = {{5, 100}, {9, 900}};
  model::Block block;
  block.text = text;
  block.origins = &origins;
  Recogniser recogniser(embedded_catalogue(), "a.log");
  recogniser.scan(block);
  const auto evidence = recogniser.finish();
  ASSERT_EQ(evidence.events.size(), 1U);
  EXPECT_EQ(evidence.events[0].line, 9U);
  EXPECT_EQ(evidence.events[0].byte, 900U);
}

TEST(RecogniserTest, UnprefixedLinesBelongToTheOnlyArmedProcess) {
  const std::string session = "Autotuning kernel _mm with config B: 1\n";
  const auto one = recognised(event_line("10:41:07", "_k") + session + event_line("10:41:09", "_l"));
  ASSERT_EQ(one.events.size(), 3U);
  EXPECT_EQ(one.events[1].process.pid, 7);
  EXPECT_EQ(text_of(one.events[1].first.before_process), "09-03 10:41:07");
  EXPECT_EQ(text_of(one.events[1].first.after_process), "09-03 10:41:09");

  std::string other = event_line("10:41:08", "_o");
  other.replace(other.find("pid=7"), 5, "pid=8");
  const auto two = recognised(event_line("10:41:07", "_k") + session + other);
  EXPECT_FALSE(two.events[1].process.told());
  EXPECT_FALSE(two.events[1].first.before_process);
  EXPECT_EQ(text_of(two.events[1].first.before_any), "09-03 10:41:07");

  EXPECT_FALSE(recognised(session).events[0].process.told());
}

TEST(RecogniserTest, EventsBehindAReadyMarkSaySo) {
  const auto evidence = recognised(event_line("10:41:07", "_k") + "INFO:     Application startup complete.\n" +
                                   event_line("10:41:08", "_l"));
  EXPECT_FALSE(evidence.events[0].after_ready);
  EXPECT_TRUE(evidence.events[1].after_ready);
}

TEST(RecogniserTest, ADetailedEventProvesAVerboseMonitor) {
  const auto evidence = recognised(event_line("10:41:07", "_k (constexprs={B=1})"));
  ASSERT_EQ(evidence.marks.size(), 1U);
  EXPECT_EQ(evidence.marks[0].kind, model::MarkKind::monitor_config);
  EXPECT_EQ(evidence.marks[0].detail, "verbose=true");
  EXPECT_TRUE(recognised(event_line("10:41:07", "_k")).marks.empty());
}

TEST(RecogniserTest, OneEventTooManyIsALimit) {
  RecogniseLimits limits;
  limits.events = 3;
  std::string text;
  for (int i = 0; i < 3; ++i) text += event_line("10:41:07", "_k" + std::to_string(i));
  const auto run = [&](const std::string& log) {
    Recogniser recogniser(embedded_catalogue(), "a.log", {}, limits);
    model::Block block;
    block.text = log;
    recogniser.scan(block);
    return recogniser.finish();
  };
  EXPECT_TRUE(run(text).coverage.damage.empty());
  const auto over = run(text + event_line("10:41:07", "_more"));
  EXPECT_EQ(over.events.size(), 3U);
  ASSERT_EQ(over.coverage.damage.size(), 1U);
  EXPECT_EQ(over.coverage.damage[0].kind, model::DamageKind::limit);
}

TEST(RecogniserTest, ListenersHearTheirLinesWithTheHeadRead) {
  std::vector<std::string> heard;
  Listening listening;
  listening.needles = {"demo::", "another word", "Request Completed"};
  listening.heard = [&](const model::HeardLine& line) {
    heard.push_back(std::to_string(line.number) + ":" + std::string(line.head->message) + ":" +
                    (line.head->inner ? "dated" : "undated") + ":" + std::to_string(line.words));
  };
  Recogniser recogniser(embedded_catalogue(), "frontend.log", listening);
  model::Block block;
  block.text = "nothing\n2026-09-03T08:41:00.5Z  INFO demo::x: request completed id=1\nrequest complete\n";
  recogniser.scan(block);
  EXPECT_TRUE(recogniser.finish().events.empty());
  EXPECT_EQ(heard, (std::vector<std::string>{"2:request completed id=1:dated:5"}));
}

TEST(RecogniserTest, AListenersNeedleMayBeARulesToo) {
  int heard = 0;
  Listening listening;
  listening.needles = {"application startup complete", "application startup complete"};
  listening.heard = [&](const model::HeardLine&) { ++heard; };
  Recogniser recogniser(embedded_catalogue(), "frontend.log", listening);
  model::Block block;
  block.text = "INFO:     Application startup complete.\n";
  recogniser.scan(block);
  EXPECT_EQ(recogniser.finish().marks.size(), 1U);
  EXPECT_EQ(heard, 1);
}

TEST(RecogniserTest, SeveralRulesOnOneRecordAreOneLineInTime) {
  const auto evidence =
      recognised("INFO 09-03 10:41:01 [a.py:1] x\n" + event_line("10:41:07", "_k (constexprs={B=1})") +
                 "INFO 09-03 10:41:09 [a.py:1] x\n");
  ASSERT_EQ(evidence.events.size(), 1U);
  ASSERT_EQ(evidence.marks.size(), 1U);
  EXPECT_EQ(text_of(evidence.events[0].first.after_any), "09-03 10:41:09");
  EXPECT_EQ(text_of(evidence.marks[0].time.before_any), "09-03 10:41:01");
  EXPECT_EQ(text_of(evidence.marks[0].time.own), "09-03 10:41:07");
}

TEST(RecogniserTest, LongTextIsCutAndNothingElse) {
  RecogniseLimits limits;
  limits.text = 50;
  Recogniser recogniser(embedded_catalogue(), "a.log", {}, limits);
  model::Block block;
  const std::string text = event_line("10:41:07", std::string(30'000, 'k'));
  block.text = text;
  recogniser.scan(block);
  const auto evidence = recogniser.finish();
  ASSERT_EQ(evidence.events.size(), 1U);
  EXPECT_LE(evidence.events[0].text.size(), 53U);
}

const std::string kTorn = "Triton kernel JIT compilation during inference: _t" + kTail;
const std::string kHello = "(EngineCore pid=6) INFO 09-03 10:41:00 [core.py:1] Hello\n";

TEST(RecogniserTest, ATornHeadIsAProbableEventWhereTheLogHasHeads) {
  EXPECT_TRUE(recognised(kTorn).events.empty());
  EXPECT_TRUE(recognised(kTorn + "Some text\n" + kTorn).events.empty());
  for (const std::string& text : {kHello + kTorn, kTorn + kHello, "(Worker_TP0 pid=7) " + kTorn + kHello}) {
    const auto evidence = recognised(text);
    ASSERT_EQ(evidence.events.size(), 1U) << text;
    EXPECT_EQ(evidence.events[0].certainty, model::Certainty::probable);
    EXPECT_EQ(evidence.events[0].target, "_t");
  }
  // It arms nothing: whose monitor spoke is not known for sure.
  EXPECT_FALSE(recognised(kHello + kTorn + "Autotuning kernel _mm with config B: 1\n").events[1].process.told());
}

TEST(RecogniserTest, AHeadlessLineInsideATextIsNoEventHoweverBlocksAreCut) {
  const std::string prompt =
      kHello + "(APIServer pid=1) INFO 09-03 10:41:01 [logger.py:4] Received request a: prompt: 'What is\n" + kTorn +
      "and what\n" + kTorn + "?', params: None\n";
  EXPECT_TRUE(recognised(prompt).events.empty());
  EXPECT_TRUE(recognised(kHello + "+ grep -oh JIT.* decode_w0.out\n" + kTorn + kTorn).events.empty());
  const std::string text = prompt + kTorn + prompt;
  for (std::size_t size = 1; size < text.size(); size += 7) {
    Recogniser recogniser(embedded_catalogue(), "a.log");
    std::uint64_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = text.find('\n', std::min(at + size, text.size()));
      end = end == std::string::npos ? text.size() : end + 1;
      model::Block block;
      block.text = std::string_view(text).substr(at, end - at);
      block.first_line = line;
      block.first_byte = at;
      recogniser.scan(block);
      line += static_cast<std::uint64_t>(std::count(block.text.begin(), block.text.end(), '\n'));
      at = end;
    }
    const auto evidence = recogniser.finish();
    ASSERT_EQ(evidence.events.size(), 1U) << size;
    EXPECT_EQ(evidence.events[0].line, 7U);
  }
}

// Bars rewrite their line: only the first state of each stands behind its process's prefix.
TEST(RecogniserTest, BarsBelongToTheProcessThatBeganTheirLine) {
  const std::string text =
      "(Worker_TP0 pid=1) 2026-09-03 10:41:07,118 - INFO - autotuner.py:4 - flashinfer.jit: [Autotuner]: Autotuning "
      "process starts ...\n"
      "(Worker_TP1 pid=2) 2026-09-03 10:41:07,118 - INFO - autotuner.py:4 - flashinfer.jit: [Autotuner]: Autotuning "
      "process starts ...\n"
      "(Worker_TP0 pid=1) [AutoTuner]: Tuning demo_a:   0%|          | 0/9 [00:00<?, ?profile/s]\r"
      "[AutoTuner]: Tuning demo_a: 100%|##########| 9/9 [00:05<00:00,  2.33profile/s]\n"
      "(Worker_TP1 pid=2) [AutoTuner]: Tuning demo_b:   0%|          | 0/7 [00:00<?, ?profile/s]\r"
      "[AutoTuner]: Tuning demo_b: 100%|##########| 7/7 [00:05<00:00,  2.33profile/s]\n";
  Recogniser recogniser(embedded_catalogue(), "a.log");
  read::BlockReader reader([&](const model::Block& block) { recogniser.scan(block); });
  reader.feed(text);
  reader.finish();
  const auto events = recogniser.finish().events;
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].target, "demo_a");
  EXPECT_EQ(events[0].process.pid, 1);
  EXPECT_EQ(events[0].candidates, 9U);
  EXPECT_EQ(events[1].target, "demo_b");
  EXPECT_EQ(events[1].process.pid, 2);
  EXPECT_EQ(events[1].candidates, 7U);
}

TEST(RecogniserTest, HostileBytesAreOnlyBytes) {
  std::mt19937 random(13);
  const std::vector<std::string> pieces = {"Triton kernel JIT compilation during inference: ",
                                           "[jit_monitor.py:1] ",
                                           "(Worker pid=7) ",
                                           "WARNING 09-03 10:41:07 ",
                                           "\r",
                                           "\n",
                                           "'",
                                           "\"",
                                           "Autotuning kernel x with config ",
                                           "best config selected: ",
                                           ". This causes",
                                           std::string("\0\xff\xfe", 3),
                                           "(",
                                           ")",
                                           "[",
                                           "prompt: ",
                                           "99999999999999999999",
                                           "with key as (",
                                           "finished after 1.7s,",
                                           "100%|#| 1/1 [00:00<00:00, 1it/s]"};
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 200; ++i) {
      text += pieces[random() % pieces.size()];
      if (random() % 4 == 0) text += static_cast<char>(random());
    }
    const auto evidence = recognised(text);
    for (const model::RawEvent& event : evidence.events) {
      ASSERT_GE(event.line, 1U);
      ASSERT_LE(event.line, event.last_line);
      ASSERT_LE(event.last_line, evidence.coverage.lines);
    }
  }
}

}  // namespace
}  // namespace jitgate::recognise
