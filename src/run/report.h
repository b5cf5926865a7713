// `jitgate report`: a verdict that was kept, read back and rendered again.
#pragma once

#include <string>

#include "base/result.h"
#include "run/render.h"

namespace jitgate::run {

struct Report {
  std::string text;
  int exit_code = 82;  // the verdict's
};

// `path`: a verdict.json, or the directory that holds one with its events. Errors: it cannot be read, or does not agree
// with itself or with the events beside it.
base::Result<Report> report_saved(const std::string& path, const std::string& format, const Look& look);

}  // namespace jitgate::run
