#include "run/live_logs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/files.h"
#include "open/open.h"
#include "run/drawn_over.h"
#include "run/scratch.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;

// Everything that is told of the events and marks of a log, so that two readings can be compared.
std::string told(const model::LineTime& time) {
  std::string out;
  for (const auto& stamp : {time.own, time.before_any, time.after_any, time.before_process, time.after_process})
    out +=
        stamp ? std::to_string(stamp->month * 100 + stamp->day) + '/' + std::to_string(stamp->ns_of_day) + ' ' : "- ";
  return out;
}

std::vector<std::string> told(const Evidence& evidence) {
  std::vector<std::string> out;
  for (const model::LogEvidence& log : evidence.logs) {
    const std::string head =
        log.coverage.path + ' ' + log.coverage.content_hash + ' ' + std::to_string(log.coverage.lines);
    out.push_back(head);
    for (const model::RawEvent& event : log.events) {
      out.push_back(head + ' ' + std::to_string(event.line) + '-' + std::to_string(event.last_line) + ' ' +
                    std::to_string(event.rule) + ' ' + event.target + ' ' + event.detail + ' ' +
                    name_of(event.process) + ' ' + std::to_string(event.candidates) + ' ' + told(event.first) +
                    told(event.last) + event.text);
    }
    for (const model::RawMark& mark : log.marks)
      out.push_back(head + " mark " + to_string(mark.kind) + ' ' + std::to_string(mark.line) + ' ' + mark.text);
  }
  out.push_back(std::to_string(evidence.results.requests.size()) + " requests, " +
                std::to_string(evidence.results.starts.size()) + " starts");
  std::sort(out.begin(), out.end());
  return out;
}

ScratchFolder new_folder() {
  std::string name = (fs::temp_directory_path() / "jitgate-live.XXXXXX").string();
  return ScratchFolder(::mkdtemp(name.data()));
}

// What a run holds, taken out of its archives, which do not grow: a file a stream.
class Unpacked : public open::Sink {
 public:
  struct Source {
    fs::path to;
    std::string text;
    std::size_t written = 0;
  };
  Unpacked(fs::path from, fs::path to) : from_(std::move(from)), to_(std::move(to)) {}
  void begin(const std::string& path) override {
    std::string below = path.substr(from_.string().size() + 1);
    std::replace(below.begin(), below.end(), '!', '/');
    sources.push_back({to_ / below, {}});
  }
  void data(std::string_view block) override { sources.back().text += block; }
  void end(const model::StreamEnd&) override {}
  void damaged(const model::Damage& damage) override { ADD_FAILURE() << damage.path << ' ' << damage.what; }
  void container_end(const std::string&, model::Checksum, const std::vector<model::Damage>&) override {}
  std::vector<Source> sources;

 private:
  fs::path from_, to_;
};

class EveryRun : public testing::TestWithParam<std::string> {};
std::vector<std::string> runs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(JITGATE_TEST_DATA) / "runs")) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}
INSTANTIATE_TEST_SUITE_P(RecordedAndMade, EveryRun, testing::ValuesIn(runs()));

