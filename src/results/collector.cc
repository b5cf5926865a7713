#include "results/collector.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jitgate::results {
namespace {

// Where an array of lengths goes; null: the array at `path` is none.
Record::Lengths* lengths_of(Record& record, std::string_view path) {
  if (path == "input_lens") return &record.input_lens;
  return path == "output_lens" ? &record.output_lens : nullptr;
}

}  // namespace

void Collector::restart() {
  frames_.clear();
  records_.clear();
  skipped_ = 0;
  skip_value_ = false;
}

bool Collector::takes_fields() const {
  return !frames_.empty() && (frames_.back().use == Use::record || frames_.back().use == Use::fields);
}

void Collector::open_record(RecordPlace place, std::string status) {
  records_.push_back({Record(), place, std::move(status), std::string(), Twice()});
  frames_.push_back({Use::record});
}

void Collector::object_begin() {
  if (skipped_ > 0 || skip_value_) {
    ++skipped_;
    skip_value_ = false;
    return;
  }
  if (frames_.empty()) {
    open_record(RecordPlace::top, {});
    return;
  }
  Frame& frame = frames_.back();
  switch (frame.use) {
    case Use::elements:
      open_record(RecordPlace::element, {});
      return;
    case Use::benchmarks:
      open_record(RecordPlace::benchmark, {});
      return;
    case Use::requests: {
      const std::string& path = records_.back().path;
      open_record(RecordPlace::request, path.substr(path.rfind('/') + 1));
      return;
    }
    case Use::record:
    case Use::fields: {
      OpenRecord& open = records_.back();
      open.record.set(open.path, {.type = Scalar::Type::container, .truth = false, .number = 0, .text = {}});
      const auto depth = static_cast<std::size_t>(std::count(open.path.begin(), open.path.end(), '/')) + 1;
      if (depth >= kMaxPathDepth) {
        skipped_ = 1;
      } else {
        frames_.push_back({Use::fields, open.path.size()});
      }
      return;
    }
    case Use::ttfts:
      records_.back().record.ttfts.refuse();
      break;
    case Use::itls:
    case Use::itl:
      records_.back().record.itl_sums.refuse();
      break;
    case Use::errors:
      ++records_.back().record.errors_told;
      break;
    case Use::lengths:
      frame.sum = std::numeric_limits<double>::quiet_NaN();
      break;
    case Use::first_only:
      ++frame.index;
      break;
  }
  skipped_ = 1;
}

void Collector::object_end() {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  const Use use = frames_.back().use;
  frames_.pop_back();
  if (use != Use::record) return;
  OpenRecord closing = std::move(records_.back());
  records_.pop_back();
  closing.twice.compare(closing.record);
  closed_(closing.record, closing.place, closing.status);
}

void Collector::array_begin() {
  if (skipped_ > 0 || skip_value_) {
    ++skipped_;
    skip_value_ = false;
    return;
  }
  if (frames_.empty()) {
    frames_.push_back({Use::elements});
    return;
  }
  Frame& frame = frames_.back();
  switch (frame.use) {
    case Use::record:
    case Use::fields:
      open_array();
      return;
    case Use::itls:
      frames_.push_back({Use::itl});
      return;
    case Use::ttfts:
      records_.back().record.ttfts.refuse();
      break;
    case Use::itl:
      records_.back().record.itl_sums.refuse();
      break;
    case Use::elements:
      ++odd_elements_;
      break;
    case Use::lengths:
      frame.sum = std::numeric_limits<double>::quiet_NaN();
      break;
    case Use::first_only:
      ++frame.index;
      break;
    default:
      break;
  }
  skipped_ = 1;
}

// An array as the value of a key.
void Collector::open_array() {
  OpenRecord& open = records_.back();
  const std::string& path = open.path;
  open.record.set(path, {.type = Scalar::Type::container, .truth = false, .number = 0, .text = {}});
  Use use = Use::first_only;
  if (path == "ttfts") use = Use::ttfts;
  if (path == "itls") use = Use::itls;
  if (path == "errors") use = Use::errors;
  if (lengths_of(open.record, path) != nullptr) use = Use::lengths;
  if (path == "benchmarks" && open.place == RecordPlace::top) use = Use::benchmarks;
  if (path.starts_with("requests/") && open.place == RecordPlace::benchmark) use = Use::requests;
  if (use == Use::benchmarks || use == Use::requests) open.twice.handed_on(path);
  frames_.push_back({use, path.size()});
}

