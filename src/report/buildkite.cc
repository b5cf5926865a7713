// The annotation of a Buildkite build. It is the Markdown summary in two pages: what decides stands open, what it rests
// on is folded, since a build of sixty benchmark steps shows sixty of these below one another. Each page keeps to its
// own room and goes in whole blocks, so the fold always closes. Names stand in code spans and table cells as in
// summary.md, so that no log can add a link, an image, an emoji or an artifact of its own to the page.
#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/text.h"
#include "report/markdown_parts.h"
#include "report/names.h"
#include "report/report.h"
#include "report/wording.h"

namespace jitgate::report {
namespace {

constexpr std::size_t kLeastRoom = 4096;  // for the folded part to be worth its frame
constexpr const char* kEverything = "The artifacts hold everything.";

std::string open_part(const model::Verdict& verdict, const std::string& title, const std::vector<std::string>& names,
                      std::size_t budget) {
  for (const bool rationed : {false, true}) {
    Page page(budget, rationed);
    if (!page.add(title)) break;
    add_judgement(page, verdict, names);
    if (rationed || page.whole()) return page.taken(kEverything);
  }
  return base::valid_utf8(title, budget);
}

// A path that is letters, digits and "._-/" only may stand in a link.
bool plain_path(const std::string& path) {
  return !path.empty() && std::all_of(path.begin(), path.end(), [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' ||
           c == '-' || c == '/';
  });
}

}  // namespace

std::string buildkite(const model::Verdict& verdict, const BuildkiteArtifacts& artifacts, const std::string& note,
                      std::size_t budget) {
  const std::vector<std::string> names = labels(verdict.points);
  const auto step = verdict.run.find("step");
  std::string title =
      fmt::format("**jitgate{}: {}** {} (exit status {})", step == verdict.run.end() ? "" : ' ' + code(step->second),
                  shouted(model::to_string(verdict.status)), headline(verdict), verdict.exit_code);
  if (plain_path(artifacts.summary)) title += fmt::format(" [summary](artifact://{})", artifacts.summary);
  if (plain_path(artifacts.page)) title += fmt::format(" [page](artifact://{})", artifacts.page);
  title += '\n';
  if (!note.empty()) title += '\n' + sentence(note) + '\n';
  if (plain_path(artifacts.timeline)) title += fmt::format("\n![Timeline](artifact://{})\n", artifacts.timeline);

  std::string out = open_part(verdict, title, names, budget);
  constexpr const char* kFold = "\n<details><summary>What this rests on</summary>\n";
  constexpr const char* kEnd = "\n</details>\n";
  const std::size_t frame = std::char_traits<char>::length(kFold) + std::char_traits<char>::length(kEnd);
  if (out.size() + frame + kLeastRoom > budget) return out;
  Page details(budget - out.size() - frame, true);
  add_details(details, verdict, names);
  return out + kFold + details.taken(kEverything) + kEnd;
}

}  // namespace jitgate::report
