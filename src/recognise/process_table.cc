#include "recognise/process_table.h"

#include <functional>

namespace jitgate::recognise {

int ProcessTable::number_of(const model::Process& process) {
  if (!process.told()) return -1;
  const auto same = [&](int number) {
    const model::Process& other = all_[static_cast<std::size_t>(number)];
    return other.pid == process.pid && other.name == process.name;
  };
  if (last_ >= 0 && same(last_)) return last_;
  const std::size_t hash = std::hash<std::string>{}(process.name) ^
                           (static_cast<std::size_t>(process.pid) * std::size_t{0x9E3779B97F4A7C15});
  const auto [first, end] = by_hash_.equal_range(hash);
  for (auto it = first; it != end; ++it) {
    if (same(it->second)) return last_ = it->second;
  }
  if (all_.size() >= kMost) return -1;
  last_ = static_cast<int>(all_.size());
  all_.push_back(process);
  by_hash_.emplace(hash, last_);
  return last_;
}

}  // namespace jitgate::recognise
