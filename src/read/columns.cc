#include "read/columns.h"

#include <array>
#include <optional>
#include <utility>

namespace jitgate::read {
namespace {

constexpr std::size_t kWidest = 512;         // of a row; terminals are narrower
constexpr std::size_t kLongest = 16 * 1024;  // of a record; what goes on longer is no wrapped sentence
constexpr std::size_t kLevelCell = 9;        // Rich pads a level to eight, and a blank parts the columns

bool digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_trailing_blanks(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// "jit_monitor.py:135" at the end of a row and parted from what is before it; where it begins.
std::optional<std::size_t> place_of(std::string_view row) {
  std::size_t at = row.size();
  while (at > 0 && digit(row[at - 1])) --at;
  if (at == row.size() || !row.substr(0, at).ends_with(".py:")) return std::nullopt;
  const std::size_t blank = row.substr(0, at).rfind(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  return blank + 1;
}

// Where a level's cell begins: behind a time in brackets, or behind the blanks of a time that is the last record's.
std::optional<std::size_t> level_of(std::string_view row, std::size_t* front) {
  static constexpr std::array<std::string_view, 5> kLevels = {"WARNING ", "ERROR   ", "INFO    ", "CRITICAL ",
                                                              "DEBUG   "};
  for (const std::string_view level : kLevels) {
    const std::size_t at = row.find(level);
    if (at == std::string_view::npos || at < 2) continue;
    const std::string_view before = row.substr(0, at);
    if (before.ends_with("] ")) {
      const std::size_t open = before.rfind('[');
      if (open == std::string_view::npos || !digit(row[open + 1])) continue;
      *front = open;
      return at;
    }
    const std::size_t blanks = before.size() - (before.find_last_not_of(' ') + 1);
    if (blanks < 8) continue;
    *front = before.size() - blanks;
    return at;
  }
  return std::nullopt;
}

}  // namespace

bool Columns::begin(std::string_view line, model::LineOrigin origin) {
  if (line.empty() || line.size() > kWidest) return false;
  const std::string_view row = without_trailing_blanks(line);
  const std::optional<std::size_t> place = place_of(row);
  if (!place) return false;
  const std::optional<std::size_t> level = level_of(row.substr(0, *place), &front_);
  if (!level || *level + kLevelCell >= *place) return false;
  column_ = *level + kLevelCell;
  width_ = *place - 1 - column_;
  origin_ = origin;
  place_ = row.substr(*place);
  message_ = without_trailing_blanks(row.substr(column_, width_));
  row_ = line;
  whole_ = true;
  return true;
}

bool Columns::go_on(std::string_view line) {
  if (line.size() <= column_ || line.size() > kWidest || message_.size() > kLongest) return false;
  for (std::size_t i = 0; i < column_; ++i) {
    // A stamp in front of every line is another one each time.
    const bool transport = i < front_ && (line[i] == row_[i] || (digit(line[i]) && digit(row_[i])));
    if (line[i] != ' ' && !transport) return false;
  }
  const std::string_view piece = without_trailing_blanks(line.substr(column_));
  if (piece.empty() || piece.size() > width_) return false;
  // A word as wide as the column was broken; any other ended where its row did.
  const std::size_t word = message_.size() - (message_.find_last_of(' ') + 1);
  if (word < width_ || word % width_ != 0) message_ += ' ';
  message_ += piece;
  whole_ = false;
  return true;
}

std::string Columns::take(model::LineOrigin* origin) {
  *origin = origin_;
  std::string line = std::exchange(row_, {});
  if (!whole_) line.replace(column_, std::string::npos, message_ + "  " + place_);
  return line;
}

}  // namespace jitgate::read
