// What a gate could not do and goes on without: said at once, and again where people look later (annotation, summary).
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/escape.h"
#include "base/problem_text.h"
#include "base/result.h"

namespace jitgate::run {

class Notices {
 public:
  explicit Notices(std::ostream& err) : err_(&err) {}
  void add(const std::string& line) {
    *err_ << "jitgate: notice: " << base::for_terminal(line) << std::endl;  // NOLINT(performance-avoid-endl): in order
    all_.push_back(line);
  }
  void add(const std::string& what, const base::Problem& problem) {
    std::string line = what + ": " + base::where_and_what(problem);
    if (!problem.hint.empty()) line += " (" + problem.hint + ")";
    for (char& c : line) {
      if (c == '\n') c = ' ';
    }
    add(line);
  }
  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }

 private:
  std::ostream* err_;
  std::vector<std::string> all_;
};

}  // namespace jitgate::run
