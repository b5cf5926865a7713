// Every rule behind every transport: what a rule's samples show must be found, and what its counter-samples are must be
// left alone, whatever stands in front of each line. A rule is tried where its family prints; servers print where their
// operators let them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
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
  // Its stamp is one that loggers write too: a sentence that without any head is nobody's may be a record behind it.
  bool like_a_logger = false;
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
  front("a host's name", "localhost: ");
  front("a name without a number", "server: ");
  dated("moreutils ts", "Aug 04 18:", " ");
  all.back().like_a_logger = true;
  dated("moreutils ts with an ISO stamp", "2026-08-04T18:", " ");
  all.back().like_a_logger = true;
  dated("ts -s and a year", "2026-08-04 18:", " ");
  all.back().like_a_logger = true;
  dated("date", "Tue Aug  4 18:", " CEST 2026 ");
  dated("date in an English locale", "Tue Aug  4 06:", " PM UTC 2026 ");
  dated("an American stamp", "08/04/2026 06:", " PM ");
  all.back().like_a_logger = true;
  dated("a stamp with a zone's name", "2026-08-04 18:", " CET ");
  dated("kubectl --timestamps --prefix", "[pod/vllm-0/server] 2026-08-04T18:", ".123456789Z ");
  dated("docker service logs", "vllm.1.x2k9q@gpu-12    | 2026-08-04T18:", ".123456789Z ");
  dated("journald -o short-iso", "2026-08-04T18:", "+02:00 gpu-12 vllm[771]: ");
  dated("journald -o short-precise", "Aug 04 18:", ".123456 gpu-12 vllm[771]: ");
  dated("journald -o short-full", "Tue 2026-08-04 18:", " UTC gpu-12 vllm[771]: ");
  dated("journald -o with-unit", "Tue 2026-08-04 18:", " CEST gpu-12 vllm.service[771]: ");
  dated("GitLab", "2026-08-04T18:", ".123456Z 01O ");
  dated("Buildkite", "\x1b_bk;t=17858685", "000\a");
  dated("Jenkins timestamper", "[2026-08-04T18:", ".123Z] ");
  dated("Jenkins elapsed", "18:", "  ");
  all.back().like_a_logger = true;
  all.push_back({"Fluent Bit stdout", [](std::string_view line, int number) {
                   return fmt::format(R"({{"date":1785868{:03}.123,"log":"{}"}})", number % 1000, json_text(line));
                 }});
  all.push_back(
      {"Fluent Bit of Kubernetes", [](std::string_view line, int number) {
         return fmt::format(
             R"({{"time":"2026-08-04T18:{:02}:{:02}.123Z","stream":"stderr","_p":"F","log":"{}","kubernetes":{{"pod_name":"vllm-0","container_name":"server"}}}})",
             number / 60 % 60, number % 60, json_text(line));
       }});
  all.push_back(
      {"journald -o json", [](std::string_view line, int number) {
         return fmt::format(
             R"({{"__REALTIME_TIMESTAMP":"1785868{:03}123456","_HOSTNAME":"gpu-12","_PID":"771","PRIORITY":"6","MESSAGE":"{}"}})",
             number % 1000, json_text(line));
       }});
  all.push_back({"Loki's logcli -o jsonl", [](std::string_view line, int number) {
                   return fmt::format(
                       R"({{"labels":{{"app":"vllm"}},"line":"{}","timestamp":"2026-08-04T18:{:02}:{:02}.123Z"}})",
                       json_text(line), number / 60 % 60, number % 60);
                 }});
  dated("Loki's logcli", "2026-08-04T18:", "Z {app=\"vllm\", pod=\"vllm-0\"} ");
  all.push_back({"colours around the line",
                 [](std::string_view line, int) { return "\x1b[33m" + std::string(line) + "\x1b[0m"; }});
  all.push_back({"a bar glued in front", [](std::string_view line, int) {
                   return "Loading:  42%|####2     | 8/19 [00:01<00:02,  4.10it/s]\r" + std::string(line);
                 }});
  dated("RFC 5424", "<14>1 2026-08-04T18:", ".123Z gpu-12 vllm 771 - - ");
  all.back().like_a_logger = true;
  dated("svlogd -tt", "2026-08-04_18:", ".12345 ");
  all.back().like_a_logger = true;
  dated("compose of two", "node-0: vllm-1  | 2026-08-04T18:", ".123456789Z ");
  front("parallel --tag", "gpu-12\t");
  all.push_back(
      {"CRI in a forwarder's JSON", [](std::string_view line, int number) {
         return fmt::format(
             R"({{"message":"2026-08-04T18:00:00.1Z stderr F {}","@timestamp":"2026-08-04T18:{:02}:{:02}.1Z"}})",
             json_text(line), number / 60 % 60, number % 60);
       }});
  all.push_back({"colours inside the line", [](std::string_view line, int) {
                   const std::size_t half = line.size() / 2;
                   return std::string(line.substr(0, half)) + "\x1b[1;31m" + std::string(line.substr(half)) + "\x1b[0m";
                 }});
  all.push_back({"a typescript", [](std::string_view line, int) {
                   return "\x1b[?2004h\x1b]0;user@gpu-12: ~\a" + std::string(line) + "\x1b[K\r";
                 }});
  all.push_back(
      {"tmux's padding", [](std::string_view line, int) { return std::string(line) + std::string(40, ' '); }});
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
        const bool found =
            transport.like_a_logger ? std::includes(here.begin(), here.end(), bare.begin(), bare.end()) : here == bare;
        EXPECT_TRUE(found) << transport.name << "\t" << rule.facts.id << "\t[" << listed(bare) << "] -> ["
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
        if (transport.like_a_logger) continue;
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

