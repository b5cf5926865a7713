#include "tables/dump_table.h"

#include <algorithm>
#include <utility>

#include "base/byte_order_mark.h"
#include "base/json_feed.h"
#include "tables/line_in_hand.h"

namespace jitgate::tables {

struct DumpTable::State final : base::JsonSink {
  State(std::vector<std::string> wanted, std::function<void(const DumpRow&)> give)
      : columns(std::move(wanted)), on_row(std::move(give)), feed(*this) {}

  void object_begin() override {
    // A table is an array: an object elsewhere is something else.
    wrong = wrong || depth == 0;
    if (++depth == 2) {
      row.assign(columns.size(), std::nullopt);
      met.assign(columns.size(), false);
    }
    if (depth == 3) prefix = name + ".";
  }
  void object_end() override {
    if (depth == 3) prefix.clear();
    if (depth-- != 2) return;
    ++rows;
    on_row(row);
  }
  void array_begin() override {
    wrong = wrong || depth == 1;
    ++depth;
  }
  void array_end() override { --depth; }
  void key(std::string_view text, bool cut) override {
    column = columns.size();
    if (depth == 2) name = text;
    if (cut || !at_member()) return;
    const std::string_view before = depth == 2 ? std::string_view() : prefix;
    for (column = 0; column < columns.size(); ++column) {
      const std::string& wanted = columns[column];
      if (wanted.size() == before.size() + text.size() && wanted.starts_with(before) && wanted.ends_with(text)) break;
    }
    if (wrong || column == columns.size()) return;
    if (met[column] && twice.empty()) {
      twice = columns[column];
      twice_line = feed.lines() + 1;
    }
    met[column] = true;
  }
  void string(std::string_view text, bool) override { set(text); }
  void number(double, std::string_view literal) override { set(literal); }
  void boolean(bool value) override { set(value ? "true" : "false"); }
  void null() override { wrong = wrong || depth == 1; }
  void set(std::string_view value) {
    wrong = wrong || depth == 1;
    if (!wrong && at_member() && column < columns.size()) row[column] = std::string(value);
  }
  // In a row, or in an object that is a member of one; not in an array.
  [[nodiscard]] bool at_member() const { return depth == 2 || (depth == 3 && !prefix.empty()); }

  std::vector<std::string> columns;
  std::function<void(const DumpRow&)> on_row;
  base::JsonFeed feed;
  DumpRow row;
  std::vector<bool> met;  // by column: the row in hand has it
  std::string twice;      // a column that a row has twice
  std::uint64_t twice_line = 0;
  std::string name, prefix;  // of the member in hand; of the object in hand that is one
  std::size_t depth = 0, column = 0;
  std::size_t mark = 0;  // bytes of a byte order mark that were met
  std::uint64_t rows = 0;
  bool wrong = false;  // not an array of objects
  bool trailing = false;
  LineInHand line;
  std::optional<base::Problem> no_json;
};

DumpTable::DumpTable(std::vector<std::string> columns, std::function<void(const DumpRow&)> row)
    : state_(std::make_unique<State>(std::move(columns), std::move(row))) {}
DumpTable::~DumpTable() = default;
DumpTable::DumpTable(DumpTable&&) noexcept = default;

void DumpTable::feed(std::string_view bytes) {
  while (state_->mark < base::kByteOrderMark.size() && !bytes.empty()) {
    if (bytes.front() != base::kByteOrderMark[state_->mark]) {
      // A mark that is cut is no JSON.
      if (state_->mark > 0) state_->feed.feed(base::kByteOrderMark.substr(0, state_->mark));
      state_->mark = base::kByteOrderMark.size();
      break;
    }
    ++state_->mark;
    bytes.remove_prefix(1);
  }
  if (bytes.empty()) return;
  if (state_->feed.status() == base::JsonFeed::Status::open) {
    const std::size_t taken = state_->feed.feed(bytes);
    state_->line.take(bytes.substr(0, taken));
    bytes.remove_prefix(taken);
  }
  if (state_->feed.status() == base::JsonFeed::Status::bad && !state_->no_json)
    state_->no_json = state_->line.fault(std::string("the table is no JSON: ") + state_->feed.fault(),
                                         state_->feed.lines() + 1, bytes);
  if (state_->feed.status() == base::JsonFeed::Status::done && bytes.find_first_not_of(" \t\r\n") != std::string::npos)
    state_->trailing = true;
}

base::Result<std::uint64_t> DumpTable::finish() {
  if (state_->no_json) return tl::unexpected(*state_->no_json);
  if (state_->feed.status() == base::JsonFeed::Status::open)
    return tl::unexpected(state_->line.fault("the table ends early", state_->feed.lines() + 1, {}));
  if (state_->wrong || state_->trailing) return base::fail("the table is no array of rows");
  if (!state_->twice.empty())
    return base::fail("the row of line " + std::to_string(state_->twice_line) + " has the key '" + state_->twice +
                      "' twice");
  return state_->rows;
}

}  // namespace jitgate::tables
