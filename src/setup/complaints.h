// The faults of one file, each at its place, gathered so that one run shows several: fixing a policy one message at
// a time costs a CI round each. Five are shown; the rest are counted. Everything quoted from the file is made safe
// for a terminal and cut.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "setup/yaml_tree.h"

namespace jitgate::setup {

class Complaints {
 public:
  // `source` must outlive it.
  Complaints(std::string name, std::string_view source) : name_(std::move(name)), source_(source) {}

  void add(Place at, std::string what, std::string hint = {});
  [[nodiscard]] bool any() const { return count_ > 0; }
  // The first one, in file order: its sentence, its place, its hint with the text of its line. The others follow in
  // `what`, one a line, each with its own place.
  [[nodiscard]] base::Problem problem() const;

 private:
  struct Complaint {
    Place at;
    std::string what, hint;
  };
  [[nodiscard]] std::string where(Place at) const;

  std::string name_;
  std::string_view source_;
  std::vector<Complaint> kept_;
  std::size_t count_ = 0;
};

// 'text' in quotes, escaped and cut: for a word of the file inside a sentence.
std::string in_quotes(std::string_view text);
// "line 12 is: compilrs: …", or empty where there is no such line.
std::string line_text(std::string_view source, int line);

}  // namespace jitgate::setup
