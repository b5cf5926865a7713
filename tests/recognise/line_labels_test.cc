// Every rule behind every transport: what a rule's samples show must be found, and what its counter-samples are must be
// left alone, whatever stands in front of each line. A rule is tried where its family prints; servers print where their
// operators let them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "base/text.h"
#include "read/blocks.h"
#include "recognise/rule.h"
#include "recognising.h"

namespace jitgate::recognise {
namespace {

struct Transport {
  const char* name;
  std::function<std::string(std::string_view line, int number)> wrap;  // a line of it, without its end
};

std::string json_text(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<Transport> transports() {
  std::vector<Transport> all;
  const auto front = [&](const char* name, const char* text) {
    all.push_back({name, [text](std::string_view line, int) { return std::string(text).append(line); }});
  };
  // `number` counts the lines of the file: stamps go on.
  const auto dated = [&](const char* name, const char* before, const char* after) {
    all.push_back({name, [=](std::string_view line, int number) {
                     return fmt::format("{}{:02}:{:02}{}{}", before, number / 60 % 60, number % 60, after, line);
                   }});
  };
  all.push_back({"docker json-file", [](std::string_view line, int number) {
                   return fmt::format(
                       R"({{"log":"{}\n","stream":"stderr","time":"2026-08-04T18:{:02}:{:02}.123456789Z"}})",
                       json_text(line), number / 60 % 60, number % 60);
                 }});
  dated("Actions", "2026-08-04T18:", ".1234567Z ");
  dated("Actions job columns", "bench / run (12)\tRun server\t2026-08-04T18:", ".1234567Z ");
  front("Actions job columns without a stamp", "bench\tRun server\t");
  dated("CRI", "2026-08-04T18:", ".123456789Z stderr F ");
  dated("kubectl --timestamps", "2026-08-04T18:", ".123456789Z ");
  dated("journald", "Aug 04 18:", " gpu-12 vllm[771]: ");
  dated("syslog", "Aug  4 18:", " gpu-12 vllm: ");
  dated("syslog with a full stamp", "2026-08-04T18:", ".123456+00:00 gpu-12 vllm[771]: ");
  dated("compose -t", "vllm-1  | 2026-08-04T18:", ".123456789Z ");
  front("compose", "vllm-1  | ");
  front("kubectl --prefix", "[pod/vllm-0/server] ");
  front("srun -l", "3: ");
  front("srun -l of more tasks", " 3: ");
  front("compose without a number", "vllm-server  | ");
  front("pm2", "0|vllm  | ");
  front("foreman", "12:00:01 web.1  | ");
  front("stern", "vllm-decode-7d9f8b-x2x4p vllm ");
  front("pdsh", "gpu-12: ");
  front("a script's label", "[node0] ");
  front("concurrently", "worker-1 > ");
  front("mpirun --tag-output", "[1,3]<stderr>:");
  front("mpirun of another version", "[1,0]<stdout> ");
  front("torchrun", "[default0]:");
  return all;
}

Transport plain() {
  return {"a plain file", [](std::string_view line, int) { return std::string(line); }};
}

// Behind some other lines, from which a label can be learned.
std::string through(const Transport& transport, std::string_view text) {
  std::string out;
  int number = 0;
  for (const char* line : {"Starting the server", "loading weights", "profiling memory", "ready for requests"})
    out += transport.wrap(line, ++number) + '\n';
  for (const std::string_view line : base::split(text, '\n')) out += transport.wrap(line, ++number) + '\n';
  return out;
}

model::LogEvidence read(const std::string& text) {
  Recogniser recogniser(embedded_catalogue(), "node-1_decode_w0.out");
  read::BlockReader reader([&](const model::Block& block) { recogniser.scan(block); });
  reader.feed(text);
  reader.finish();
  return recogniser.finish();
}

// The events and marks of it. Which of a compiler's rules takes a wrapped record may differ.
std::multiset<std::string> told(const std::string& text) {
  const model::LogEvidence found = read(text);
  std::multiset<std::string> all;
  for (const model::RawEvent& event : found.events)
    all.insert(fmt::format("{} {} {}", embedded_catalogue().facts()[event.rule].compiler, to_string(event.type),
                           event.failed));
  for (const model::RawMark& mark : found.marks) all.insert(mark.rule);
  return all;
}

std::string listed(const std::multiset<std::string>& all) {
  std::string text;
  for (const std::string& each : all) text += (text.empty() ? "" : ", ") + each;
  return text;
}

TEST(Transports, EverySampleIsFoundBehindEveryOne) {
  for (const Rule& rule : embedded_catalogue().rules()) {
    for (const Sample& sample : rule.samples) {
      const std::multiset<std::string> bare = told(through(plain(), sample.text));
      for (const Transport& transport : transports()) {
        const std::multiset<std::string> here = told(through(transport, sample.text));
        EXPECT_TRUE(here == bare) << transport.name << "\t" << rule.facts.id << "\t[" << listed(bare) << "] -> ["
                                  << listed(here) << "]\n"
                                  << sample.text;
      }
    }
  }
}

TEST(Transports, NoCounterSampleIsTakenBehindAny) {
  for (const Rule& rule : embedded_catalogue().rules()) {
    for (const auto& [text, at] : rule.counter_samples) {
      const std::multiset<std::string> bare = told(through(plain(), text));
      for (const Transport& transport : transports()) {
        const std::multiset<std::string> here = told(through(transport, text));
        EXPECT_TRUE(here == bare) << transport.name << "\t" << rule.facts.id << "\t[" << listed(bare) << "] -> ["
                                  << listed(here) << "]\n"
                                  << text;
      }
    }
  }
}

constexpr const char* kRecord =
    "WARNING 09-03 10:41:07 [jit_monitor.py:135] Triton kernel JIT compilation during inference: _demo_kernel. "
    "This causes a latency spike; consider extending warmup to cover this shape/config.";

// Where several write one file, a record is of whom its label names.
TEST(Transports, LabelsTellWhoWrote) {
  std::string text;
  for (const char* line : {"one", "two", "three"}) {
    for (const char* node : {"node-0: ", "node-1: "}) text += std::string(node) + line + '\n';
  }
  text += "node-1: Running NVCC command: cd /scratch/tmp/77aa && nvcc kernel.cu\n";
  const model::LogEvidence found = read(text);
  ASSERT_EQ(found.events.size(), 1U);
  EXPECT_EQ(found.events[0].process.name, "node-1");
  EXPECT_EQ(found.events[0].line, 7U);
}

// Nearly all lines of a file, or it is a message's beginning; and the same however the file is cut.
TEST(Transports, ALabelIsLearnedFromNearlyAllLines) {
  const std::string build = "Running NVCC command: cd /scratch/tmp/77aa && nvcc kernel.cu\n";
  EXPECT_TRUE(read("one\ntwo\nthree\nnode-1: " + build).events.empty());
  EXPECT_TRUE(read("user: one\nuser: two\nuser: three\nuser: " + build).events.empty());
  EXPECT_TRUE(read("server.log: one\nserver.log: two\nserver.log: three\nserver.log: " + build).events.empty());
  std::string text;
  for (int i = 0; i < 200; ++i) text += "vllm-server  | line " + std::to_string(i) + '\n';
  text += "vllm-server  | " + build;
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{100}, std::size_t{1000}, text.size()}) {
    Recogniser recogniser(embedded_catalogue(), "node-1_decode_w0.out");
    read::BlockReader reader([&](const model::Block& block) { recogniser.scan(block); }, {}, 512);
    for (std::size_t at = 0; at < text.size(); at += size) reader.feed(std::string_view(text).substr(at, size));
    reader.finish();
    const model::LogEvidence found = recogniser.finish();
    ASSERT_EQ(found.events.size(), 1U) << size;
    EXPECT_EQ(found.events[0].line, 201U);
    EXPECT_EQ(found.events[0].byte, text.size() - build.size() - 15);
  }
}

TEST(Transports, AQuotedRecordIsNoneBehindAny) {
  const std::vector<std::pair<std::string, std::string>> quotations = {
      {"logs/server.out:", ""},
      {"logs/server.out:133:", ""},
      {"133:", ""},
      {"\x1b[35m\x1b[Kserver.log\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[K", ""},
      {"\x1b[35mserver.log\x1b[m\x1b[36m:\x1b[m\x1b[32m133\x1b[m\x1b[36m:\x1b[m", ""},
      {"\x1b[32m133\x1b[m\x1b[36m:\x1b[m", ""},
      {"     12 ", ""},
      {"> ", ""},
      {"- \"", "\""},
      {"  - \"", "\""},
  };
  for (const std::string process : {"(Worker_TP0 pid=771) ", ""}) {
    ASSERT_EQ(read(process + kRecord).events.size(), 1U);
    for (const auto& [before, behind] : quotations) {
      const std::string quoted = before + process + kRecord + behind;
      EXPECT_TRUE(read(quoted).events.empty()) << quoted;
      for (const Transport& transport : transports()) {
        EXPECT_TRUE(read(through(transport, quoted)).events.empty()) << transport.name << "\t" << quoted;
      }
    }
  }
}

}  // namespace
}  // namespace jitgate::recognise
