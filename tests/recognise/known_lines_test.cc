// Lines whose head is known are not read in full, and come out as if they were.
#include <gtest/gtest.h>

#include <random>

#include "recognise/head.h"
#include "recognise/head_shapes.h"
#include "recognising.h"

namespace jitgate::recognise {
namespace {

// Lines as the engines write them, several a second, with what may stand between and around them. "@" is a digit that
// changes from line to line, "%" a second.
constexpr std::string_view kLines[] = {
    "(EngineCore_DP0 pid=700) INFO 09-03 10:41:%% [loggers.py:12@] Engine 000: Avg prompt throughput: @@.1 tokens/s",
    "(EngineCore_DP1 pid=701) INFO 09-03 10:41:%% [loggers.py:12@] Engine 001: Avg prompt throughput: @@.1 tokens/s",
    "(EngineCore_DP0 pid=700) INFO 09-03 10:41:%% [Avg prompt throughput: @",
    "(EngineCore_DP0 pid=700) INFO 09-03 10:41:%% [core.py:5@] said 'Avg prompt throughput: ' once",
    "(APIServer pid=693) INFO:     10.0.0.@:5@ - \"POST /v1/completions HTTP/1.1\" 200 OK",
    "(APIServer pid=693) INFO:       indented further",
    "(Worker_TP0 pid=70@) WARNING 09-03 10:41:%% [jit_monitor.py:135] Triton kernel JIT compilation during inference: "
    "_k@. This causes a latency spike; consider extending warmup to cover this shape/config.",
    "(Worker_TP0 pid=700) INFO 09-03 10:41:%% [x.py:1] plain @",
    "(Worker_TP0 pid=700) INFO 09-03 10:41:%% [x y] no tag @",
    "(Worker_TP0 pid=700) INFO 09-03 10:41:%% no tag @",
    "(Worker_TP0 pid=700) INFO 09-03 10:41:%% [x.py:1] [atom 18:36:%%] dates itself",
    "(Worker_TP0 pid=700) INFO 09-03 10:41:%% [atom 18:36:%%] dates itself",
    "(Worker_TP0 pid=700) INFO 09-03 10:41:%% [x.py:1] a column\tand\t2026-09-03T08:41:%%Z another",
    "(Worker_TP0 pid=700) INFO 09-03 10:41:%% [x.py:1] again [repeated 7x across cluster]",
    "(Worker_TP0 pid=700) (Worker_TP1 pid=701) INFO 09-03 10:41:%% [x.py:1] torn",
    "(RayWorkerWrapper pid=9, ip=10.0.0.@) INFO 09-03 10:41:%% [x.py:1] merged",
    "INFO 09-03 10:41:%% [x.py:1] of no process",
    "INFO 2026-09-03 10:41:%% [x.py:1] with a year",
    "[2026-09-03 10:41:%% TP0] Decode batch, #running-req: @, #token: 4@",
    "[2026-09-03 10:41:%% TP0] Prefill batch, #new-seq: @",
    "[2026-09-03 10:41:%% DP0 TP1] Decode batch. #running-req: @",
    "[2026-09-03 10:41:%%] INFO:     10.0.0.@ - \"POST /generate HTTP/1.1\" 200 OK",
    "[2026-09-03 10:41:%%] INFO:     Decode batch, #running-req: @",
    "[2026-09-03 10:41:%% TP0]  Decode batch, #running-req: @",
    "2026-09-03T08:41:%%.1182@4Z  INFO dynamo_llm::http::service::metrics: request received request_id=\"@\"",
    "2026-09-03T08:41:%%.1182@4Z  INFO dynamo_llm::http: [VllmWorker:@] of a service",
    "2026-09-03T08:41:%%.1182@4Z  INFO dynamo_run::subprocess: INFO 09-03 10:41:%% [x.py:1] relayed",
    "2026-09-03T08:41:%%.1182@4Z  INFO 09-03 10:41:%% [x.py:1] behind a transport's stamp",
    "2026-09-03T08:41:%%.1182@4Z stdout F INFO 09-03 10:41:%% [x.py:1] in a container",
    "2026-09-03T08:41:%%.1182@4Z plain text",
    "  File \"/x/y.py\", line @@, in f",
    "    at nothing @",
    "with key as (@, 64),",
    "Triton autotuning for function _k@,",
    "finished after 1.@@s,",
    "",
};

std::string filled(std::string_view form, std::mt19937& random) {
  std::string line;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '@') {
      line += static_cast<char>('0' + random() % 10);
    } else if (form.substr(i, 2) == "%%") {
      line += std::to_string(10 + random() % 52);  // 60 and 61 too
      ++i;
    } else {
      line += form[i];
    }
  }
  return line;
}

// A few forms at a time, so that lines of one shape follow each other.
std::string log_of(std::mt19937& random, int lines) {
  std::string text;
  std::vector<std::string_view> forms;
  for (int i = 0; i < lines; ++i) {
    if (i % 40 == 0) {
      forms.clear();
      for (int k = 0; k < 4; ++k) forms.push_back(kLines[random() % std::size(kLines)]);
    }
    text += filled(forms[random() % forms.size()], random) + "\n";
  }
  return text;
}

std::string with_crs(const std::string& text) {
  std::string out;
  for (const char c : text) c == '\n' ? out += "\r\n" : out += c;
  return out;
}

