// The page's frame. The scripts and the style are files of page/, embedded when the program is built and put into the
// page as they are; the policy allows exactly them by their digests, so that nothing which a log brings in could run
// even if it became markup. Where scripts do not run at all (some CI systems serve pages so), the text report stands
// in their place.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "base/escape.h"
#include "base/hash.h"
#include "report/html_data.h"
#include "report/page_files.h"
#include "report/report.h"
#include "report/wording.h"

namespace jitgate::report {
namespace {

constexpr std::size_t kBudget = 960'000;  // a page of ten thousand events is to stay under 1 MB
constexpr std::size_t kLeastTexts = 100'000;

std::string file(std::string_view name) { return std::string(base::embedded_text(embedded_files(), name)); }

// "'sha256-…'", of a script's or style's text as it stands in the page.
std::string source_of(const std::string& text) { return "'sha256-" + base::sha256_base64(text) + '\''; }

const std::string& script() {
  static const std::string all = [] {
    std::string text = "'use strict';\n(() => {\n";
    for (const char* name :
         {"dom.js", "data.js", "table.js", "plot.js", "timeline.js", "requests.js", "sections.js", "page.js"})
      text += file(name);
    return text + "})();\n";
  }();
  return all;
}

// The template with each {{name}} replaced. Values are not looked at again.
std::string filled(const std::string& text, const std::array<std::pair<std::string_view, std::string>, 7>& values) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find("{{", at);
    const std::size_t close = open == std::string::npos ? open : text.find("}}", open);
    if (close == std::string::npos) return out + text.substr(at);
    out += text.substr(at, open - at);
    const std::string_view name = std::string_view(text).substr(open + 2, close - open - 2);
    for (const auto& [known, value] : values) {
      if (known == name) out += value;
    }
    at = close + 2;
  }
  return out;
}

}  // namespace

std::string html(const ShownRun& run) {
  static const std::string style = file("page.css");
  static const std::string policy =
      fmt::format("default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
                  source_of(script()), source_of(style));
  const std::string told = html_verdict(run);
  TextOptions plain;
  plain.width = 120;
  const std::string fallback = base::for_html(text(run.verdict, plain));
  const std::size_t others = told.size() + fallback.size() + script().size() + style.size();
  const std::size_t room = others < kBudget ? kBudget - others : 0;
  return filled(file("page.html"),
                {{{"policy", policy},
                  {"title", base::for_html("jitgate: " + shouted(model::to_string(run.verdict.status)) + ", " +
                                           headline(run.verdict))},
                  {"style", style},
                  {"fallback", fallback},
                  {"verdict", told},
                  {"events", html_events(run, room, kLeastTexts)},
                  {"script", script()}}});
}

}  // namespace jitgate::report
