// Keys that stand twice in one object. JSON allows it, and readers differ in which one they take, so a file that says
// two things under one key says neither. What was read under it the first time is kept until the record is whole, and
// compared then: equal values are harmless.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "results/record.h"

namespace jitgate::results {

class Twice {
 public:
  // The key at `path` begins; what it said before, if anything, leaves the record.
  void begins(const std::string& path, Record& record);
  // The array at `path` is handed on element by element and cannot be compared.
  void handed_on(const std::string& path);
  // Fills record.contradictions.
  void compare(Record& record) const;

 private:
  static constexpr std::size_t kMostKept = Record::kMaxFields;  // fields of earlier values
  struct Earlier {
    std::string path;
    Record::Fields fields;
    std::string array;  // what the reduced array held
  };
  std::vector<Earlier> earlier_;
  std::set<std::string> handed_on_;
  std::vector<std::string> not_compared_;
  std::size_t kept_ = 0;
};

}  // namespace jitgate::results
