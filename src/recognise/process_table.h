// Numbers the processes of a log in the order they appear. Bounded: a hostile log may name a new one in every line;
// the ones beyond count as untold for bracketing, their names still stand in their own events.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/worker.h"

namespace jitgate::recognise {

class ProcessTable {
 public:
  static constexpr std::size_t kMost = 4096;

  // kNoProcess (−1) where the process is untold, or one too many.
  int number_of(const model::Process& process);
  [[nodiscard]] const model::Process& process(int number) const { return all_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const std::vector<model::Process>& all() const { return all_; }

 private:
  std::vector<model::Process> all_;
  std::unordered_multimap<std::size_t, int> by_hash_;
  int last_ = -1;  // most lines follow one of the same process
};

}  // namespace jitgate::recognise