// A launcher prints lines of its own first, however many.
TEST(Transports, ALabelMayBeginLate) {
  const std::string build = "Running NVCC command: cd /scratch/tmp/77aa && nvcc kernel.cu\n";
  for (const int launcher : {0, 1, 3, 30, 60, 63, 64, 65, 70, 90, 127, 128, 129, 400, 1000, 3900}) {
    for (const char* label : {"vllm-server  | ", "localhost: ", "node-1: ", "[node0] ", "worker-1 > "}) {
      std::string text;
      for (int i = 0; i < launcher; ++i) text += "launching step number " + std::to_string(i) + '\n';
      for (int i = 0; i < 20; ++i) text += std::string(label) + "line " + std::to_string(i) + '\n';
      text += label + build;
      for (int i = 0; i < 70; ++i) text += std::string(label) + "line " + std::to_string(i) + '\n';
      text += label + build;
      for (const std::size_t size : {std::size_t{100}, text.size()}) {
        Recogniser recogniser(embedded_catalogue(), "node-1_decode_w0.out");
        read::BlockReader reader([&](const model::Block& block) { recogniser.scan(block); }, {}, 512);
        for (std::size_t at = 0; at < text.size(); at += size) reader.feed(std::string_view(text).substr(at, size));
        reader.finish();
        const model::LogEvidence found = recogniser.finish();
        // Those that stand among the first few lines behind the launcher's may be lost, the others not.
        ASSERT_GE(found.events.size(), launcher == 0 ? 2U : 1U) << launcher << " lines, then " << label;
        EXPECT_EQ(found.events.back().line, static_cast<std::uint64_t>(launcher) + 92U);
      }
    }
  }
}

// There is nothing to learn a label from, but a host's name in front of all there is.
TEST(Transports, ALogOfALineOrTwoMayHaveALabel) {
  const std::string build = "Running NVCC command: cd /scratch/tmp/77aa && nvcc kernel.cu\n";
  for (const char* label : {"vllm-server  | ", "localhost: ", "node-1: ", "[node0] ", "worker-1 > "}) {
    EXPECT_EQ(read(label + build).events.size(), 1U) << label;
    EXPECT_EQ(read(label + build + label + "bye\n").events.size(), 1U) << label;
    EXPECT_EQ(read(label + std::string("hello\n") + label + build).events.size(), 1U) << label;
  }
  for (const char* label : {"Note: ", "user: ", "[user] ", "server.log: ", "a-test run: "}) {
    EXPECT_TRUE(read(label + build).events.empty()) << label;
    EXPECT_TRUE(read(std::string("hello\n") + label + build).events.empty()) << label;
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
