// jitgate reasons: the reason codes, what each means and what to do about it. docs/reasons.md is its Markdown form, so
// that the page cannot say anything else than the program.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "model/finding.h"

namespace jitgate::cli {
namespace {

struct ReasonsOptions {
  std::vector<std::string> codes;
  std::string format = "text";
};

std::string finding_of(const model::ReasonFacts& facts) {
  return facts.makes ? model::to_string(*facts.makes) : "advice";
}

std::string as_text(const model::ReasonFacts& facts) {
  return fmt::format("{} ({})\n  means  {}\n  do     {}\n", facts.name, finding_of(facts), facts.meaning, facts.remedy);
}

std::string as_markdown(const model::ReasonFacts& facts) {
  return fmt::format("| `{}` | {} | {} | {} |\n", facts.name, finding_of(facts), facts.meaning, facts.remedy);
}

constexpr const char* kPage = R"(# Reasons

Every finding comes with reasons: stable codes for databases and dashboards, what each means, and what to do. A point's
finding is the worst of its reasons'; advice changes none. This page is `jitgate reasons --format markdown`.

| code | finding | means | do |
| --- | --- | --- | --- |
)";

std::vector<std::string> all_codes() {
  std::vector<std::string> names;
  for (const model::ReasonFacts& facts : model::all_reasons()) names.emplace_back(facts.name);
  return names;
}

base::Result<std::string> shown(const ReasonsOptions& options) {
  const bool markdown = options.format == "markdown";
  std::string text = markdown ? kPage : "";
  const std::vector<std::string> names = all_codes();
  for (const std::string& code : options.codes) {
    if (std::find(names.begin(), names.end(), code) == names.end())
      return tl::unexpected(
          base::Problem{"no such reason: " + code, {}, base::did_you_mean(code, names), base::Blame::user});
  }
  for (const model::ReasonFacts& facts : model::all_reasons()) {
    if (!options.codes.empty() &&
        std::find(options.codes.begin(), options.codes.end(), facts.name) == options.codes.end())
      continue;
    text += markdown ? as_markdown(facts) : as_text(facts);
  }
  return text;
}

}  // namespace

Command reasons_command() {
  const auto options = std::make_shared<ReasonsOptions>();
  Command reasons{"reasons", "The reason codes: what each means and what to do"};
  reasons.add_argument(suggesting(list("CODE", "CODE", options->codes, "Only these"), all_codes));
  reasons.group("Output").add(choice("format", options->format, {"text", "markdown"}, "How to write them"));
  reasons.examples = "  jitgate reasons monitor_masked_kernels";
  reasons.run = [options] {
    const auto text = shown(*options);
    if (!text) return complain(text.error());
    std::cout << *text;
    return 0;
  };
  return reasons;
}

}  // namespace jitgate::cli
