#include "run/render.h"

#include "report/report.h"

namespace jitgate::run {

std::string render(const Checked& checked, const std::string& format, const Look& look,
                   const std::vector<std::string>& written) {
  return render(checked.verdict, format, look, written);
}

std::string render(const model::Verdict& verdict, const std::string& format, const Look& look,
                   const std::vector<std::string>& written) {
  if (format == "json") return report::verdict_json(verdict);
  if (format == "markdown") return report::markdown(verdict);
  if (format == "github") return report::github(verdict);
  report::TextOptions text;
  text.color = look.color;
  text.width = look.width;
  text.verbose = look.verbose;
  text.written_files = written;
  return report::text(verdict, text);
}

}  // namespace jitgate::run
