#include "recognise/wanted.h"

#include <algorithm>

#include "base/text.h"

namespace jitgate::recognise {
namespace {

std::vector<std::string> all_of(const std::vector<std::string>& own, const std::vector<std::string>& listened_to) {
  std::vector<std::string> needles = own;
  for (const std::string& needle : listened_to) needles.push_back(base::lower(needle));
  return needles;
}

}  // namespace

Wanted::Wanted(const std::vector<std::string>& own, const std::vector<std::string>& listened_to)
    : table(all_of(own, listened_to)) {
  const std::vector<std::string> needles = all_of(own, listened_to);
  listened.assign(needles.size(), 0);
  for (std::size_t i = own.size(); i < needles.size(); ++i) {
    const auto first = std::find(needles.begin(), needles.end(), needles[i]) - needles.begin();
    listened[static_cast<std::size_t>(first)] |= std::uint64_t{1} << std::min<std::size_t>(i - own.size(), 63);
  }
}

std::shared_ptr<const Wanted> WantedWords::with(const std::vector<std::string>& own,
                                                const std::vector<std::string>& listened_to) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [words, wanted] : made_) {
    if (words == listened_to) return wanted;
  }
  if (made_.size() >= kKept) made_.erase(made_.begin());
  made_.emplace_back(listened_to, std::make_shared<const Wanted>(own, listened_to));
  return made_.back().second;
}

}  // namespace jitgate::recognise
