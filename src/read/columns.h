// Joins the records that Rich's logging handler wraps. It prints a table: time, level, message and the place that
// logged; a message wider than its column goes on in rows whose other cells are blank, so a rule's sentence may stand
// in no line at all. Unlike a terminal's hard break nothing is lost by it (words are kept whole, and the width of the
// column can be read off the first row), so such a record becomes the one line that its logger wrote:
//
//   [10:41:07] WARNING  Triton kernel JIT compilation during     jit_monitor.py:135
//                       inference: _demo_kernel. This causes a
//
// Only a first row that names its place is taken: what merely is indented below a record is left as it stands.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/block.h"

namespace jitgate::read {

class Columns {
 public:
  // Whether a record whose first row came may still go on.
  [[nodiscard]] bool waiting() const { return !row_.empty(); }
  // Takes the first row of a record, after which the record waits; false: `line` is none.
  bool begin(std::string_view line, model::LineOrigin origin);
  // Takes a further row of the record that waits; false: `line` is none.
  bool go_on(std::string_view line);
  // The record as one line, and where it began: as it came where no further row did. Nothing waits then.
  std::string take(model::LineOrigin* origin);

  // Whether `line` is a record's first row.
  static bool begins(std::string_view line) { return Columns().begin(line, {}); }

 private:
  std::string row_;         // the first, without its place
  std::string place_;       // "jit_monitor.py:135"
  std::string message_;     // of all rows
  bool whole_ = true;       // no further row came
  std::size_t front_ = 0;   // where the time's cell begins; before it stand a transport's words and the process
  std::size_t column_ = 0;  // where the message's begins
  std::size_t width_ = 0;   // of the message's
  model::LineOrigin origin_{};
};

}  // namespace jitgate::read
