// A judged run as the text that goes to standard output.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"
#include "report/event_table.h"
#include "run/check.h"

namespace jitgate::run {

struct Look {
  bool color = false;
  int width = 100;
  bool verbose = false;
};

// Whether a format shows single events, or the verdict alone.
bool shows_events(const std::string& format);

// `format`: text, json, markdown, github, junit; of `report` also html and svg. `written`: files to name at the end of
// the text.
std::string render(const Checked& checked, const std::string& format, const Look& look,
                   const std::vector<std::string>& written);
// The same of a verdict that was read back, with its events.
std::string render(const model::Verdict& verdict, const report::EventTable& events, const std::string& format,
                   const Look& look, const std::vector<std::string>& written);
// summary.md with its timeline.
std::string markdown(const model::Verdict& verdict, const report::EventTable& events, std::size_t budget = 200 * 1024);

}  // namespace jitgate::run
