#include "base/json_place.h"

#include <vector>

#include "base/json_feed.h"

namespace jitgate::base {
namespace {

class Nothing : public JsonSink {
 public:
  void object_begin() override {}
  void object_end() override {}
  void array_begin() override {}
  void array_end() override {}
  void key(std::string_view, bool) override {}
  void string(std::string_view, bool) override {}
  void number(double, std::string_view) override {}
  void boolean(bool) override {}
  void null() override {}
};

class Finder : public JsonSink {
 public:
  explicit Finder(std::string_view wanted) : wanted_(wanted) {}
  void follow(const JsonFeed& feed) { feed_ = &feed; }
  [[nodiscard]] std::size_t found() const { return found_; }

  void object_begin() override { open(false); }
  void object_end() override { levels_.pop_back(); }
  void array_begin() override { open(true); }
  void array_end() override { levels_.pop_back(); }
  void key(std::string_view text, bool) override { levels_.back().key = text; }
  void string(std::string_view, bool) override { value(); }
  void number(double, std::string_view) override { value(); }
  void boolean(bool) override { value(); }
  void null() override { value(); }

 private:
  struct Level {
    bool array = false;
    // Bytes of the wanted path that lead to this value; nothing: it is elsewhere.
    std::optional<std::size_t> matched;
    std::size_t next = 0;  // of an array
    std::string key;       // of an object
  };

  // How much of the path the value that begins now takes.
  std::optional<std::size_t> matched_now() {
    if (levels_.empty()) return 0;
    Level& level = levels_.back();
    const std::size_t index = level.next++;
    if (!level.matched) return {};
    const std::size_t from = *level.matched;
    const std::string part = level.array ? '[' + std::to_string(index) + ']' : (from == 0 ? "" : ".") + level.key;
    if (wanted_.substr(from, part.size()) != part) return {};
    const std::size_t to = from + part.size();
    const bool whole = to == wanted_.size() || wanted_[to] == '.' || wanted_[to] == '[';
    return whole ? std::optional(to) : std::nullopt;
  }
  std::optional<std::size_t> value() {
    const std::optional<std::size_t> matched = matched_now();
    if (matched && *matched >= best_) {
      best_ = *matched;
      found_ = static_cast<std::size_t>(feed_->token_begin());
    }
    return matched;
  }
  void open(bool array) {
    const std::optional<std::size_t> matched = value();
    levels_.push_back({array, matched, 0, {}});
  }

  std::string_view wanted_;
  const JsonFeed* feed_ = nullptr;
  std::vector<Level> levels_;
  std::size_t best_ = 0, found_ = 0;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

std::optional<JsonFault> json_fault(std::string_view text) {
  Nothing nothing;
  JsonFeed feed(nothing);
  const std::size_t taken = feed.feed(text);
  if (feed.status() == JsonFeed::Status::bad) return JsonFault{taken, feed.fault()};
  if (feed.status() == JsonFeed::Status::open) return JsonFault{text.size(), "it ends within a value"};
  std::size_t at = taken;
  while (at < text.size() && is_blank(text[at])) ++at;
  if (at < text.size()) return JsonFault{at, "something follows the value"};
  return {};
}

std::size_t json_value_byte(std::string_view text, std::string_view path) {
  Finder finder(path);
  JsonFeed feed(finder);
  finder.follow(feed);
  feed.feed(text);
  return finder.found();
}

}  // namespace jitgate::base
