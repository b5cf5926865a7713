// Typed access to a JSON document that may be anything. The first thing that is not as it must be is remembered with
// its place in the document, later ones are ignored, and every getter gives a harmless value: a reader is written
// straight down and asks once, at its end, whether it may believe what it read.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"

namespace jitgate::report {

class Part {
 public:
  Part(const nlohmann::json& value, std::string where, std::optional<base::Problem>& first_problem);

  [[nodiscard]] Part operator[](const char* key) const;  // a missing key is a problem
  [[nodiscard]] bool has(const char* key) const;         // an object with that key
  [[nodiscard]] std::vector<Part> each() const;          // of an array

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string text_or_empty() const;  // null: empty
  [[nodiscard]] bool flag() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] double amount() const;                         // a number that is not below zero
  [[nodiscard]] std::optional<double> amount_or_none() const;  // null: empty
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::int64_t integer_or(std::int64_t if_null, std::int64_t most) const;  // not negative, or null
  [[nodiscard]] std::optional<base::Instant> instant() const;                            // null: empty
  // Of a span: `hi` must not lie before `lo`; each may be null.
  void instants(const char* first, const char* last, std::optional<base::Instant>& lo,
                std::optional<base::Instant>& hi) const;
  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] std::map<std::string, std::string> words_by() const;
  [[nodiscard]] std::map<std::string, int> counts_by() const;
  [[nodiscard]] std::map<std::string, double> numbers_by() const;

  // The value of E whose to_string is this text; `number` of them, from 0.
  template <typename E>
  [[nodiscard]] E word(int number) const {
    const std::string given = text();
    for (int i = 0; i < number; ++i) {
      if (given == to_string(static_cast<E>(i))) return static_cast<E>(i);
    }
    refuse("is no word that is known here");
    return E{};
  }
  // `where` of the problem is this part's path ("points[0].id"): who has the text makes a place of it (placed()).
  void refuse(const std::string& why) const;

 private:
  [[nodiscard]] std::vector<std::pair<std::string, Part>> members() const;

  const nlohmann::json* value_;
  std::string where_;
  std::optional<base::Problem>* problem_;
};

// A problem of a part of `json` with its place there: `where` is "line:column", and the line stands in the hint.
base::Problem placed(base::Problem problem, const std::string& json);
// What is wrong with a text that is no JSON at all, likewise.
base::Problem no_json(const std::string& json, const std::string& hint);

}  // namespace jitgate::report
