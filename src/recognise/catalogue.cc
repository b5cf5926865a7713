#include "recognise/catalogue.h"

#include <algorithm>

#include "recognise/catalogue_state.h"
#include "recognise/packed_rules.h"
#include "recognise/rule_check.h"
#include "recognise/rule_fault.h"
#include "recognise/rule_fields.h"
#include "recognise/rule_file.h"

namespace jitgate::recognise {
namespace {

void add_compiler(std::vector<model::CompilerFacts>& all, const model::CompilerFacts& facts) {
  const auto known = std::find_if(all.begin(), all.end(), [&](const auto& other) { return other.name == facts.name; });
  if (known == all.end()) {
    all.push_back(facts);
  } else {
    *known = facts;
  }
}

// An added rule takes the place of the embedded one it replaces, so that indexes and order stay.
base::Result<void> add_rule(std::vector<Rule>& all, Rule rule) {
  if (!rule.replace) {
    all.push_back(std::move(rule));
    return {};
  }
  for (Rule& other : all) {
    if (other.facts.id != rule.facts.id || !other.embedded) continue;
    other = std::move(rule);
    return {};
  }
  return rule_fault(rule, rule.at, "replaces nothing: no embedded rule has this id",
                    "leave 'replace' out, or correct the id");
}

}  // namespace

Catalogue::Catalogue() = default;
Catalogue::Catalogue(Catalogue&&) noexcept = default;
Catalogue& Catalogue::operator=(Catalogue&&) noexcept = default;
Catalogue::~Catalogue() = default;

base::Result<Catalogue> Catalogue::load(const std::vector<RuleSource>& extra, Checks checks) {
  std::vector<Rule> rules;
  std::vector<model::CompilerFacts> compilers;
  RuleFile embedded = unpack(embedded_rules());
  for (const model::CompilerFacts& facts : embedded.compilers) add_compiler(compilers, facts);
  rules = std::move(embedded.rules);
  for (Rule& rule : rules) rule.embedded = true;
  for (const RuleSource& source : extra) {
    auto file = read_rule_file(source);
    if (!file) return tl::unexpected<base::Problem>(file.error());
    for (const model::CompilerFacts& facts : file->compilers) add_compiler(compilers, facts);
    for (Rule& rule : file->rules) {
      if (auto added = add_rule(rules, std::move(rule)); !added) return tl::unexpected<base::Problem>(added.error());
    }
  }
  for (const Rule& rule : rules) {
    const std::string& name = rule.facts.compiler;
    const bool known =
        std::any_of(compilers.begin(), compilers.end(), [&](const auto& facts) { return facts.name == name; });
    if (!name.empty() && !known) compilers.push_back({name, false, false, {}});
  }
  if (auto good = give_patterns(rules); !good) return tl::unexpected<base::Problem>(good.error());
  Catalogue catalogue;
  catalogue.state_ = std::make_unique<State>(std::move(rules), std::move(compilers));
  if (auto good = catalogue.prove(checks); !good) return tl::unexpected<base::Problem>(good.error());
  return catalogue;
}

base::Result<void> Catalogue::prove(Checks checks) const {
  if (auto good = check_rules(state_->rules, checks); !good) return good;
  if (auto good = check_samples(state_->rules, checks); !good) return good;
  return check_expectations(*this, checks);
}

const std::vector<model::RuleFacts>& Catalogue::facts() const { return state_->facts; }
const std::vector<model::CompilerFacts>& Catalogue::compilers() const { return state_->compilers; }
const std::vector<Rule>& Catalogue::rules() const { return state_->rules; }

std::vector<RuleText> Catalogue::describe() const {
  std::vector<RuleText> all;
  for (const Rule& rule : state_->rules) {
    RuleText text;
    text.id = rule.facts.id;
    text.compiler = rule.facts.compiler;
    text.kind = rule.is_mark ? std::string("mark: ") + to_string(rule.mark) : to_string(rule.facts.type);
    text.certainty = to_string(rule.facts.certainty);
    text.cost = to_string(rule.cost);
    text.marks = to_string(rule.marks);
    text.source = base::place_name(rule.source, {rule.at.line, 0});
    text.pattern = rule.pattern;
    text.needle = rule.needle;
    text.means = rule.explain.means;
    text.prints = rule.explain.prints;
    text.silence = rule.explain.silence;
    text.cause = rule.explain.cause;
    text.warm_up = rule.explain.warm_up;
    for (const Sample& sample : rule.samples) text.samples.push_back(sample.text);
    text.log_once = rule.facts.log_once;
    text.rank_filtered = rule.facts.rank_filtered;
    text.monitored = rule.facts.monitored;
    text.flushes_each_line = rule.facts.flushes_each_line;
    all.push_back(std::move(text));
  }
  return all;
}

}  // namespace jitgate::recognise
