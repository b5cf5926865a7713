#include "results/twice.h"

#include <algorithm>
#include <string_view>

#include "base/fingerprint.h"
#include "base/text.h"

namespace jitgate::results {
namespace {

constexpr std::size_t kTold = 3;
constexpr std::size_t kShown = 40;

std::string_view bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

// Of an array that is kept apart from the fields, what was kept; empty: it is none.
std::string array_at(const Record& record, std::string_view path) {
  const auto series = [](const Record::Series& one) {
    base::Fingerprint all;
    all.add(bytes_of(one.values));
    return std::to_string(one.values.size()) + (one.usable ? " " : " not usable ") + all.hex();
  };
  const auto sum = [](const Record::Lengths& lengths) {
    return std::to_string(lengths.entries) + ' ' + (lengths.sum ? std::to_string(*lengths.sum) : "no numbers");
  };
  if (path == "ttfts") return series(record.ttfts);
  if (path == "itls") return series(record.itl_sums);
  if (path == "errors") return std::to_string(record.errors_told);
  if (path == "input_lens") return sum(record.input_lens);
  return path == "output_lens" ? sum(record.output_lens) : std::string();
}

bool alike(const Scalar& a, const Scalar& b) {
  if (a.type != b.type) return false;
  switch (a.type) {
    case Scalar::Type::boolean:
      return a.truth == b.truth;
    case Scalar::Type::number:
      return a.number == b.number || (!a.text.empty() && a.text == b.text);  // NaN is as written
    case Scalar::Type::string:
      return a.text == b.text;
    default:
      return true;
  }
}

bool alike(const Record::Fields& a, const Record::Fields& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.first == other.first && alike(one.second, other.second);
  });
}

std::string shown(const Scalar& value) {
  switch (value.type) {
    case Scalar::Type::null:
      return "null";
    case Scalar::Type::boolean:
      return value.truth ? "true" : "false";
    case Scalar::Type::number:
      return value.text.substr(0, kShown);
    case Scalar::Type::string:
      return '"' + base::valid_utf8(value.text, kShown) + '"';
    case Scalar::Type::container:
      break;
  }
  return "an object or array";
}

std::string named(const std::string& path) { return '\'' + base::valid_utf8(path, kShown * 2) + "' stands twice"; }

}  // namespace

void Twice::begins(const std::string& path, Record& record) {
  Record::Fields before = record.take_under(path);
  if (before.empty()) return;
  kept_ += before.size();
  if (kept_ > kMostKept) {
    if (not_compared_.size() < kTold) not_compared_.push_back(path);
    return;
  }
  earlier_.push_back({path, std::move(before), array_at(record, path)});
}

void Twice::handed_on(const std::string& path) {
  if (handed_on_.size() >= kMostKept || handed_on_.insert(path).second) return;
  if (not_compared_.size() < kTold) not_compared_.push_back(path);
}

void Twice::compare(Record& record) const {
  std::vector<std::string>& told = record.contradictions;
  const auto tell = [&](std::string text) {
    if (told.size() < kTold && std::find(told.begin(), told.end(), text) == told.end()) told.push_back(std::move(text));
  };
  for (const std::string& path : not_compared_) tell(named(path));
  for (const Earlier& one : earlier_) {
    if (alike(one.fields, record.under(one.path)) && one.array == array_at(record, one.path)) continue;
    const auto was = one.fields.find(one.path);
    const Scalar* is = record.find(one.path);
    const bool told_apart = was != one.fields.end() && is != nullptr && shown(was->second) != shown(*is);
    tell(named(one.path) + (told_apart ? ", as " + shown(was->second) + " and as " + shown(*is)
                                       : std::string(", with different values")));
  }
}

}  // namespace jitgate::results
