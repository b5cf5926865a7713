// Sees records that Rich's logging handler broke into rows, where its user left out the cells of time and level: the
// further rows then begin where any line begins, and nothing but the place at the end of the first tells that they are
// rows ("Triton kernel JIT compilation during     jit_monitor.py:135"). They are not put together, for any line could
// be such a row; they are counted, so that a log with such records does not look like one without events.
//
// Places stand at the table's right edge, so all rows that end with one are equally long. That convinces; and each
// further row counts only if its first word did not fit into the row before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jitgate::read {

class PlaceWatch {
 public:
  void see(std::string_view line);
  // True as soon as it is a log of no such handler.
  [[nodiscard]] bool settled() const { return settled_; }
  // Records broken into rows; 0 where it is not convinced.
  [[nodiscard]] std::uint64_t broken() const;

 private:
  std::uint64_t lines_ = 0, placed_ = 0, alike_ = 0, broken_ = 0;
  std::size_t width_ = 0;  // of the table
  std::size_t cell_ = 0;   // the message's column in the row before, if that ended with a place; 0: it did not
  std::size_t used_ = 0;   // of it
  bool settled_ = false;
};

}  // namespace jitgate::read
