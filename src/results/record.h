// One JSON object reduced to what result documents are read for: its scalars, flat by path, and the two arrays that
// clients keep per request. A tree of values would be simpler to ask and would hold every token of every request.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitgate::results {

struct Scalar {
  enum class Type : std::uint8_t { null, boolean, number, string, container };
  Type type = Type::null;
  bool truth = false;
  double number = 0;
  std::string text;  // a string's content, or a number as written (64-bit ids do not fit a double)
};

// Keys are paths: "metadata/request_start_ns"; the first element of an array of scalars is "model_names/0".
class Record {
 public:
  static constexpr std::size_t kMaxFields = 2048;  // of the object itself, and again of all objects within
  static constexpr std::size_t kMaxText = 512;
  static constexpr std::size_t kMaxRequests = 4'000'000;  // entries of each of the arrays

  [[nodiscard]] bool has(std::string_view path) const { return find(path) != nullptr; }
  [[nodiscard]] const Scalar* find(std::string_view path) const;
  // A finite number, also in quotes. Absent for null, NaN, infinity and all else; `notes`, if given, hears of a value
  // that is there and is no number (null and NaN are usual, and not told), and of a number in quotes.
  [[nodiscard]] std::optional<double> number(std::string_view path, std::vector<std::string>* notes = nullptr) const;
  // A number without a fraction, within 64 bits, exact.
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view path,
                                                    std::vector<std::string>* notes = nullptr) const;
  // A string's content, or a number as written; empty for all else.
  [[nodiscard]] std::string text(std::string_view path) const;
  // true, "true" (any case) or a number that is not 0.
  [[nodiscard]] bool truth(std::string_view path) const;
  using Fields = std::map<std::string, Scalar, std::less<>>;
  [[nodiscard]] const Fields& fields() const { return fields_; }
  // The path itself and all within.
  [[nodiscard]] Fields under(std::string_view path) const;

  void set(std::string_view path, Scalar value);
  Fields take_under(std::string_view path);  // for keys that come twice

  // Seconds, in submission order. Not usable (and emptied) if an element was no finite number of at least 0.
  struct Series {
    std::vector<float> values;
    bool usable = true;
    void add(double value);
    void refuse();
  };
  Series ttfts;
  Series itl_sums;               // one sum a request
  std::int64_t errors_told = 0;  // of the array "errors": entries that are no empty text
  struct Lengths {
    std::int64_t entries = 0;
    std::optional<double> sum;  // where all are numbers
  };
  Lengths input_lens, output_lens;
  std::vector<std::string> contradictions;  // keys that stand twice and say two things: one sentence each
  bool overflow = false;                    // more fields than kMaxFields: some were dropped

 private:
  [[nodiscard]] std::pair<Fields::const_iterator, Fields::const_iterator> within(std::string_view path) const;

  Fields fields_;
  std::size_t own_fields_ = 0, inner_fields_ = 0;
};

}  // namespace jitgate::results