// A run's files are written again in pieces of random size, all at once, and looked at in between: in the end the same
// is known as by reading them when they are done.
TEST_P(EveryRun, FollowingFindsWhatCheckFinds) {
  const auto catalogue = recognise::Catalogue::load();
  ASSERT_TRUE(catalogue);
  const ScratchFolder scratch = new_folder();
  const fs::path folder = scratch.path();
  const fs::path run = fs::path(JITGATE_TEST_DATA) / "runs" / GetParam();
  Unpacked unpacked(run, folder);
  ASSERT_TRUE(open::open_path(run.string(), {}, unpacked));
  // ninja's other file is binary, and not followed.
  std::erase_if(unpacked.sources, [](const auto& source) { return source.to.filename() == ".ninja_deps"; });
  std::vector<Unpacked::Source>& sources = unpacked.sources;
  ASSERT_FALSE(sources.empty());
  for (const auto& source : sources) fs::create_directories(source.to.parent_path());

  LiveLogs logs({folder.string()}, *catalogue);
  std::mt19937 random(12);
  std::int64_t now = 0;
  int looks = 0;
  for (bool more = true; more;) {
    more = false;
    for (Unpacked::Source& source : sources) {
      const std::size_t rest = source.text.size() - source.written;
      if (rest == 0) continue;
      const std::size_t size = std::min<std::size_t>(rest, 1 + random() % (1 + source.text.size() / 6));
      std::ofstream(source.to, std::ios::binary | std::ios::app) << source.text.substr(source.written, size);
      source.written += size;
      more = true;
    }
    if (logs.poll(now += 20'000)) {
      logs.look(random() % 3 == 0);
      ++looks;
    }
  }
  EXPECT_GT(looks, 1);
  logs.finish(now += 1000);
  const Evidence live = logs.look(true);
  const auto read = read_evidence({folder.string()}, *catalogue, {});
  ASSERT_TRUE(read);
  EXPECT_EQ(told(live), told(*read));
}

// A last line without an end is taken for whole while it is looked at, and is read as one once it is.
TEST(LiveLogs, APeekTellsWhatALineWithoutAnEndTells) {
  const auto catalogue = recognise::Catalogue::load();
  ASSERT_TRUE(catalogue);
  const ScratchFolder scratch = new_folder();
  const std::string path = (fs::path(scratch.path()) / "decode_w0.out").string();
  const std::string event =
      "(Worker_TP0 pid=7) WARNING 08-04 18:39:05 [jit_monitor.py:86] Triton kernel JIT compilation during inference: "
      "_rope. This causes a latency spike; consider extending warmup to cover this shape/config.";
  LiveLogs logs({path}, *catalogue);
  std::int64_t now = 0;
  const auto write = [&](const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::app) << text;
    logs.poll(now += 20'000);
  };
  const auto events = [&] {
    const Evidence all = logs.look(true);
    return all.logs.empty() ? 0 : all.logs.at(0).events.size();
  };
  write("(Worker_TP0 pid=7) INFO 08-04 18:39:01 [x.py:1] loaded\n" + event.substr(0, 60));
  EXPECT_TRUE(logs.peek());
  EXPECT_FALSE(logs.peek()) << "it has not changed";
  EXPECT_EQ(logs.unended().size(), 1U);
  EXPECT_EQ(events(), 0U);
  write(event.substr(60));
  EXPECT_EQ(events(), 0U);
  EXPECT_TRUE(logs.peek());
  EXPECT_EQ(events(), 1U);
  write("\n");
  EXPECT_TRUE(logs.unended().empty());
  EXPECT_EQ(events(), 1U);
  // A bar that is drawn over itself has no end until it is done.
  write("\rLoading: 10%|#  |");
  EXPECT_TRUE(logs.unended().empty());
}

// Docker and CRI split a long line into several; half of an event is none, and its words may be split too.
TEST(LiveLogs, ARecordOfSeveralLinesIsOneEventOnceItIsWhole) {
  const auto catalogue = recognise::Catalogue::load();
  ASSERT_TRUE(catalogue);
  const std::string event =
      "(Worker_TP0 pid=7) WARNING 08-04 18:39:05 [jit_monitor.py:86] Triton kernel JIT compilation during inference: "
      "_rope. This causes a latency spike; consider extending warmup to cover this shape/config.";
  const auto cri = [](const std::string& text, bool whole) {
    return "2026-08-04T18:39:05.867962742Z stdout " + std::string(whole ? "F " : "P ") + text + '\n';
  };
  const auto docker = [](const std::string& text, bool whole) {
    return R"({"log":")" + text + (whole ? R"(\n)" : "") + R"(","stream":"stdout","time":"2026-08-04T18:39:05.8Z"})" +
           '\n';
  };
  for (const bool is_cri : {true, false}) {
    const auto line = [&](const std::string& text, bool whole) {
      return is_cri ? cri(text, whole) : docker(text, whole);
    };
    for (std::size_t cut = 1; cut < event.size(); cut += 9) {
      SCOPED_TRACE(event.substr(0, cut));
      const ScratchFolder scratch = new_folder();
      const std::string path = (fs::path(scratch.path()) / "decode_w0.log").string();
      LiveLogs logs({path}, *catalogue);
      std::int64_t now = 0;
      const auto write = [&](const std::string& text) {
        std::ofstream(path, std::ios::binary | std::ios::app) << text;
        return logs.poll(now += 1000);
      };
      const auto events = [&](bool everything) {
        const Evidence all = logs.look(everything);
        return all.logs.empty() ? 0 : all.logs.at(0).events.size();
      };
      write(line("(Worker_TP0 pid=7) INFO 08-04 18:39:01 [x.py:1] loaded", true));
      logs.look(true);
      write(line(event.substr(0, cut), false));
      EXPECT_EQ(events(true), 0U);
      EXPECT_EQ(logs.unended().size(), 1U);
      EXPECT_TRUE(logs.unjudged());
      EXPECT_TRUE(write(line(event.substr(cut), true)));
      EXPECT_EQ(events(false), 1U);
      EXPECT_TRUE(logs.unended().empty());
      EXPECT_FALSE(logs.unjudged());
      // One whose rest never comes is looked at all the same.
      write(line(event.substr(0, event.size() - 5), false));
      EXPECT_TRUE(logs.poll(now += 20'000));
      EXPECT_EQ(events(false), 2U);
    }
  }
}

TEST(LiveLogs, ALineIsDrawnOverWhereItsLastDrawingIsABar) {
  const std::string bar = "Capturing:  40%|####      | 2/5 [00:01<00:02, 1.5it/s]";
  const std::string event = "(Worker_TP0 pid=7) WARNING 08-04 18:39:05 [jit_monitor.py:86] Triton";
  const std::vector<std::string> drawn = {"  ",
                                          '\r' + bar,
                                          bar + '\r' + bar,
                                          bar + '\r',
                                          bar + "\r  \r",
                                          "\rCapturing: 100%|####| 5/5",
                                          "Loading 10 of 30\rLoading 11 of 30"};
  for (const std::string& text : drawn) EXPECT_TRUE(is_drawn_over(text)) << text;
  const std::vector<std::string> lines = {event,
                                          bar + '\r' + event,
                                          bar + '\r' + event.substr(0, 3),
                                          '\r' + bar + event,
                                          bar + '\r' + bar + event.substr(0, 68),
                                          "half of a line",
                                          event + '\r' + event.substr(0, 20)};
  for (const std::string& text : lines) EXPECT_FALSE(is_drawn_over(text)) << text;
}

TEST(LiveLogs, ACopyIsOneOfTheLongerLogAsLongAsItIs) {
  const auto catalogue = recognise::Catalogue::load();
  ASSERT_TRUE(catalogue);
  const ScratchFolder scratch = new_folder();
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(fs::path(scratch.path()) / name, std::ios::binary | std::ios::app) << text;
  };
  const std::string text = base::read_file(JITGATE_TEST_DATA "/runs/h200-cold/node0_decode_w1.out").value();
  write("a.out", text);
  write("b.out", text + "more\n");
  write("c.out", text + "other\n");
  write("d.out", text);
  write("empty.out", "");
  LiveLogs logs({scratch.path()}, *catalogue);
  logs.poll(1000);
  const auto names = [&] {
    std::vector<std::string> out;
    for (const auto& [copy, of] : logs.copies())
      out.push_back(fs::path(logs.path_of(copy)).filename().string() + " of " +
                    fs::path(logs.path_of(of)).filename().string());
    std::sort(out.begin(), out.end());
    return out;
  };
  EXPECT_EQ(names(), (std::vector<std::string>{"a.out of c.out", "d.out of c.out"}));
  write("a.out", "its own\n");
  logs.poll(2000);
  EXPECT_EQ(names(), (std::vector<std::string>{"d.out of a.out"}));
}

// Throughput is that of the time since the line before.
TEST(LiveWork, OnlyASecondLineOfThroughputProvesThatItServedSince) {
  const auto line = [](const char* engine, const char* tokens) {
    model::RawMark mark;
    mark.process.pid = 7;
    mark.text =
        std::string(engine) + "Avg prompt throughput: " + tokens + " tokens/s, Avg generation throughput: 0.0 tokens/s";
    return mark;
  };
  Work work;
  hear(line("Engine 000: ", "3.1"), work);
  const Work before = work;
  EXPECT_FALSE(served_since(before, work));
  hear(line("Engine 000: ", "3.1"), work);
  EXPECT_FALSE(served_since(before, work)) << "it may be of the time before";
  hear(line("Engine 001: ", "3.1"), work);
  EXPECT_FALSE(served_since(before, work)) << "of another engine";
  Work idle = work;
  hear(line("Engine 000: ", "0.0"), idle);
  EXPECT_FALSE(served_since(before, idle));
  hear(line("Engine 000: ", "0.1"), work);
  EXPECT_TRUE(served_since(before, work));
  model::RawMark prefill;
  prefill.text = "[2026-09-03 10:41:07 TP0] Prefill batch, #new-seq: 1";
  hear(prefill, idle);
  EXPECT_TRUE(served_since(before, idle));
}

// What is looked at while a log grows is what `check` would tell of it as it is.
TEST(LiveLogs, EachLookIsThatOfCheckOnTheFileAsItIs) {
  const auto catalogue = recognise::Catalogue::load();
  ASSERT_TRUE(catalogue);
  const ScratchFolder scratch = new_folder();
  const fs::path folder = scratch.path();
  const std::string text = base::read_file(JITGATE_TEST_DATA "/runs/h200-cold/node0_decode_w1.out").value();
  const std::string path = (folder / "node0_decode_w1.out").string();
  LiveLogs logs({path}, *catalogue);
  int looked = 0;
  std::int64_t now = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = text.find('\n', at) + 1;
    std::ofstream(path, std::ios::binary | std::ios::app) << text.substr(at, stop - at);
    at = stop;
    if (!logs.poll(now += 20'000)) continue;
    ++looked;
    const auto read = read_evidence({path}, *catalogue, {});
    ASSERT_TRUE(read);
    ASSERT_EQ(told(logs.look()), told(*read)) << text.substr(0, at);
  }
  EXPECT_GT(looked, 3);
}

}  // namespace
}  // namespace jitgate::run
