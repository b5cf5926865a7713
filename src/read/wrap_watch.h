// Notices a log that a terminal of fixed width broke hard: records then stop in the middle of a word, and neither
// their phrases nor their targets can be found. Nothing is joined again (where a break stood, no one can tell); the
// broken records are counted, so that such a log is not taken for one in which nothing happened.
//
// Deliberately hard to convince: the widest line of the stream must have 80, 100, 120 or 132 columns, at least eight
// records must fill exactly that width and go on in a line without a head, and so must most records of that width.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace jitgate::read {

class WrapWatch {
 public:
  void see(std::string_view line);
  // True as soon as nothing can convince it any more.
  [[nodiscard]] bool settled() const { return settled_; }
  // Records broken by a terminal; 0 where it is not convinced.
  [[nodiscard]] std::uint64_t broken() const;

 private:
  struct Width {
    std::uint64_t records = 0;
    std::uint64_t broken = 0;
  };
  std::array<Width, 4> widths_{};
  std::size_t widest_ = 0;
  int full_ = -1;  // the width that the line before filled, if it was a record's first
  bool settled_ = false;
};

}  // namespace jitgate::read
