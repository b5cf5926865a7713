#include "recognise/json_values.h"

#include <algorithm>
#include <array>

#include "base/json_feed.h"
#include "base/text.h"
#include "recognise/head.h"
#include "recognise/head_text.h"
#include "recognise/head_words.h"
#include "recognise/unknown_head.h"

namespace jitgate::recognise {
namespace {

constexpr std::size_t kMostValues = 64;
constexpr std::size_t kShortest = 16;  // no rule's sentence is shorter
constexpr std::size_t kLongestStamp = 40;

// Names that only requests, answers and data sets have.
bool tells_request(std::string_view key) {
  static constexpr std::array<std::string_view, 29> kNames = {"prompt",
                                                              "prompts",
                                                              "messages",
                                                              "choices",
                                                              "sampling_params",
                                                              "input_ids",
                                                              "inputs",
                                                              "input",
                                                              "temperature",
                                                              "max_tokens",
                                                              "output_ids",
                                                              "max_new_tokens",
                                                              "completion",
                                                              "completions",
                                                              "custom_id",
                                                              "meta_info",
                                                              "delta",
                                                              "finish_reason",
                                                              "generated_text",
                                                              "question",
                                                              "answer",
                                                              "instruction",
                                                              "conversation",
                                                              "conversations",
                                                              "response",
                                                              "prompt_token_ids",
                                                              "output",
                                                              "content",
                                                              "max_completion_tokens"};
  return std::find(kNames.begin(), kNames.end(), key) != kNames.end();
}

bool speaker(std::string_view word) {
  return word == "user" || word == "assistant" || word == "system" || word == "tool";
}

class Collector : public base::JsonSink {
 public:
  void object_begin() override {
    if (!arrays_.empty() && arrays_.back()) records_.push_back({values_.size(), {}, arrays_.size()});
    arrays_.push_back(false);
    key_.clear();
  }
  void object_end() override {
    arrays_.pop_back();
    if (records_.size() > 1 && records_.back().depth == arrays_.size()) {
      const Record record = records_.back();
      records_.pop_back();
      give(record);
    }
    key_.clear();
  }
  void array_begin() override { arrays_.push_back(true); }
  void array_end() override { arrays_.pop_back(); }
  void key(std::string_view text, bool) override {
    key_ = base::lower(text.substr(0, 64));
    named_ = true;
    request_ = request_ || tells_request(key_);
  }
  void string(std::string_view text, bool) override {
    request_ = request_ || (key_ == "role" && speaker(text));
    tell(text);
    if (text.size() >= kShortest && named_ && values_.size() < kMostValues) values_.push_back({std::string(text), {}});
  }
  void number(double, std::string_view literal) override { tell(literal); }
  void boolean(bool) override {}
  void null() override {}

  std::vector<JsonValue> take() {
    if (request_) return {};
    while (!records_.empty()) {
      give(records_.back());
      records_.pop_back();
    }
    for (JsonValue& value : values_) value.around.vouches = true;
    return std::move(values_);
  }

 private:
  struct Record {
    std::size_t first;  // of its values
    Around around;
    std::size_t depth;
  };

  // What a record told goes to its values, unless a record in it told them.
  void give(const Record& record) {
    for (std::size_t i = record.first; i < values_.size(); ++i) {
      Around& around = values_[i].around;
      if (!around.stamp) around.stamp = record.around.stamp;
      if (around.level == model::Level::none) around.level = record.around.level;
    }
  }

  void tell(std::string_view text) {
    Around& around = records_.back().around;
    const bool time =
        key_.find("time") != std::string::npos || key_ == "ts" || key_ == "t" || key_ == "date" || key_ == "created";
    if (time && !around.stamp && text.size() <= kLongestStamp) {
      std::size_t length = 0;
      around.stamp = read_stamp(text, &length);
      if (!around.stamp || length != text.size() || around.stamp->month == 0) around.stamp = unix_time(text);
    }
    const bool level =
        key_.find("level") != std::string::npos || key_.find("severity") != std::string::npos || key_ == "lvl";
    if (level && around.level == model::Level::none) around.level = level_word(base::trim(text));
  }

  std::vector<JsonValue> values_;
  std::vector<Record> records_ = {{0, {}, 0}};  // open ones: the whole text, and objects of arrays in it
  std::vector<bool> arrays_;                    // what is open; true: an array
  std::string key_;
  bool named_ = false, request_ = false;
};

}  // namespace

std::size_t json_begins(std::string_view line) {
  for (std::size_t at = line.find_first_of("{["); at != std::string_view::npos; at = line.find_first_of("{[", at + 1)) {
    const char next = char_at(line, after_blanks(line, at + 1));
    if (next != '"' && next != '{') continue;
    const std::string_view front = line.substr(0, at);
    const bool blank = after_blanks(front, 0) == front.size();
    return blank || read_unknown_head(front, true) ? at : std::string_view::npos;
  }
  return std::string_view::npos;
}

std::vector<JsonValue> read_json_values(std::string_view text) {
  Collector collector;
  base::JsonFeed feed(collector);
  feed.feed(text);
  return collector.take();
}

}  // namespace jitgate::recognise
