// The text lines that cleaning makes, each with the place it came from, and the limit on their length. A line over
// the limit is first divided at its lone CRs: a progress bar that overwrote itself ten thousand times is long, but
// the record glued to its end must not be lost. Only an unbroken run over the limit is cut, and counted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/block.h"

namespace jitgate::read {

// The first piece of a line that is longer than `limit`: how much of the line it takes (its CR with it), and how much
// of that is kept. Empty when the line's bytes so far do not tell (no CR behind the limit yet).
struct Piece {
  std::size_t taken = 0;
  std::size_t kept = 0;
};
Piece first_piece(std::string_view line, std::size_t limit);

class TextLines {
 public:
  explicit TextLines(std::size_t max_line) : max_line_(max_line) {}

  // Adds the line `head` + `body`; `body` has no LF. Pieces of a divided line each begin with `head`.
  void add(std::string_view head, std::string_view body, model::LineOrigin origin);
  // Adds whole lines, each ended by LF, that are within the limit; begin_line() was called for each of them.
  void add_run(std::string_view lines) { text_ += lines; }
  void begin_line(model::LineOrigin origin) { origins_.push_back(origin); }
  // Bytes of the line at `origin` are lost; a line counts once.
  void count_cut(model::LineOrigin origin) {
    if (origin.number != last_cut_) ++cut_;
    last_cut_ = origin.number;
  }
  void clear();

  [[nodiscard]] std::size_t max_line() const { return max_line_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<model::LineOrigin>& origins() const { return origins_; }
  [[nodiscard]] std::uint64_t cut() const { return cut_; }

 private:
  std::size_t max_line_;
  std::uint64_t cut_ = 0;
  std::uint64_t last_cut_ = 0;
  std::string text_;
  std::vector<model::LineOrigin> origins_;
};

// "(Worker_TP0 pid=9) " at the beginning of a line: it stands in front of every piece of it. Empty: there is none.
std::string_view process_prefix(std::string_view line);

}  // namespace jitgate::read