void expect_same(const model::LineTime& a, const model::LineTime& b) {
  EXPECT_EQ(a.own, b.own);
  EXPECT_EQ(a.before_any, b.before_any);
  EXPECT_EQ(a.after_any, b.after_any);
  EXPECT_EQ(a.before_process, b.before_process);
  EXPECT_EQ(a.after_process, b.after_process);
}

void expect_same(const model::LogEvidence& a, const model::LogEvidence& b) {
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    EXPECT_EQ(a.events[i].text, b.events[i].text);
    EXPECT_EQ(a.events[i].line, b.events[i].line);
    EXPECT_EQ(a.events[i].process, b.events[i].process);
    expect_same(a.events[i].first, b.events[i].first);
    expect_same(a.events[i].last, b.events[i].last);
  }
  ASSERT_EQ(a.marks.size(), b.marks.size());
  for (std::size_t i = 0; i < a.marks.size(); ++i) {
    EXPECT_EQ(a.marks[i].rule, b.marks[i].rule);
    EXPECT_EQ(a.marks[i].text, b.marks[i].text);
    EXPECT_EQ(a.marks[i].line, b.marks[i].line);
    EXPECT_EQ(a.marks[i].process, b.marks[i].process);
    expect_same(a.marks[i].time, b.marks[i].time);
  }
  ASSERT_EQ(a.zone_pairs.size(), b.zone_pairs.size());
  for (std::size_t i = 0; i < a.zone_pairs.size(); ++i) {
    EXPECT_EQ(a.zone_pairs[i].local, b.zone_pairs[i].local);
    EXPECT_EQ(a.zone_pairs[i].zoned, b.zone_pairs[i].zoned);
  }
  EXPECT_EQ(a.first_stamp, b.first_stamp);
  EXPECT_EQ(a.last_stamp, b.last_stamp);
  EXPECT_EQ(a.first_zoned_stamp, b.first_zoned_stamp);
  EXPECT_EQ(a.last_zoned_stamp, b.last_zoned_stamp);
  EXPECT_EQ(a.processes, b.processes);
  EXPECT_EQ(a.merged, b.merged);
}

// What was heard, with its head.
using Heard = std::vector<std::string>;

model::LogEvidence read_with(std::string_view text, std::mt19937* cuts, Heard* heard) {
  Recogniser recogniser(
      embedded_catalogue(), "a.log",
      {{"Avg prompt throughput: ", " batch, #", "request received"}, [&](const model::HeardLine& line) {
         heard->push_back(std::string(line.text) + "|" + std::string(line.head->message) + "|" +
                          std::string(line.head->tag) + "|" + name_of(line.head->process) + "|" +
                          text_of(line.head->inner) + "|" + std::to_string(line.number));
       }});
  model::Block block;
  while (!text.empty()) {
    const std::size_t newline =
        cuts == nullptr ? text.npos : text.find('\n', (*cuts)() % std::min<std::size_t>(4000, text.size()));
    block.text = text.substr(0, newline == text.npos ? newline : newline + 1);
    // A copy that goes away: nothing may be held of a block.
    const std::string copy(block.text);
    text.remove_prefix(block.text.size());
    block.text = copy;
    recogniser.scan(block);
    block.first_line += static_cast<std::uint64_t>(std::count(copy.begin(), copy.end(), '\n'));
    block.first_byte += copy.size();
  }
  return recogniser.finish();
}

// A line with a CR before its LF is always read in full.
TEST(KnownLines, ComeOutAsReadInFullWhateverTheBlocks) {
  std::mt19937 random(3);
  for (int round = 0; round < 30; ++round) {
    const std::string text = log_of(random, 1500);
    Heard known, full, cut;
    const model::LogEvidence whole = read_with(text, nullptr, &known);
    expect_same(whole, read_with(with_crs(text), nullptr, &full));
    EXPECT_EQ(known, full);
    expect_same(whole, read_with(text, &random, &cut));
    EXPECT_EQ(known, cut);
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(KnownLines, AShapeSaysWhatReadingSays) {
  std::mt19937 random(5);
  HeadShapes shapes;
  std::size_t found = 0;
  std::string line;
  for (int i = 0; i < 200'000; ++i) {
    if (i % 3 != 0 || line.empty()) {
      line = filled(kLines[random() % std::size(kLines)], random);
    } else {
      line[random() % line.size()] = "0[]( \tZ:pI9."[random() % 12];  // the same line, hurt
    }
    const model::LineHead head = read_head(line);
    HeadShape* const shape = shapes.find(line, true);
    if (shape == nullptr) {
      shapes.learn(line, head, i);
      continue;
    }
    ++found;
    ASSERT_TRUE(head.record) << line;
    ASSERT_EQ(shape->head.inner, head.inner) << line;
    ASSERT_EQ(shape->head.outer, head.outer) << line;
    ASSERT_EQ(shape->head.process, head.process) << line;
    ASSERT_EQ(shape->head.prefixes, head.prefixes) << line;
    ASSERT_EQ(shape->head.ray, head.ray) << line;
    ASSERT_EQ(shape->head.repeated, head.repeated) << line;
    const std::size_t message = HeadShapes::message_of(*shape, line);
    if (message == std::string::npos) continue;
    ASSERT_EQ(HeadShapes::tag_of(*shape, line), head.tag) << line;
    // A level of uvicorn's in front of it is taken off by reading only.
    const auto read = static_cast<std::size_t>(head.message.data() - line.data());
    ASSERT_TRUE(read == message || (shape->kind == HeadShape::Kind::bracket && read == message + 10)) << line;
  }
  EXPECT_GT(found, 20'000U);
}

}  // namespace
}  // namespace jitgate::recognise
