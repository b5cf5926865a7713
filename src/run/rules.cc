#include "run/rules.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/text.h"
#include "read/blocks.h"
#include "recognise/recogniser.h"
#include "recognise/rule.h"

namespace jitgate::run {
namespace {

using recognise::Rule;

std::string kind_of(const Rule& rule) {
  return rule.is_mark ? std::string("mark ") + to_string(rule.mark) : std::string(to_string(rule.facts.type));
}

void paragraph(std::string& out, const char* title, const std::string& text) {
  if (!text.empty()) out += fmt::format("  {:<9} {}\n", title, base::trim(text));
}

std::string explained(const Rule& rule) {
  std::string out = fmt::format("{} ({}, {}", rule.facts.id, rule.facts.compiler.empty() ? "any" : rule.facts.compiler,
                                kind_of(rule));
  if (!rule.is_mark) out += fmt::format(", {}", to_string(rule.facts.certainty));
  out += ")\n";
  paragraph(out, "means", rule.explain.means);
  paragraph(out, "prints", rule.explain.prints);
  if (!rule.is_mark) paragraph(out, "tells", std::string("the ") + to_string(rule.marks) + " of the work");
  paragraph(out, "silence", rule.explain.silence);
  paragraph(out, "cause", rule.explain.cause);
  paragraph(out, "warm up", rule.explain.warm_up);
  if (rule.facts.log_once)
    paragraph(out, "note", "each target is named once in a process unless the monitor is verbose");
  if (rule.facts.rank_filtered) paragraph(out, "note", "only the first rank of a node prints it");
  if (!rule.samples.empty()) {
    const std::string sample(base::trim(rule.samples.front().text));
    paragraph(out, "sample", base::for_terminal(sample.substr(0, 160)));
  }
  return out;
}

}  // namespace

std::string list_rules(const recognise::Catalogue& catalogue) {
  std::string out = fmt::format("{:<44} {:<16} {:<20} {}\n", "RULE", "COMPILER", "TYPE", "CERTAINTY");
  for (const Rule& rule : catalogue.rules()) {
    out += fmt::format("{:<44} {:<16} {:<20} {}\n", rule.facts.id, rule.facts.compiler, kind_of(rule),
                       rule.is_mark ? "" : to_string(rule.facts.certainty));
  }
  return out;
}

base::Result<std::string> explain_rule(const recognise::Catalogue& catalogue, const std::string& name) {
  std::string out;
  std::vector<std::string> names;
  for (const Rule& rule : catalogue.rules()) {
    names.push_back(rule.facts.id);
    if (rule.facts.id != name && (rule.is_mark || rule.facts.compiler != name)) continue;
    out += (out.empty() ? "" : "\n") + explained(rule);
  }
  for (const model::CompilerFacts& compiler : catalogue.compilers()) {
    names.push_back(compiler.name);
    if (compiler.name != name) continue;
    out += fmt::format(
        "{}{}: {}\n", out.empty() ? "" : "\n", name,
        compiler.silent_by_default ? "prints nothing by default, so silence proves nothing" : "prints by default");
    paragraph(out, "advice", compiler.advice);
  }
  if (!out.empty()) return out;
  const std::string meant = base::did_you_mean(name, names);
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
