// The words that recognition looks for in a log: the rules' needles and those of a listener. Made once and shared by
// all logs of a run: choosing each needle's window costs most of a millisecond, and an archive may hold ten thousand
// logs of one line.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "recognise/needles.h"

namespace jitgate::recognise {

struct Wanted {
  // `own`: the rules' needles; a word of both is known by the number the rules gave it.
  Wanted(const std::vector<std::string>& own, const std::vector<std::string>& listened_to);

  NeedleTable table;
  std::vector<std::uint64_t> listened;  // by needle: the bits of model::HeardLine::words; 0: a rule's alone
};

// Safe to be asked by several threads.
class WantedWords {
 public:
  std::shared_ptr<const Wanted> with(const std::vector<std::string>& own, const std::vector<std::string>& listened_to);

 private:
  static constexpr std::size_t kKept = 4;  // worker logs listen for other words than client logs; nothing else differs
  std::mutex mutex_;
  std::vector<std::pair<std::vector<std::string>, std::shared_ptr<const Wanted>>> made_;
};

}  // namespace jitgate::recognise
