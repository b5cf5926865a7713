// The text lines that cleaning makes, each with the place it came from. They are passed on whenever there is enough of
// them, because a decoded line can stand for very many: a JSON message of a megabyte may be all line ends, and each of
// its lines gets the record's head in front.
//
// Records that their logger wrapped into rows (columns.h) become one line here. Rows of several processes may come
// mixed, so a row looks back for its record: over lines of others, but over none of its own process, and not further
// than kReach bytes of text. That much is held back, and only where there is something to hold it for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/block.h"
#include "read/columns.h"
#include "read/wrapped_record.h"

namespace jitgate::read {

class TextLines {
 public:
  static constexpr std::size_t kReach = 4096;

  using Consumer = std::function<void(const model::Block&)>;
  explicit TextLines(Consumer consumer) : consumer_(std::move(consumer)) {}

  // Adds the line `head` + `body`; neither has an LF. A further row of a record becomes a part of it instead.
  void add(std::string_view head, std::string_view body, model::LineOrigin origin);
  // Adds whole lines, each ended by LF; begin_line() was called for each of them, and no add() between. None may be a
  // further row.
  void add_run(std::string_view lines) { text_ += lines; }
  void begin_line(model::LineOrigin origin) { origins_.push_back(origin); }
  // Whether the line may be a row that add() must see.
  static bool may_go_on(std::string_view line) { return next_row(line).has_value(); }

  // Where the last lines of `lines` begin that a row behind them may go on with; its size where there are none.
  static std::size_t held_from(std::string_view lines);
  // Passes on what there is, but for what is held back.
  void pass_on();
  [[nodiscard]] bool holds() const { return !text_.empty(); }
  // Passes on all: at the end, or in front of more than kReach bytes without any row.
  void settle() { emit(text_.size()); }

  // Rows of which no one can tell to which record they belong.
  [[nodiscard]] std::uint64_t unreadable() const { return unreadable_; }

 private:
  struct Wrapped {
    std::size_t begin;   // of its first row in the text
    std::size_t end;     // of the text when its last row came
    std::string second;  // row
    WrappedRecord record;
  };
  void put(std::string_view head, std::string_view body, model::LineOrigin origin);
  void emit(std::size_t end);
  bool take_row(std::string* line);
  // What became of a row: a part of the record it was offered to, a line of its own, or not of that record's process.
  enum class Row : std::uint8_t { taken, apart, elsewhere };
  Row begin_record(std::size_t begin, std::size_t end, const NextRow& next, std::string* line);
  Row go_on(std::size_t index, const NextRow& next, std::string* line);
  template <typename Accept>
  static Row offer(const FirstRow& first, const NextRow& next, std::string* line, Accept accept);
  bool join(Wrapped* wrapped, const CommonFront& front, const NextRow& next);
  [[nodiscard]] bool claimed(const Wrapped& wrapped, const NextRow& next) const;
  [[nodiscard]] std::size_t wrapped_at(std::size_t begin) const;
  [[nodiscard]] std::string_view line_before(std::size_t end) const;

  Consumer consumer_;
  std::string text_;
  std::vector<model::LineOrigin> origins_;
  std::vector<Wrapped> wrapped_;  // records of several rows in the text, in its order
  std::uint64_t unreadable_ = 0;
};

}  // namespace jitgate::read
