#include "run/rules.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/text.h"
#include "read/blocks.h"
#include "recognise/recogniser.h"

namespace jitgate::run {
namespace {

using recognise::RuleText;

void paragraph(std::string& out, const char* title, const std::string& text) {
  if (!text.empty()) out += fmt::format("  {:<9} {}\n", title, base::trim(text));
}

bool is_mark(const RuleText& rule) { return rule.kind.rfind("mark", 0) == 0; }

std::string explained(const RuleText& rule) {
  std::string out = fmt::format("{} ({}, {}", rule.id, rule.compiler.empty() ? "any" : rule.compiler, rule.kind);
  if (!is_mark(rule)) out += ", " + rule.certainty;
  out += ")\n";
  paragraph(out, "means", rule.means);
  paragraph(out, "prints", rule.prints);
  if (!is_mark(rule)) paragraph(out, "tells", "the " + rule.marks + " of the work");
  paragraph(out, "silence", rule.silence);
  paragraph(out, "cause", rule.cause);
  paragraph(out, "warm up", rule.warm_up);
  if (rule.log_once) paragraph(out, "note", "each target is named once in a process unless the monitor is verbose");
  if (rule.rank_filtered) paragraph(out, "note", "only the first rank of a node prints it");
  if (!rule.samples.empty())
    paragraph(out, "sample", base::for_terminal(base::trim(rule.samples.front()).substr(0, 160)));
  return out;
}

}  // namespace

std::string list_rules(const recognise::Catalogue& catalogue) {
  std::string out = fmt::format("{:<44} {:<16} {:<20} {}\n", "RULE", "COMPILER", "TYPE", "CERTAINTY");
  for (const RuleText& rule : catalogue.describe()) {
    out += fmt::format("{:<44} {:<16} {:<20} {}\n", rule.id, rule.compiler, rule.kind,
                       is_mark(rule) ? "" : rule.certainty);
  }
  return out;
}

std::vector<std::string> rule_names(const recognise::Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const RuleText& rule : catalogue.describe()) names.push_back(rule.id);
  for (const model::CompilerFacts& compiler : catalogue.compilers()) names.push_back(compiler.name);
  return names;
}

base::Result<std::string> explain_rule(const recognise::Catalogue& catalogue, const std::string& name) {
  std::string out;
  for (const RuleText& rule : catalogue.describe()) {
    if (rule.id != name && (is_mark(rule) || rule.compiler != name)) continue;
    out += (out.empty() ? "" : "\n") + explained(rule);
  }
  for (const model::CompilerFacts& compiler : catalogue.compilers()) {
    if (compiler.name != name) continue;
    out += fmt::format(
        "{}{}: {}\n", out.empty() ? "" : "\n", name,
        compiler.silent_by_default ? "prints nothing by default, so silence proves nothing" : "prints by default");
    paragraph(out, "advice", compiler.advice);
  }
  if (!out.empty()) return out;
  const std::string meant = base::did_you_mean(name, rule_names(catalogue));
  return base::refuse("no such rule or compiler", name, meant.empty() ? "see 'jitgate rules list'" : meant);
}

std::string try_text(const recognise::Catalogue& catalogue, const std::string& text) {
  recognise::Recogniser recogniser(catalogue, "line");
  read::BlockReader blocks([&](const model::Block& block) { recogniser.scan(block); });
  blocks.feed(text);
  blocks.finish();
  const model::LogEvidence found = recogniser.finish();
  std::string out;
  for (const model::RawEvent& event : found.events) {
    const model::RuleFacts& facts = catalogue.facts()[event.rule];
    out +=
        fmt::format("event {} {} {} {}", facts.id, facts.compiler, to_string(event.type), to_string(event.certainty));
    if (!event.target.empty()) out += " target=" + base::for_terminal(event.target);
    if (event.process.told()) out += " process=" + base::for_terminal(name_of(event.process));
    if (event.duration_s >= 0) out += fmt::format(" duration={:g}s", event.duration_s);
    out += '\n';
  }
  for (const model::RawMark& mark : found.marks) {
    out += fmt::format("mark {} {}", mark.rule, to_string(mark.kind));
    if (!mark.detail.empty()) out += ' ' + base::for_terminal(mark.detail);
    out += '\n';
  }
  return out.empty() ? "no rule takes it\n" : out;
}

}  // namespace jitgate::run
