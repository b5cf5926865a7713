#include "run/live_logs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/files.h"
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

// Runs that are logs as they lie on disk; in the others they are in archives, which do not grow.
class EveryRun : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Recorded, EveryRun,
                         testing::Values("h200-cold", "h200-warm", "h200-cold-verbose", "h200-silent", "compilers"));

// A run's logs are written again in pieces of random size, all at once, and looked at in between: in the end the same
// is known as by reading them when they are done.
TEST_P(EveryRun, FollowingFindsWhatCheckFinds) {
  const auto catalogue = recognise::Catalogue::load();
  ASSERT_TRUE(catalogue);
  const ScratchFolder scratch = new_folder();
  const fs::path folder = scratch.path();
  struct Source {
    fs::path to;
    std::string text;
    std::size_t written = 0;
  };
  std::vector<Source> sources;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(JITGATE_TEST_DATA) / "runs" / GetParam())) {
    if (!entry.is_regular_file() || entry.path().extension() == ".zip" || entry.path().filename() == ".ninja_deps")
      continue;
    const fs::path to = folder / fs::relative(entry.path(), fs::path(JITGATE_TEST_DATA) / "runs" / GetParam());
    fs::create_directories(to.parent_path());
    sources.push_back({to, base::read_file(entry.path().string()).value()});
  }
  ASSERT_FALSE(sources.empty());

  LiveLogs logs({folder.string()}, *catalogue);
  std::mt19937 random(12);
  std::int64_t now = 0;
  int looks = 0;
  for (bool more = true; more;) {
    more = false;
    for (Source& source : sources) {
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