void Collector::array_end() {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  const Frame frame = frames_.back();
  frames_.pop_back();
  if (frame.use == Use::itl) records_.back().record.itl_sums.add(frame.sum);
  if (frame.use != Use::lengths) return;
  Record::Lengths& lengths = *lengths_of(records_.back().record, records_.back().path);
  lengths.entries = static_cast<std::int64_t>(frame.index);
  if (frame.index > 0 && std::isfinite(frame.sum)) lengths.sum = frame.sum;
}

void Collector::key(std::string_view text, bool cut) {
  if (skipped_ > 0) return;
  OpenRecord& open = records_.back();
  skip_value_ = cut || text.empty() || text.size() > kMaxKey;
  if (skip_value_) return;
  open.path.resize(frames_.back().path_length);
  if (!open.path.empty()) open.path += '/';
  const std::size_t from = open.path.size();
  open.path += text;
  // A key with a slash must not pass for a path.
  std::replace(open.path.begin() + static_cast<std::ptrdiff_t>(from), open.path.end(), '/', '|');
  open.twice.begins(open.path, open.record);  // the last of equal keys wins
  if (open.path == "ttfts") open.record.ttfts = {};
  if (open.path == "itls") open.record.itl_sums = {};
  if (open.path == "errors") open.record.errors_told = 0;
  if (Record::Lengths* lengths = lengths_of(open.record, open.path)) *lengths = {};
}

void Collector::scalar(Scalar value) {
  if (skipped_ > 0) return;
  if (std::exchange(skip_value_, false)) return;
  if (frames_.empty()) return;
  if (takes_fields()) {
    records_.back().record.set(records_.back().path, std::move(value));
    return;
  }
  Frame& frame = frames_.back();
  const bool is_number = value.type == Scalar::Type::number;
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const double number = is_number ? value.number : kNaN;
  switch (frame.use) {
    case Use::ttfts:
      records_.back().record.ttfts.add(number);
      break;
    case Use::itl:
      frame.sum += number >= 0 ? number : kNaN;
      break;  // a sum of NaN refuses the series
    case Use::itls:
      records_.back().record.itl_sums.refuse();
      break;
    case Use::elements:
      ++odd_elements_;
      break;
    case Use::errors:
      if (value.type != Scalar::Type::null && !(value.type == Scalar::Type::string && value.text.empty()))
        ++records_.back().record.errors_told;
      if (frame.index++ == 0) records_.back().record.set(records_.back().path + "/0", std::move(value));
      break;
    case Use::lengths:
      frame.sum += number >= 0 ? number : kNaN;
      if (frame.index++ == 0) records_.back().record.set(records_.back().path + "/0", std::move(value));
      break;
    case Use::first_only:
      if (frame.index++ == 0) records_.back().record.set(records_.back().path + "/0", std::move(value));
      break;
    default:
      break;
  }
}

void Collector::string(std::string_view text, bool /*cut*/) {
  if (skipped_ > 0) return;
  const bool keep = takes_fields() || frames_.empty() || frames_.back().index == 0;
  const std::size_t most = frames_.empty() || frames_.back().use != Use::errors ? 0 : 1;  // whether there is one
  const std::size_t kept = std::min(text.size(), keep ? Record::kMaxText : most);
  scalar({.type = Scalar::Type::string, .truth = false, .number = 0, .text = std::string(text.substr(0, kept))});
}

void Collector::number(double value, std::string_view literal) {
  if (skipped_ > 0) return;
  const bool keep = takes_fields() || frames_.back().use == Use::first_only;
  scalar({.type = Scalar::Type::number,
          .truth = false,
          .number = value,
          .text = keep ? std::string(literal) : std::string()});
}

void Collector::boolean(bool value) {
  scalar({.type = Scalar::Type::boolean, .truth = value, .number = 0, .text = {}});
}

void Collector::null() { scalar({.type = Scalar::Type::null, .truth = false, .number = 0, .text = {}}); }

}  // namespace jitgate::results
