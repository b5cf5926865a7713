#include "run/render.h"

#include "report/pictures.h"
#include "report/report.h"
#include "run/shown.h"

namespace jitgate::run {
namespace {

constexpr int kMarkdownWidth = 100;  // of a timeline in a code block

}  // namespace

bool shows_events(const std::string& format) { return format != "json" && format != "github" && format != "junit"; }

std::string render(const Checked& checked, const std::string& format, const Look& look,
                   const std::vector<std::string>& written) {
  const report::EventTable events = shows_events(format) ? event_table(checked) : report::EventTable(checked.verdict);
  return render(checked.verdict, events, format, look, written);
}

std::string render(const model::Verdict& verdict, const report::EventTable& events, const std::string& format,
                   const Look& look, const std::vector<std::string>& written) {
  if (format == "json") return report::verdict_json(verdict);
  if (format == "github") return report::github(verdict);
  if (format == "junit") return report::junit(verdict);
  if (format == "html") return report::html({verdict, events, {}});
  if (format == "svg") return report::timeline_svg(verdict, events);
  if (format == "markdown") return markdown(verdict, events);
  report::TextOptions text;
  text.color = look.color;
  text.width = look.width;
  text.verbose = look.verbose;
  text.written_files = written;
  text.timeline = report::timeline_text(verdict, events, look.width);
  return report::text(verdict, text);
}

std::string markdown(const model::Verdict& verdict, const report::EventTable& events, std::size_t budget) {
  return report::markdown(verdict, budget, report::timeline_text(verdict, events, kMarkdownWidth));
}

}  // namespace jitgate::run
