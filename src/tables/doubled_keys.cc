#include "tables/doubled_keys.h"

#include <functional>
#include <set>

#include "base/json_feed.h"

namespace jitgate::tables {

struct DoubledKeys::State final : base::JsonSink {
  static constexpr std::size_t kMostKeys = 10'000;  // of a row

  void object_begin() override {
    ++depth;
    if (row_depth != 0 || depth > 2) return;
    row_depth = depth;
    row_line = line + feed.lines();
    keys.clear();
  }
  void object_end() override {
    if (depth == row_depth) row_depth = 0;
    --depth;
  }
  void array_begin() override { ++depth; }
  void array_end() override { --depth; }
  void key(std::string_view text, bool cut) override {
    if (depth != row_depth || cut || found || keys.size() >= kMostKeys) return;
    if (!keys.emplace(text).second) found = DoubledKey{std::string(text), row_line};
  }
  void string(std::string_view, bool) override {}
  void number(double, std::string_view) override {}
  void boolean(bool) override {}
  void null() override {}

  base::JsonFeed feed{*this};
  std::optional<DoubledKey> found;
  std::set<std::string, std::less<>> keys;
  std::size_t depth = 0, row_depth = 0;  // row_depth: depth within the row in hand; 0: in none
  std::uint64_t line = 1, row_line = 1;  // line: where the value in hand begins
};

DoubledKeys::DoubledKeys() : state_(std::make_unique<State>()) {}
DoubledKeys::~DoubledKeys() = default;

void DoubledKeys::feed(std::string_view bytes) {
  State& s = *state_;
  while (!bytes.empty() && s.feed.status() != base::JsonFeed::Status::bad) {
    if (s.feed.status() == base::JsonFeed::Status::done) {
      s.line += s.feed.lines();
      s.feed.restart();
      s.depth = s.row_depth = 0;
    }
    const std::size_t taken = s.feed.feed(bytes);
    if (taken == 0 && s.feed.status() != base::JsonFeed::Status::done) return;
    bytes.remove_prefix(taken);
  }
}

const std::optional<DoubledKey>& DoubledKeys::first() const { return state_->found; }

}  // namespace jitgate::tables
