#include "run/render.h"

#include "report/report.h"

namespace jitgate::run {

std::string render(const Checked& checked, const std::string& format, const Look& look,
                   const std::vector<std::string>& written) {
  if (format == "json") return report::verdict_json(checked.verdict);
  if (format == "markdown") return report::markdown(checked.verdict);
  if (format == "github") return report::github(checked.verdict);
  report::TextOptions text;
  text.color = look.color;
  text.width = look.width;
  text.verbose = look.verbose;
  text.written_files = written;
  return report::text(checked.verdict, text);
}

}  // namespace jitgate::run
