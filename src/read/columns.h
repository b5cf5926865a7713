// The rows of the table that Rich's logging handler prints: time, level, message and the place that logged, each but
// the message left out where its user wants so. A message wider than its column goes on in rows whose other cells are
// blank, so a rule's sentence may stand in no line at all:
//
//   [10:41:07] WARNING  Triton kernel JIT compilation during     jit_monitor.py:135
//                       inference: _demo_kernel. This causes a
//
// A first row is read when a further one has come, and not the other way round: most lines of most logs could be first
// rows, but hardly any is indented by nine blanks, which is the narrowest cell that one can be told by (the level's).
// The further row also tells how much of the first is a transport's or a process's, because it begins with the same.
// Stamps among that need not be equal, nor equally long; everything else must be, or two processes' rows mix.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitgate::read {

inline constexpr std::size_t kGap = 9;           // Rich pads a level to eight, and a blank parts the columns
inline constexpr std::size_t kWidestRow = 1024;  // bytes; terminals are narrower

// A row that may go on with a record, or begin one whose time is left out because it is the one before's.
struct NextRow {
  std::string_view line;
  std::size_t gap = 0;   // where its blanks begin; what stands in front is a transport's or a process's
  std::size_t text = 0;  // where they end

  // Without the blanks behind it.
  [[nodiscard]] std::string_view piece() const;
};
std::optional<NextRow> next_row(std::string_view line);

struct FirstRow {
  static constexpr std::size_t kNone = std::string::npos;
  std::string text;           // the row, without what it is glued to (a progress bar)
  std::size_t shift = 0;      // bytes of that
  std::size_t level = kNone;  // where the level's cell begins
  std::size_t place = kNone;  // where the place's ("jit_monitor.py:135") begins
};
// Where "jit_monitor.py:135" begins that ends `row` and is parted from what is before it; FirstRow::kNone: none does.
std::size_t place_at(std::string_view row);
// `line` as a record's first row, which very many lines could be; nothing: it is none.
std::optional<FirstRow> first_row(std::string_view line);

// A common beginning of a first row and a further one: where it ends in each.
struct CommonFront {
  std::size_t row = 0;
  std::size_t next = 0;
};
// Usually one; two where one of the lines may have a stamp of an agent in front that the other lacks.
std::vector<CommonFront> common_fronts(std::string_view row, const NextRow& next);

// Where the message's column begins in a first row that `next` would go on with; nothing: their cells do not fit.
std::optional<std::size_t> column_of(const FirstRow& row, const CommonFront& front, const NextRow& next);

// The time's cell, with which `next` becomes a first row of its own that has one: "[10:41:07] ". Empty: `next` is no
// record of the same second, or the time is not known.
std::string_view left_out_time(const FirstRow& row, const CommonFront& front, const NextRow& next);

}  // namespace jitgate::read
