#include "run/sweep_state.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"

namespace jitgate::run {
namespace {

constexpr std::string_view kFirstLine = "jitgate sweep 1";

std::string seconds(base::Instant time) { return base::format_instant(time, 0); }

}  // namespace

// Lines and no JSON: on a branch, two sweeps' changes merge and can be read.
base::Result<SweepState> SweepState::read(const std::string& directory, std::int64_t shard, std::int64_t shards,
                                          const std::string& question) {
  SweepState fresh;
  fresh.question_ = base::sha256_hex(question).substr(0, 16);
  fresh.directory_ = directory;
  fresh.file_ = directory + "/sweep-" + std::to_string(shard) + "-of-" + std::to_string(shards) + ".txt";
  if (::access(fresh.file_.c_str(), F_OK) != 0) return fresh;
  const auto text = base::read_file(fresh.file_);
  if (!text) return tl::unexpected(text.error());
  SweepState state = fresh;
  bool first = true, same = false;
  for (const std::string_view line : base::split(*text, '\n')) {
    if (first && line != kFirstLine)
      return base::fail("it is no state of a sweep", state.file_, "remove it: runs that are recorded stay so");
    first = false;
    const std::vector<std::string_view> words = base::split(line, ' ');
    const auto is = [&words](std::string_view word, std::size_t values) {
      return words.front() == word && words.size() == values + 1;
    };
    const auto time = [&words](std::size_t i) { return base::parse_instant(words[i]); };
    if (is("question", 1)) same = words[1] == state.question_;
    if (is("settled", 2) && time(1) && time(2)) state.settled = {*time(1), *time(2)};
    if (is("resume", 1)) state.resume = time(1);
    if (is("without", 1)) state.without_[std::string(words[1])] = std::nullopt;
    if (is("without", 2)) state.without_[std::string(words[1])] = time(2);
  }
  return same ? state : fresh;
}

base::Result<void> SweepState::write() const {
  std::string text = std::string(kFirstLine) + "\nquestion " + question_ + "\n";
  if (settled.from < settled.to) text += "settled " + seconds(settled.from) + " " + seconds(settled.to) + "\n";
  if (resume) text += "resume " + seconds(*resume) + "\n";
  for (const auto& [run, others] : without_) text += "without " + run + (others ? " " + seconds(*others) : "") + "\n";
  return base::write_file(file_, text);
}

bool SweepState::recorded(const fetch::CiRun& run) const {
  return ::access((record_of(run) + "/manifest.json").c_str(), F_OK) == 0;
}

bool SweepState::any_recorded() const {
  std::error_code error;
  const std::filesystem::directory_iterator first(directory_ + "/runs", error);
  return !error && first != std::filesystem::directory_iterator();
}

void SweepState::keep_only(const std::set<std::string>& listed, base::Instant now) {
  for (auto one = without_.begin(); one != without_.end();) {
    const std::string id = one->first.substr(0, one->first.find('-') + 1);
    const auto newer = listed.lower_bound(id);  // of which that attempt is none any more
    const bool replaced = newer != listed.end() && newer->starts_with(id);
    const bool kept = listed.count(one->first) != 0 || (!replaced && one->second.value_or(now) > now);
    one = kept ? std::next(one) : without_.erase(one);
  }
}

}  // namespace jitgate::run
