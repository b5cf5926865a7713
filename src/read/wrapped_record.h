// A record that its logger wrapped (columns.h), as its rows come: the one line that was logged. Words are kept whole by
// it, so a row ended because the next word did not fit. That is asked where the layout alone does not convince, and
// tells rows of several writers apart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "read/columns.h"

namespace jitgate::read {

class WrappedRecord {
 public:
  // `column`: where the message's begins.
  WrappedRecord(FirstRow first, std::size_t column);

  // Whether the column is wide enough for `piece`, `indent` blanks behind its beginning.
  [[nodiscard]] bool holds(std::string_view piece, std::size_t indent) const;
  // Whether its first word would not have fitted into the row before.
  [[nodiscard]] bool follows(std::string_view piece) const;
  void add(std::string_view piece);

  // Nothing but the first row is sure: what was added is dropped, and the rows that still come.
  void tear();
  [[nodiscard]] bool torn() const { return torn_; }
  [[nodiscard]] std::size_t rows() const { return rows_; }  // added so far

  // Whether some word may have been broken and nothing tells which: a sentence's words are as wide as the column.
  [[nodiscard]] bool doubtful() const;

  [[nodiscard]] const FirstRow& first() const { return first_; }
  [[nodiscard]] std::size_t column() const { return column_; }
  // The record in place of `line`, its first row as it came.
  [[nodiscard]] std::string text(std::string_view line) const;

 private:
  [[nodiscard]] bool broken(std::string_view piece) const;

  FirstRow first_;
  std::size_t column_;
  std::string message_;    // of all rows
  std::size_t width_ = 0;  // of the message's column; 0: the blanks that would tell it were cut off
  // Where it is not known: it is at least `widest_`, and less than `below_`.
  std::size_t widest_ = 0;
  std::size_t below_ = std::string::npos;
  std::size_t last_ = 0;  // columns of the last row
  std::size_t rows_ = 0;
  std::size_t word_row_ = 0;  // the widest row that was one word and did not end a sentence
  bool ascii_ = true;         // otherwise widths are rough
  bool torn_ = false;
};

}  // namespace jitgate::read
