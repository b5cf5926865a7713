// Keys that stand twice in one row, in a document that streams by. Readers disagree on which of the two counts (the
// first, the last, a list of both), so a row with one is malformed, whatever reader would take it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace jitgate::tables {

struct DoubledKey {
  std::string key;
  std::uint64_t line = 1;  // 1-based, of the row
};

class DoubledKeys {
 public:
  DoubledKeys();
  ~DoubledKeys();

  // Rows are the document itself, objects of an array, or objects one after another. What is no JSON is passed over.
  void feed(std::string_view bytes);
  [[nodiscard]] const std::optional<DoubledKey>& first() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitgate::tables
