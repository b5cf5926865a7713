// A judged run as the text that goes to standard output.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"
#include "run/check.h"

namespace jitgate::run {

struct Look {
  bool color = false;
  int width = 100;
  bool verbose = false;
};

// `format`: text, json, markdown, github. `written`: files to name at the end of the text.
std::string render(const Checked& checked, const std::string& format, const Look& look,
                   const std::vector<std::string>& written);
// The same of a verdict that was read back.
std::string render(const model::Verdict& verdict, const std::string& format, const Look& look,
                   const std::vector<std::string>& written);

}  // namespace jitgate::run
