// Turns the tokens of a JSON document into records: the top-level object, each element of a top-level array, and,
// for GuideLLM's reports, each benchmark and each request within. Records are handed on as they close and forgotten,
// so a report of a million requests costs one of them at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_feed.h"
#include "results/record.h"
#include "results/twice.h"

namespace jitgate::results {

enum class RecordPlace : std::uint8_t {
  top,        // a top-level object (one of several in JSONL)
  element,    // of a top-level array
  benchmark,  // of the top-level object's array "benchmarks"
  request,    // of a benchmark's array "requests/<status>"
};

class Collector final : public base::JsonSink {
 public:
  static constexpr std::size_t kMaxPathDepth = 6;
  static constexpr std::size_t kMaxKey = 128;

  // `status`: of a request, the name of the array it stands in; else empty.
  using Closed = std::function<void(Record& record, RecordPlace place, std::string_view status)>;
  explicit Collector(Closed closed) : closed_(std::move(closed)) {}

  void object_begin() override;
  void object_end() override;
  void array_begin() override;
  void array_end() override;
  void key(std::string_view text, bool cut) override;
  void string(std::string_view text, bool cut) override;
  void number(double value, std::string_view literal) override;
  void boolean(bool value) override;
  void null() override;

  // Forgets everything of the value in hand.
  void restart();
  // The outermost record in hand; null when none is open.
  [[nodiscard]] const Record* open() const { return records_.empty() ? nullptr : &records_.front().record; }
  // Elements of the top-level array that were no objects.
  [[nodiscard]] std::uint64_t odd_elements() const { return odd_elements_; }

 private:
  enum class Use : std::uint8_t {
    record,
    fields,
    elements,
    benchmarks,
    requests,
    ttfts,
    itls,
    itl,
    errors,
    lengths,
    first_only
  };
  struct Frame {
    Use use;
    std::size_t path_length = 0;  // of the path up to this container
    std::uint64_t index = 0;
    double sum = 0;
  };
  struct OpenRecord {
    Record record;
    RecordPlace place;
    std::string status;
    std::string path;  // of the value in hand, within the record
    Twice twice;
  };

  void open_record(RecordPlace place, std::string status);
  void scalar(Scalar value);
  [[nodiscard]] bool takes_fields() const;
  void open_array();

  Closed closed_;
  std::vector<Frame> frames_;
  std::vector<OpenRecord> records_;
  std::size_t skipped_ = 0;  // containers open within one that is of no interest
  bool skip_value_ = false;  // the key in hand is of no interest
  std::uint64_t odd_elements_ = 0;
};

}  // namespace jitgate::results
