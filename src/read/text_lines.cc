#include "read/text_lines.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "read/record_start.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kFull = 256 * 1024;
constexpr std::size_t kLongestHeld = 64 * 1024;  // bytes of text behind a record's first row
constexpr int kMostLines = 64;                   // looked back over
constexpr std::size_t kMostRecords = 64;         // that go on at once

std::string_view last_line(std::string_view text) {
  text.remove_suffix(1);
  return text.substr(text.rfind('\n') + 1);
}

// A line of the process that wrote `next`, which then is no row of what stands further back. Without anything in front
// that is any line but records of other loggers and bars.
bool same_process(std::string_view line, const NextRow& next) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return false;
  if (next.gap != 0) return !common_fronts(line, next).empty();
  return !begins_record(line) && line.find("%|") == std::string_view::npos;
}

}  // namespace

void TextLines::add(std::string_view head, std::string_view body, model::LineOrigin origin) {
  if (!may_go_on(body)) return put(head, body, origin);
  std::string line = std::string(head).append(body);
  if (!take_row(&line)) put({}, line, origin);
}

void TextLines::put(std::string_view head, std::string_view body, model::LineOrigin origin) {
  if (text_.size() >= kFull) pass_on();
  text_ += head;
  text_ += body;
  text_ += '\n';
  origins_.push_back(origin);
}

std::size_t TextLines::wrapped_at(std::size_t begin) const {
  const auto found = std::lower_bound(wrapped_.begin(), wrapped_.end(), begin,
                                      [](const Wrapped& each, std::size_t at) { return each.begin < at; });
  const bool here = found != wrapped_.end() && found->begin == begin;
  return here ? static_cast<std::size_t>(found - wrapped_.begin()) : wrapped_.size();
}

std::string_view TextLines::line_before(std::size_t end) const {
  return last_line(std::string_view(text_).substr(0, end));
}

// Whether `line` became a part of a record. Where it begins one whose time was left out, it is given its time.
bool TextLines::take_row(std::string* line) {
  const std::optional<NextRow> next = next_row(*line);
  if (!next) return false;
  std::size_t end = text_.size();
  for (int lines = 0; lines < kMostLines && end > 0 && text_.size() - end < kReach; ++lines) {
    const std::size_t oldest = wrapped_.size() - std::min(wrapped_.size(), kMostRecords);
    for (std::size_t i = wrapped_.size(); i-- > oldest;) {
      if (wrapped_[i].end != end) continue;
      if (const Row row = go_on(i, *next, line); row != Row::elsewhere) return row == Row::taken;
    }
    const std::string_view before = line_before(end);
    const std::size_t begin = end - before.size() - 1;
    if (wrapped_at(begin) == wrapped_.size()) {
      if (const Row row = begin_record(begin, end, *next, line); row != Row::elsewhere) return row == Row::taken;
    }
    if (same_process(before, *next)) return false;
    end = begin;
  }
  return false;
}

// Offers `next` to the record of `first`: what `accept` does with it, told the column and what is common to them.
template <typename Accept>
TextLines::Row TextLines::offer(const FirstRow& first, const NextRow& next, std::string* line, Accept accept) {
  for (const CommonFront& front : common_fronts(first.text, next)) {
    const std::string_view time = left_out_time(first, front, next);
    const std::optional<std::size_t> column = column_of(first, front, next);
    if (column && accept(*column, front)) return Row::taken;
    if (!time.empty()) line->replace(front.next, time.size(), time);
    if (column || !time.empty()) return Row::apart;
  }
  return Row::elsewhere;
}

TextLines::Row TextLines::begin_record(std::size_t begin, std::size_t end, const NextRow& next, std::string* line) {
  const std::optional<FirstRow> first = first_row(std::string_view(text_).substr(begin, end - begin - 1));
  if (!first) return Row::elsewhere;
  return offer(*first, next, line, [&](std::size_t column, const CommonFront& front) {
    Wrapped wrapped{begin, end, std::string(next.piece()), WrappedRecord(*first, column)};
    if (!join(&wrapped, front, next)) return false;
    const auto behind = std::upper_bound(wrapped_.begin(), wrapped_.end(), begin,
                                         [](std::size_t at, const Wrapped& each) { return at < each.begin; });
    wrapped_.insert(behind, std::move(wrapped));
    return true;
  });
}

TextLines::Row TextLines::go_on(std::size_t index, const NextRow& next, std::string* line) {
  Wrapped& wrapped = wrapped_[index];
  if (text_.size() - wrapped.begin > kLongestHeld) return Row::elsewhere;
  return offer(wrapped.record.first(), next, line, [&](std::size_t column, const CommonFront& front) {
    return column == wrapped.record.column() && join(&wrapped, front, next);
  });
}

