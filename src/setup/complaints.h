// The faults of one file, each at its place, gathered so that one run shows several: fixing a policy one message at
// a time costs a CI round each. Five are shown, each with its line and what to do; the rest are counted. Everything
// quoted from the file is made safe for a terminal and cut.
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
  // The first one, in file order: its sentence and its place; in `hint` its line and what to do. The others follow in
  // `hint`, each with its own place, line and hint.
  [[nodiscard]] base::Problem problem() const;

 private:
  struct Complaint {
    Place at;
    std::string what, hint;
  };
  std::string name_;
  std::string_view source_;
  std::vector<Complaint> kept_;
  std::size_t count_ = 0;
};

// 'text' in quotes, escaped and cut: for a word of the file inside a sentence.
std::string in_quotes(std::string_view text);

}  // namespace jitgate::setup
