#include "tables/row_text.h"

#include <functional>
#include <set>
#include <utility>

#include "base/byte_order_mark.h"
#include "base/json_feed.h"
#include "base/source_line.h"

namespace jitgate::tables {
namespace {

// Follows the tokens of one top-level value and keeps the outlines of the objects in it.
class Outliner final : public base::JsonSink {
 public:
  explicit Outliner(std::vector<RowText>& rows) : rows_(rows) {}

  // The feed that gives the tokens; `at` is where its value begins in the document, `line` that place's line.
  void follow(const base::JsonFeed& feed, std::size_t at, std::uint64_t line) {
    feed_ = &feed;
    at_ = at;
    line_ = line;
    depth_ = 0;
    row_depth_ = 0;
  }

  void object_begin() override { open(true); }
  void array_begin() override { open(false); }
  void object_end() override { close(); }
  void array_end() override { close(); }
  void key(std::string_view text, bool cut) override {
    if (depth_ != row_depth_ || row_depth_ == 0) return;
    RowText& row = rows_.back();
    if (row.members.size() >= RowText::kMostMembers) {
      row.too_large = true;
      return;
    }
    if (!cut && !keys_.emplace(text).second && row.twice.empty()) row.twice = text;
    row.members.push_back({begin(), end(), 0, 0, !cut && is_jit_number(text)});
  }
  void string(std::string_view, bool) override { value(begin(), end()); }
  void number(double, std::string_view) override { value(begin(), end()); }
  void boolean(bool) override { value(begin(), end()); }
  void null() override { value(begin(), end()); }

 private:
  [[nodiscard]] std::size_t begin() const { return at_ + static_cast<std::size_t>(feed_->token_begin()); }
  [[nodiscard]] std::size_t end() const { return at_ + static_cast<std::size_t>(feed_->token_end()); }

  void open(bool object) {
    ++depth_;
    if (object && row_depth_ == 0 && depth_ <= 2) {
      row_depth_ = depth_;
      rows_.push_back({line_ + feed_->lines(), begin(), 0, {}, {}, false});
      keys_.clear();
    } else if (row_depth_ != 0 && depth_ == row_depth_ + 1) {
      container_ = begin();
    }
  }
  void close() {
    if (row_depth_ != 0 && depth_ == row_depth_) {
      rows_.back().end = end();
      row_depth_ = 0;
    } else if (row_depth_ != 0 && depth_ == row_depth_ + 1) {
      --depth_;
      value(container_, end());
      return;
    }
    --depth_;
  }
  void value(std::size_t from, std::size_t to) {
    if (row_depth_ == 0 || depth_ != row_depth_ || rows_.back().too_large) return;
    RowText::Member& member = rows_.back().members.back();
    member.value_begin = from;
    member.value_end = to;
  }

  std::vector<RowText>& rows_;
  const base::JsonFeed* feed_ = nullptr;
  std::size_t at_ = 0, container_ = 0;
  std::uint64_t line_ = 1;
  std::size_t depth_ = 0, row_depth_ = 0;  // row_depth_: depth within the row in hand; 0: in none
  std::set<std::string, std::less<>> keys_;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

base::Problem not_json(const char* why, std::string_view document, std::size_t byte) {
  const base::TextPlace at = base::place_of_byte(document, byte);
  return {std::string("not JSON: ") + why, base::place_name({}, at), base::source_line(document, at),
          base::Blame::world};
}

// The row's last own bytes before its numbers are appended, and how it writes a member.
struct Manner {
  std::size_t append_at = 0;        // behind the last value that stays
  std::string_view before_key;      // what stands between a comma and the next key
  std::string_view between = ": ";  // what stands between a key and its value
};

Manner manner_of(std::string_view document, const RowText& row) {
  Manner manner;
  const RowText::Member* last = nullptr;
  bool only = true;  // no other of the row's own stands before it
  for (const RowText::Member& member : row.members) {
    if (member.ours) continue;
    only = last == nullptr;
    last = &member;
  }
  if (last == nullptr) return manner;
  manner.append_at = last->value_end;
  manner.between = document.substr(last->key_end, last->value_begin - last->key_end);
  // As it will stand when the old numbers are gone: an only member then follows the brace.
  const std::size_t key = only ? row.members.front().key_begin : last->key_begin;
  std::size_t from = key;
  while (from > row.begin + 1 && is_blank(document[from - 1])) --from;
  manner.before_key = document.substr(from, key - from);
  return manner;
}

}  // namespace

base::Result<std::vector<RowText>> find_rows(std::string_view document) {
  std::vector<RowText> rows;
  Outliner outliner(rows);
  base::JsonFeed feed(outliner);
  std::size_t at =
      document.substr(0, base::kByteOrderMark.size()) == base::kByteOrderMark ? base::kByteOrderMark.size() : 0;
  std::uint64_t line = 1;
  bool any = false;
  for (;;) {
    while (at < document.size() && is_blank(document[at])) line += document[at++] == '\n' ? 1 : 0;
    if (at == document.size()) break;
    feed.restart();
    outliner.follow(feed, at, line);
    const std::size_t taken = feed.feed(document.substr(at));
    line += feed.lines();
    if (feed.status() == base::JsonFeed::Status::bad)
      return tl::unexpected(not_json(feed.fault(), document, at + taken));
    if (feed.status() == base::JsonFeed::Status::open)
      return tl::unexpected(not_json("the document ends within a value", document, document.size()));
    at += taken;
    any = true;
  }
  if (!any) return tl::unexpected(not_json("it is empty", document, 0));
  return rows;
}

std::string splice(std::string_view document, const std::vector<RowEdit>& edits) {
  std::string out;
  std::size_t copied = 0;  // of the document, so far
  const auto copy_to = [&](std::size_t end) {
    out += document.substr(copied, end - copied);
    copied = end;
  };
  for (const RowEdit& edit : edits) {
    const RowText& row = *edit.row;
    const Manner manner = manner_of(document, row);
    bool own_before = false;
    for (std::size_t i = 0; i < row.members.size(); ++i) {
      const RowText::Member& member = row.members[i];
      own_before = own_before || !member.ours;
      if (member.ours) {
        // With the comma before it; where none of the row's own stands before, with the comma behind.
        copy_to(own_before ? row.members[i - 1].value_end : member.key_begin);
        copied = own_before || i + 1 == row.members.size() ? member.value_end : row.members[i + 1].key_begin;
      } else if (member.value_end == manner.append_at) {
        copy_to(member.value_end);
        for (const auto& [name, value] : edit.numbers) {
          out += ',';
          out += manner.before_key;
          out += '"';
          out += name;
          out += '"';
          out += manner.between;
          out += std::to_string(value);
        }
      }
    }
  }
  copy_to(document.size());
  return out;
}

}  // namespace jitgate::tables
