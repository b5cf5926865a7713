// The line in hand of a stream, as much of it as a message shows: who reads a stream cannot look back for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace jitgate::tables {

class LineInHand {
 public:
  void take(std::string_view bytes);
  // What is wrong behind all that was taken, with the line, of which `rest` follows, and a caret. `line`: its number.
  [[nodiscard]] base::Problem fault(const std::string& what, std::uint64_t line, std::string_view rest) const;

 private:
  std::string kept_;
  std::uint64_t size_ = 0;  // bytes of the line so far
};

}  // namespace jitgate::tables
