#include "read/columns.h"

#include <algorithm>

#include "read/line_prefix.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kLongestFront = 192;  // bytes in front of the level, or of the blanks of a further row

constexpr std::string_view kGlue = ">:";  // of "[1,3]<stderr>:", with a row right behind it

bool digit(char c) { return c >= '0' && c <= '9'; }
bool upper(char c) { return c >= 'A' && c <= 'Z'; }
bool blank(char c) { return c == ' ' || c == '\t'; }

std::string_view without_trailing_blanks(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// The token that begins at `at`.
std::string_view token_at(std::string_view text, std::size_t at) {
  return text.substr(at, std::min(text.find_first_of(" \t", at), text.size()) - at);
}

// A date, a time of day, both, or seconds since 1970, perhaps in brackets. Where `part`, also shorter: "18:39",
// "08-04".
bool is_stamp(std::string_view token, bool part) {
  if (token.starts_with('[')) token.remove_prefix(1);
  while (token.ends_with(']') || token.ends_with(',')) token.remove_suffix(1);
  if (token.empty() || !digit(token[0]) || token.find_first_not_of("0123456789:.,-+/TZ") != token.npos) return false;
  const auto count = [&](char c) { return std::count(token.begin(), token.end(), c); };
  const std::size_t digits = std::min(token.find_first_not_of("0123456789"), token.size());
  if (digits >= 10 && token.find_first_not_of("0123456789.") == token.npos) return true;
  if (token.size() < (part ? 5U : 8U) || digits > 4) return false;
  const std::ptrdiff_t least = part ? 1 : 2;
  return count(':') >= least || count('-') >= least || count('/') >= least;
}

// What may stand in a time's cell: stamps and what belongs to them ("Aug", "PM", "UTC").
bool is_time(std::string_view cell) {
  bool stamped = false;
  for (std::size_t at = cell.find_first_not_of(" \t"); at < cell.size();) {
    const std::string_view token = token_at(cell, at);
    const std::string_view word = token.substr(token.starts_with('[') ? 1 : 0);
    const bool stamp = is_stamp(token, true);
    if (!stamp && (word.size() > 4 || word.find_first_of("(|>:<=") != word.npos)) return false;
    stamped = stamped || stamp;
    at = std::min(cell.find_first_not_of(" \t", at + token.size()), cell.size());
  }
  return stamped;
}

// A level's cell: a word in capitals, padded to eight, a blank, and the message right behind.
bool is_level(std::string_view row, std::size_t at) {
  constexpr std::size_t kWidth = kGap - 1;
  if (row.size() <= at + kGap || row[at + kGap] == ' ' || row[at + kWidth] != ' ') return false;
  if (at > 0 && !blank(row[at - 1]) && !row.substr(0, at).ends_with(kGlue)) return false;
  std::size_t letters = 0;
  while (letters < kWidth && upper(row[at + letters])) ++letters;
  return letters >= 4 && row.substr(at + letters, kWidth - letters).find_first_not_of(' ') == std::string_view::npos;
}

// Whether what stands below `row` may be what it speaks of: a list, a prompt of several lines.
bool announces(std::string_view row) {
  row = without_trailing_blanks(row);
  return row.ends_with(':') || std::count(row.begin(), row.end(), '"') % 2 != 0 ||
         std::count(row.begin(), row.end(), '\'') % 2 != 0;
}

// What is glued in front of a record: bars end without a line's end, and begin anew behind a lone CR.
std::size_t glued_length(std::string_view line) {
  const std::size_t frame = line.rfind('\r') + 1;  // 0 where there is none
  const std::size_t bar = line.find("%|", frame);
  const std::size_t close = bar == std::string_view::npos ? bar : line.find(']', bar);
  return close == std::string_view::npos ? frame : close + 1;
}

// Whether blanks may stand behind `front` in a further row.
bool is_front(std::string_view front) {
  if (front.empty() || std::string_view(")|:]>\t").find(front.back()) != std::string_view::npos) return true;
  const std::string_view last = token_at(front, front.find_last_of(" \t") + 1);
  return is_stamp(last, false) || last == "F" || last == "stdout" || last == "stderr";
}

// Two stamps of one kind, whatever their fractions: their signs are the same.
bool alike(std::string_view a, std::string_view b) {
  const auto next = [](std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of("0123456789.", at), text.size());
  };
  std::size_t i = next(a, 0);
  std::size_t k = next(b, 0);
  while (i < a.size() && k < b.size() && a[i] == b[k]) {
    i = next(a, i + 1);
    k = next(b, k + 1);
  }
  return i == a.size() && k == b.size();
}

// Where `front` ends in `row`, token by token.
std::optional<std::size_t> walk(std::string_view row, std::string_view front) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < front.size();) {
    if (at >= row.size()) return std::nullopt;
    if (blank(front[i])) {
      if (row[at++] != front[i++]) return std::nullopt;
      continue;
    }
    const std::string_view theirs = token_at(front, i);
    const std::string_view ours = token_at(row, at);
    if (ours != theirs && !(is_stamp(ours, false) && is_stamp(theirs, false) && alike(ours, theirs))) {
      const bool glued = i + theirs.size() == front.size() && ours.starts_with(theirs) && theirs.ends_with(kGlue);
      return glued ? std::optional(at + theirs.size()) : std::nullopt;
    }
    at += ours.size();
    i += theirs.size();
  }
  return at;
}