bool TextLines::join(Wrapped* wrapped, const CommonFront& front, const NextRow& next) {
  WrappedRecord& record = wrapped->record;
  const FirstRow& first = record.first();
  const std::size_t at = front.row + (next.text - front.next);  // where its text stands in the first row
  if (at < record.column()) return false;
  const std::string_view piece = next.piece();
  if (!record.holds(piece, at - record.column())) return false;
  // Without a place that the first row ends with, any indented text could be one: then it must have been too long.
  const bool told = first.place != FirstRow::kNone;
  const bool follows = at == record.column() && record.follows(piece);
  if (!told && !follows) return false;
  wrapped->end = text_.size();
  if (record.torn()) {
    ++unreadable_;
  } else if (!follows && at == record.column() && claimed(*wrapped, next)) {
    unreadable_ += record.rows() + 1;
    record.tear();
  } else {
    record.add(piece);
  }
  return true;
}

// Whether a record in front, of the same second and behind the same words, would go on with `next` too, as it does
// where several processes write into one file and nothing tells them apart.
bool TextLines::claimed(const Wrapped& wrapped, const NextRow& next) const {
  const FirstRow& ours = wrapped.record.first();
  if (ours.text.find("pid=") < wrapped.record.column()) return false;  // of one process, which writes in order
  std::size_t end = wrapped.begin;
  for (int lines = 0; lines < kMostLines && end > 0 && wrapped.begin - end < kReach; ++lines) {
    const std::string_view before = line_before(end);
    const std::size_t begin = end - before.size() - 1;
    end = begin;
    const std::size_t known = wrapped_at(begin);
    const std::optional<FirstRow> first = first_row(before);
    if (!first) {
      if (same_process(before, next)) return false;
      continue;
    }
    for (const CommonFront& front : common_fronts(first->text, next)) {
      if (column_of(*first, front, next) != wrapped.record.column() || first->place != ours.place) return false;
      const auto time = [&](const FirstRow& row) {
        return row.text.substr(front.row, std::min(row.level, wrapped.record.column()) - front.row);
      };
      if (time(*first) != time(ours)) return false;
      const WrappedRecord record =
          known < wrapped_.size() ? wrapped_[known].record : WrappedRecord(*first, wrapped.record.column());
      // The row that `wrapped` went on with first may have been its own.
      return record.follows(next.piece()) || record.follows(wrapped.second);
    }
  }
  return false;
}

std::size_t TextLines::held_from(std::string_view lines) {
  std::size_t begin = lines.size() - std::min(lines.size(), kReach);
  begin = begin == 0 ? 0 : lines.rfind('\n', begin - 1) + 1;
  while (begin < lines.size()) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    if (first_row(lines.substr(begin, end - begin))) return begin;
    begin = std::min(end + 1, lines.size());
  }
  return begin;
}

void TextLines::pass_on() {
  std::size_t from = held_from(text_);
  for (const Wrapped& each : wrapped_) {
    const bool open = text_.size() - each.end < kReach && text_.size() - each.begin <= kLongestHeld;
    if (open) from = std::min(from, each.begin);
  }
  emit(from);
}

// Passes on the text up to `end`, with the records that begin in it.
void TextLines::emit(std::size_t end) {
  if (end == 0) return;
  std::string joined;
  std::string_view text = std::string_view(text_).substr(0, end);
  if (!wrapped_.empty()) {
    std::size_t at = 0;
    for (const Wrapped& each : wrapped_) {
      if (each.begin >= end) break;
      const std::size_t newline = text.find('\n', each.begin);
      joined += text.substr(at, each.begin - at);
      joined += each.record.text(text.substr(each.begin, newline - each.begin));
      if (!each.record.torn() && each.record.doubtful()) unreadable_ += each.record.rows() + 1;
      at = newline;
    }
    text = joined.append(text.substr(at));
  }
  const bool all = end == text_.size();
  const auto lines = all ? static_cast<std::ptrdiff_t>(origins_.size())
                         : std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const std::vector<model::LineOrigin> held(origins_.begin() + lines, origins_.end());
  origins_.resize(static_cast<std::size_t>(lines));
  consumer_({text, origins_.front().number, origins_.front().byte, &origins_});
  origins_ = held;
  text_.erase(0, end);
  std::erase_if(wrapped_, [&](const Wrapped& each) { return each.begin < end; });
  for (Wrapped& each : wrapped_) {
    each.begin -= end;
    each.end -= end;
  }
}

}  // namespace jitgate::read
