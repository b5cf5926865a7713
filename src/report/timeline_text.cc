#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "base/name_list.h"
#include "report/lanes.h"
#include "report/layout.h"
#include "report/names.h"
#include "report/pictures.h"

namespace jitgate::report {
namespace {

using base::Instant;

constexpr std::size_t kMostLanes = 16;
constexpr int kMostColumns = 84, kLeastColumns = 20, kNameWidth = 16;
constexpr const char* kDot = "\xC2\xB7";

// A name on its own: escaped, and without what could end a code block around it.
std::string plain(std::string_view hostile, int width) {
  std::string out = shown(hostile, width);
  std::replace(out.begin(), out.end(), '`', '\'');
  return out;
}

std::string clock(Instant t) { return base::format_instant(t, 0).substr(11, 8); }

// A capital for each compiler, from its name where that is still free; those with most events choose first.
std::map<std::string, char> letters_of(const EventTable& events) {
  std::map<std::string, int> numbers;
  for (const EventRow& row : events.rows()) ++numbers[events.kind(row).compiler];
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [name, number] : numbers) order.emplace_back(-number, name);
  std::sort(order.begin(), order.end());
  std::map<std::string, char> out;
  std::string free = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const auto& [number, name] : order) {
    char letter = '#';
    for (const char c : name + free) {
      const char capital = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      const std::size_t at = free.find(capital);
      if (at == std::string::npos) continue;
      letter = capital;
      free.erase(at, 1);
      break;
    }
    out[name] = letter;
  }
  return out;
}

class Chart {
 public:
  Chart(const model::Verdict& verdict, const EventTable& events, const Span& view, int columns)
      : verdict_(verdict), events_(events), view_(view), columns_(columns), letters_(letters_of(events)) {}

  // The windows as brackets with their points' names.
  [[nodiscard]] std::string windows() const {
    std::string cells(static_cast<std::size_t>(columns_), ' ');
    const std::vector<std::string> names = labels(verdict_.points);
    for (std::size_t i = 0; i < verdict_.points.size(); ++i) {
      const model::PointVerdict& point = verdict_.points[i];
      if (!point.window_start || !point.window_end) continue;
      const std::size_t from = column(*point.window_start);
      const std::size_t to = column(*point.window_end);
      std::string inside(to > from ? to - from - 1 : 0, '-');
      const std::string name = plain(names[i], 40);
      const bool fits = name.size() + 2 <= inside.size() &&
                        std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 0x7F; });
      if (fits) inside.replace((inside.size() - name.size()) / 2, name.size(), name);
      const bool follows = cells[from] == ']';  // two that meet in a column share it
      cells.replace(from, to - from + 1, to > from ? '[' + inside + ']' : "|");
      if (follows) cells[from] = '|';
    }
    return cells;
  }

  // Empty: none of its events is in view.
  std::string lane(const Lane& one) {
    std::string cells(static_cast<std::size_t>(columns_), ' ');
    if (one.worker != nullptr && one.worker->first && one.worker->last &&
        view_.meets(*one.worker->first, *one.worker->last))
      std::fill(cells.begin() + at(*one.worker->first), cells.begin() + at(*one.worker->last) + 1, '.');
    bool any = false;
    for (const bool certain : {false, true}) {  // the certain ones over the others
      for (const std::uint32_t i : one.rows)
        any = (events_.certain(events_.rows()[i]) == certain && put(i, certain, cells)) || any;
    }
    if (!any) return {};
    std::string out;
    for (const char c : cells) out += c == '.' ? std::string(kDot) : std::string(1, c);
    return out;
  }

  [[nodiscard]] std::string legend() const {
    std::string out;
    for (const auto& [name, letter] : letters_) {
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", letter, plain(name, 24));
    }
    out += "; a small letter: possibly there";
    if (several_) out += "; + several";
    return out + fmt::format("; {} its log has lines", kDot);
  }

 private:
  [[nodiscard]] std::size_t column(Instant t) const {
    return static_cast<std::size_t>(std::lround(view_.part(t) * static_cast<double>(columns_ - 1)));
  }
  [[nodiscard]] std::ptrdiff_t at(Instant t) const { return static_cast<std::ptrdiff_t>(column(t)); }

  bool put(std::uint32_t i, bool certain, std::string& cells) {
    const EventRow& row = events_.rows()[i];
    const std::optional<Span> span = drawn_span(row, certain);
    if (!span || !view_.meets(span->lo, span->hi)) return false;
    const char capital = letters_[events_.kind(row).compiler];
    const char letter = certain ? capital : static_cast<char>(std::tolower(static_cast<unsigned char>(capital)));
    for (std::size_t c = column(span->lo); c <= column(span->hi); ++c) {
      const bool other = certain && cells[c] >= '#' && cells[c] <= 'Z' && cells[c] != '.' && cells[c] != letter;
      several_ = several_ || other;
      cells[c] = other ? '+' : letter;
    }
    return true;
  }

  const model::Verdict& verdict_;
  const EventTable& events_;
  Span view_;
  int columns_;
  std::map<std::string, char> letters_;
  bool several_ = false;
};

}  // namespace

std::string timeline_text(const model::Verdict& verdict, const EventTable& events, int width) {
  const Span view = view_of(verdict, events);
  if (!view.known()) return {};
  const int columns_left = std::clamp(width - kNameWidth - 2, kLeastColumns, kMostColumns);
  Chart chart(verdict, events, view, columns_left);
  std::vector<std::string> quiet;
  std::vector<std::string> drawn;
  std::size_t more = 0;
  for (const Lane& one : lanes(verdict, events)) {
    const std::string cells = chart.lane(one);
    if (cells.empty()) {
      quiet.push_back(plain(one.name, 40));
    } else if (drawn.size() < kMostLanes) {
      drawn.push_back(padded(plain(one.name, kNameWidth), kNameWidth) + "  " + cells);
    } else {
      ++more;
    }
  }
  if (drawn.empty()) return {};
  const std::string first = clock(view.lo);
  const std::string last = clock(view.hi) + " UTC";
  std::string out = padded(base::format_instant(view.lo, 0).substr(0, 10), kNameWidth) + "  " +
                    padded(first, columns_left - columns(last)) + last + "\n";
  if (const std::string windows = chart.windows(); windows.find_first_not_of(' ') != std::string::npos)
    out += padded("windows", kNameWidth) + "  " + windows + "\n";
  for (const std::string& line : drawn) out += line + "\n";
  std::string rest = chart.legend();
  if (more > 0) rest += fmt::format("; {} more lanes with events", more);
  if (!quiet.empty()) rest += "; no event: " + listed(base::folded(quiet), 6);
  const std::string margin(kNameWidth + 2, ' ');
  for (const std::string& line : wrapped(rest, kNameWidth + 2 + columns_left, margin, margin)) out += line + "\n";
  std::string trimmed;
  for (const char c : out) {
    if (c == '\n') trimmed.erase(trimmed.find_last_not_of(' ') + 1);
    trimmed += c;
  }
  return trimmed;
}

}  // namespace jitgate::report