// "2026-08-04T18:39:05.123Z " in front: bytes, with the blank; 0: there is none.
std::size_t agent_stamp(std::string_view text) {
  const std::string_view token = token_at(text, 0);
  return is_stamp(token, false) && token.ends_with('Z') && token.find('T') != token.npos ? token.size() + 1 : 0;
}

}  // namespace

std::size_t place_at(std::string_view row) {
  row = without_trailing_blanks(row);
  std::size_t at = row.size();
  while (at > 0 && digit(row[at - 1])) --at;
  if (at == row.size() || !row.substr(0, at).ends_with(".py:")) return FirstRow::kNone;
  const std::size_t before = row.substr(0, at).rfind(' ');
  return before == std::string_view::npos ? FirstRow::kNone : before + 1;
}

std::string_view NextRow::piece() const { return without_trailing_blanks(line.substr(text)); }

std::optional<NextRow> next_row(std::string_view line) {
  const std::size_t most = std::min(line.size(), kLongestFront + kGap);
  for (std::size_t at = kGap - 1; at < most; at += kGap) {
    if (line[at] != ' ') continue;
    const std::size_t gap = line.find_last_not_of(' ', at) + 1;
    const std::size_t text = line.find_first_not_of(' ', at);
    if (text == std::string_view::npos) return std::nullopt;
    if (text - gap < kGap) continue;
    if (line.size() - gap > kWidestRow || line.find('\r', text) != line.npos || !is_front(line.substr(0, gap)))
      return std::nullopt;
    return NextRow{line, gap, text};
  }
  return std::nullopt;
}

std::optional<FirstRow> first_row(std::string_view line) {
  const std::size_t glued = glued_length(line);
  const std::string_view row = line.substr(glued);
  if (row.size() < kGap || row.size() > kWidestRow) return std::nullopt;
  FirstRow first;
  std::string_view prefix = glued == 0 ? std::string_view() : line_prefix(line.substr(0, kWidestRow));
  if (prefix.size() > glued || row.starts_with(prefix)) prefix = {};
  first.text.append(prefix).append(row);
  first.shift = glued - prefix.size();
  first.place = place_at(first.text);
  bool stamped = false;
  const std::size_t most = std::min(first.text.size(), kLongestFront);
  for (std::size_t at = first.text.find_first_not_of(" \t"); at < most;) {
    if (is_level(first.text, at)) {
      first.level = at;
      break;
    }
    const std::string_view token = token_at(first.text, at);
    if (const std::size_t glue = token.find(kGlue); glue < token.size() && !token.ends_with(kGlue)) {
      at += glue + kGlue.size();
      continue;
    }
    stamped = stamped || is_stamp(token, true);
    at = first.text.find_first_not_of(" \t", at + token.size());
  }
  if (first.level == FirstRow::kNone && !stamped) return std::nullopt;
  return first;
}

std::vector<CommonFront> common_fronts(std::string_view row, const NextRow& next) {
  std::vector<CommonFront> found;
  const std::string_view front = next.line.substr(0, next.gap);
  if (const auto at = walk(row, front)) found.push_back({*at, next.gap});
  const std::size_t ours = agent_stamp(row);
  const std::size_t theirs = agent_stamp(front);
  if (ours != 0 && theirs == 0) {
    if (const auto at = walk(row.substr(std::min(ours, row.size())), front)) found.push_back({ours + *at, next.gap});
  } else if (theirs != 0 && ours == 0) {
    if (theirs >= front.size()) {
      found.push_back({0, theirs});
    } else if (const auto at = walk(row, front.substr(theirs))) {
      found.push_back({*at, next.gap});
    }
  }
  return found;
}

std::optional<std::size_t> column_of(const FirstRow& row, const CommonFront& front, const NextRow& next) {
  const std::size_t width = next.text - front.next;  // of the blank cells
  const std::string_view text = row.text;
  if (row.level != FirstRow::kNone) {
    const std::size_t column = row.level + kGap;
    if (front.row > row.level || column - front.row > width) return std::nullopt;
    const std::string_view cell = text.substr(front.row, row.level - front.row);
    if (cell.find_first_not_of(' ') != cell.npos && !is_time(cell)) return std::nullopt;
    return column;
  }
  const std::size_t column = front.row + width;
  if (column >= std::min(text.size(), row.place) || text[column] == ' ' || text[column - 1] != ' ' ||
      (column >= 2 && text[column - 2] == ' '))
    return std::nullopt;
  return is_time(text.substr(front.row, width)) ? std::optional(column) : std::nullopt;
}

std::string_view left_out_time(const FirstRow& row, const CommonFront& front, const NextRow& next) {
  const std::size_t width = next.text - front.next;
  const std::size_t end = row.level == FirstRow::kNone ? front.row + width : row.level;
  const bool level = row.level != FirstRow::kNone;
  if (end != front.row + width || end > row.text.size() || level != is_level(next.line, next.text)) return {};
  if (!level && ((row.place == FirstRow::kNone) != (place_at(next.line) == FirstRow::kNone) || announces(row.text) ||
                 !column_of(row, front, next)))
    return {};
  const std::string_view cell = std::string_view(row.text).substr(front.row, width);
  return is_time(cell) ? cell : std::string_view();
}

}  // namespace jitgate::read
