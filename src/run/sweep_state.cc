#include "run/sweep_state.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"

namespace jitgate::run {
namespace {

constexpr std::string_view kFirstLine = "jitgate sweep 1";

}  // namespace

// Lines and no JSON: on a branch, two sweeps' changes merge and can be read.
base::Result<SweepState> SweepState::read(const std::string& directory, std::int64_t shard, std::int64_t shards,
                                          const std::string& question) {
  SweepState state;
  state.question_ = base::sha256_hex(question).substr(0, 16);
  state.directory_ = directory;
  state.file_ = directory + "/sweep-" + std::to_string(shard) + "-of-" + std::to_string(shards) + ".txt";
  if (::access(state.file_.c_str(), F_OK) != 0) return state;
  const auto text = base::read_file(state.file_);
  if (!text) return tl::unexpected(text.error());
  bool first = true, same = false;
  for (const std::string_view line : base::split(*text, '\n')) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, blank), value = line.substr(std::min(blank + 1, line.size()));
    if (first && line != kFirstLine)
      return base::fail("it is no state of a sweep", state.file_, "remove it: runs that are recorded stay so");
    if (word == "settled") state.settled_ = base::parse_instant(value).value_or(0);
    if (word == "without") state.without_.emplace(value);
    same = same || (word == "question" && value == state.question_);
    first = false;
  }
  if (!same) {
    state.settled_ = 0;
    state.without_.clear();
  }
  return state;
}

base::Result<void> SweepState::write() const {
  std::string text =
      std::string(kFirstLine) + "\nquestion " + question_ + "\nsettled " + base::format_instant(settled_, 0) + "\n";
  for (const std::string& one : without_) text += "without " + one + "\n";
  return base::write_file(file_, text);
}

bool SweepState::recorded(const fetch::CiRun& run) const {
  return ::access((record_of(run) + "/manifest.json").c_str(), F_OK) == 0;
}

void SweepState::settle(base::Instant until, const std::set<std::string>& still_listed) {
  settled_ = std::max(settled_, until);
  for (auto one = without_.begin(); one != without_.end();) {
    one = still_listed.count(*one) == 0 ? without_.erase(one) : std::next(one);
  }
}

}  // namespace jitgate::run
