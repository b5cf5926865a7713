#include "read/wrapped_record.h"

#include <algorithm>
#include <utility>

#include "base/columns.h"
#include "base/text.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kLongest = 16 * 1024;  // bytes of a record; what goes on longer is no wrapped sentence

// Where the column's width is not known, a word that is the widest row was broken if it is as long as no word of a
// sentence.
constexpr std::size_t kLongWord = 24;

bool ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// At least and at most so many columns: what other characters take, terminals do not agree on.
std::size_t at_least(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}
std::size_t at_most(std::string_view text) { return static_cast<std::size_t>(base::columns(text)); }

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::size_t last_word(std::string_view text) { return text.size() - (text.find_last_of(' ') + 1); }

}  // namespace

WrappedRecord::WrappedRecord(FirstRow first, std::size_t column) : first_(std::move(first)), column_(column) {
  const std::string_view text = first_.text;
  const bool place = first_.place != FirstRow::kNone && first_.place > column_;
  const std::string_view cell = text.substr(column_, place ? first_.place - 1 - column_ : text.npos);
  if (place || cell.ends_with(' ')) width_ = at_most(cell);
  add(base::trim(cell));
  rows_ = 0;
}

bool WrappedRecord::holds(std::string_view piece, std::size_t indent) const {
  if (message_.size() + piece.size() > kLongest) return false;
  return width_ == 0 || indent + at_least(piece) <= width_;
}

bool WrappedRecord::follows(std::string_view piece) const {
  if (!ascii_ || !ascii(piece)) return true;
  const std::size_t word = std::min(piece.find(' '), piece.size());
  const std::size_t needed = last_ + 1 + word;
  if (width_ != 0) return needed > width_;
  return std::max(widest_, piece.size()) < std::min(below_, needed);
}

// Whether the last word goes on in the next row: one as wide as the column was broken, any other ended with its row. In
// a narrow column a sentence's own word may be that wide; names, which are what is that long, have more than letters.
bool WrappedRecord::broken(std::string_view piece) const {
  const std::string_view text = message_;
  const std::size_t size = last_word(text);
  const std::size_t width = width_ != 0 ? width_ : std::max(widest_, kLongWord);
  if (size < width || size % width != 0) return false;
  const std::string_view word = text.substr(text.size() - size);
  const bool ends = std::string_view(":;,.").find(word.back()) != word.npos;
  const bool letters = size <= kLongWord / 2 && std::all_of(word.begin(), word.end() - (ends ? 1 : 0), letter);
  return (!letters && (size != width || !ends)) || std::string_view(":;,.)").find(piece.front()) != piece.npos;
}

void WrappedRecord::add(std::string_view piece) {
  const std::size_t word = std::min(piece.find(' '), piece.size());
  if (!message_.empty()) {
    if (!broken(piece)) {
      if (last_word(message_) >= last_ && letter(message_.back())) word_row_ = std::max(word_row_, last_);
      message_ += ' ';
    }
    below_ = std::min(below_, last_ + 1 + word);
  }
  message_ += piece;
  ascii_ = ascii_ && ascii(piece);
  last_ = at_least(piece);
  widest_ = std::max(widest_, last_);
  ++rows_;
}

bool WrappedRecord::doubtful() const {
  const std::size_t width = width_ != 0 ? width_ : widest_;
  return width <= kLongWord / 2 && word_row_ == width;
}

void WrappedRecord::tear() { torn_ = true; }

std::string WrappedRecord::text(std::string_view line) const {
  if (torn_) return std::string(line);
  std::string whole(line.substr(0, first_.shift + column_));
  whole += message_;
  if (first_.place != FirstRow::kNone && first_.place > column_) {
    whole += "  ";
    whole += base::trim(std::string_view(first_.text).substr(first_.place));
  }
  return whole;
}

}  // namespace jitgate::read
