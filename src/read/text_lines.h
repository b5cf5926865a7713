// The text lines that cleaning makes, each with the place it came from. They are passed on whenever there is enough of
// them, because a decoded line can stand for very many: a JSON message of a megabyte may be all line ends, and each of
// its lines gets the record's head in front.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/block.h"
#include "read/columns.h"

namespace jitgate::read {

class TextLines {
 public:
  using Consumer = std::function<void(const model::Block&)>;
  explicit TextLines(Consumer consumer) : consumer_(std::move(consumer)) {}

  // Adds the line `head` + `body`; neither has an LF. A record of columns is held back until it ends.
  void add(std::string_view head, std::string_view body, model::LineOrigin origin);
  // Adds whole lines, each ended by LF; begin_line() was called for each of them, and no add() between.
  void add_run(std::string_view lines) { text_ += lines; }
  void begin_line(model::LineOrigin origin) { origins_.push_back(origin); }
  // Whether the line `text` is no line of its own, or may not be: it goes through add() then.
  [[nodiscard]] bool joins(std::string_view text) const { return columns_.waiting() || Columns::begins(text); }
  // Passes on what there is, but for what is held back.
  void pass_on();
  // Passes on all.
  void finish();

 private:
  void put(std::string_view head, std::string_view body, model::LineOrigin origin);
  void release();

  Consumer consumer_;
  Columns columns_;
  std::string text_;
  std::vector<model::LineOrigin> origins_;
};

// What stands in front of every piece of a line that is read in pieces: its process prefixes ("(Worker_TP0 pid=9) ")
// with the transport's words before them. Empty: there is none.
std::string_view line_prefix(std::string_view line);

}  // namespace jitgate::read
