// Which of the logs that are followed are copies of one another: two logs that hold the same bytes are one worker, also
// where one of them goes on.
#include <algorithm>
#include <string>
#include <utility>

#include "base/fingerprint.h"
#include "run/live_logs.h"

namespace jitgate::run {

bool LiveLogs::same_beginning(std::uint64_t a, std::uint64_t b, std::uint64_t bytes) const {
  std::string told[2];
  for (const std::uint64_t number : {a, b}) {
    base::Fingerprint hash;
    std::uint64_t rest = bytes;
    const bool whole = follower_.replay(number, [&](std::string_view block) {
      hash.add(block.substr(0, rest));
      rest -= std::min<std::uint64_t>(rest, block.size());
    });
    if (!whole || rest > 0) return false;
    told[number == a ? 0 : 1] = hash.hex();
  }
  return told[0] == told[1];
}

// Short logs of two workers may be alike; one that names its process, or is as long as a start-up's, tells whose it is.
bool LiveLogs::tells_whose(const Part& part) {
  constexpr std::uint64_t kLong = 4096;
  if (part.handed >= kLong) return true;
  if (!part.known) return false;
  const auto has_pid = [](const model::Process& process) { return process.pid >= 0; };
  return std::any_of(part.known->logs.begin(), part.known->logs.end(), [&](const model::LogEvidence& log) {
    return std::any_of(log.processes.begin(), log.processes.end(), has_pid);
  });
}

std::map<std::uint64_t, std::uint64_t> LiveLogs::copies() {
  std::vector<std::pair<std::uint64_t, const Part*>> all;
  for (const auto& [number, part] : parts_) {
    if (part.followed && part.handed > 0 && tells_whose(part)) all.emplace_back(number, &part);
  }
  // The longest first, and of equal ones the first by name: it is the others that are copies.
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second->handed != b.second->handed ? a.second->handed > b.second->handed : a.second->path < b.second->path;
  });
  std::map<std::uint64_t, std::uint64_t> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (out.count(all[i].first) != 0) continue;
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      const Part& shorter = *all[k].second;
      if (!std::string_view(all[i].second->head).starts_with(shorter.head) || out.count(all[k].first) != 0) continue;
      Alike& alike = compared_[{all[i].first, all[k].first}];
      if (alike.bytes != shorter.handed)
        alike = {shorter.handed, same_beginning(all[i].first, all[k].first, shorter.handed)};
      if (alike.same) out[all[k].first] = all[i].first;
    }
  }
  return out;
}

}  // namespace jitgate::run
