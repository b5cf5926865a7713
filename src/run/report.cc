#include "run/report.h"

#include "run/saved_runs.h"

namespace jitgate::run {

base::Result<Report> report_saved(const std::string& path, const std::string& format, const Look& look) {
  auto verdict = read_verdict(path);
  if (!verdict) return tl::unexpected(verdict.error());
  return Report{render(*verdict, format, look, {}), verdict->exit_code};
}

}  // namespace jitgate::run
