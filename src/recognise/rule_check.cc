#include "recognise/rule_check.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "recognise/needle_proof.h"
#include "recognise/regex_options.h"

namespace jitgate::recognise {
namespace {

std::string place_of(const Rule& rule) { return rule.source + ":" + std::to_string(rule.line); }

base::Result<void> fault(const Rule& rule, const std::string& what, const std::string& hint = {}) {
  return base::refuse("rule '" + rule.facts.id + "': " + what, place_of(rule), hint);
}

base::Result<std::shared_ptr<const re2::RE2>> compiled(const Rule& rule, const std::string& pattern) {
  auto regex = std::make_shared<const re2::RE2>(pattern, regex_options());
  if (!regex->ok()) {
    return base::refuse("rule '" + rule.facts.id + "': the pattern does not compile: " + regex->error(), place_of(rule),
                        "pattern: " + pattern);
  }
  return regex;
}

base::Result<void> check_names(const Rule& rule, const std::vector<std::string>& ids) {
  const auto known = [&](const std::vector<std::string>& list) {
    const auto unknown = std::find_if(list.begin(), list.end(), [&](const std::string& id) {
      return std::find(ids.begin(), ids.end(), id) == ids.end();
    });
    return unknown == list.end() ? std::string() : *unknown;
  };
  std::vector<std::vector<std::string>> lists = {rule.follows, rule.ends_after, rule.overlaps};
  std::vector<std::string> captures = {rule.verbose_proof};
  for (const Case& when : rule.when) {
    lists.push_back(when.saw);
    if (!rule.record.empty()) continue;  // another rule of the record may capture it
    for (const auto& [name, threshold] : when.numbers) captures.push_back(name);
    for (const auto& [name, text] : when.texts) captures.push_back(name);
  }
  for (const auto& list : lists) {
    const std::string unknown = known(list);
    if (!unknown.empty()) return fault(rule, "there is no rule '" + unknown + "'", base::did_you_mean(unknown, ids));
  }
  for (const std::string& name : captures) {
    if (name.empty() || std::find(rule.groups.begin(), rule.groups.end(), name) != rule.groups.end()) continue;
    return fault(rule, "the pattern captures no '" + name + "'", base::did_you_mean(name, rule.groups));
  }
  return {};
}

base::Result<void> check_form(const Rule& rule) {
  if (rule.fallback && !rule.over_line) return fault(rule, "'fallback' needs 'scope: line'");
  if (rule.part == Part::single && (rule.join_process || rule.join_target || !rule.follows.empty())) {
    return fault(rule, "'join' and 'follows' need a 'record'");
  }
  if (rule.is_mark && !rule.record.empty()) return fault(rule, "a mark cannot be part of a record");
  if (!rule.ends_after.empty() && rule.part != Part::start) return fault(rule, "'ends_after' needs 'part: start'");
  return {};
}

}  // namespace

base::Result<void> compile_rules(std::vector<Rule>& rules, Checks checks) {
  std::vector<std::string> ids;
  std::map<std::string, const Rule*> by_id;
  for (const Rule& rule : rules) {
    const auto [before, fresh] = by_id.emplace(rule.facts.id, &rule);
    if (!fresh) {
      return fault(rule, "this id is already taken at " + place_of(*before->second),
                   "give it another id, or 'replace: true' to take the place of an embedded rule");
    }
    ids.push_back(rule.facts.id);
  }
  for (Rule& rule : rules) {
    auto regex = compiled(rule, rule.pattern);
    if (!regex) return tl::unexpected<base::Problem>(regex.error());
    rule.regex = *regex;
    if (!rule.unless.empty()) {
      auto unless = compiled(rule, rule.unless);
      if (!unless) return tl::unexpected<base::Problem>(unless.error());
      rule.unless_regex = *unless;
    }
    rule.groups.assign(static_cast<std::size_t>(rule.regex->NumberOfCapturingGroups()) + 1, "");
    for (const auto& [index, name] : rule.regex->CapturingGroupNames()) {
      rule.groups[static_cast<std::size_t>(index)] = name;
    }
  }
  for (const Rule& rule : rules) {
    if (auto good = check_names(rule, ids); !good) return good;
    if (auto good = check_form(rule); !good) return good;
    // Proven when the program was built and tested; proving them again would cost more than reading a small log.
    if (rule.embedded && checks != Checks::all) continue;
    const std::string why = needle_fault(rule.pattern, rule.needle);
    if (!why.empty()) {
      return fault(rule, "the needle '" + rule.needle + "' " + why,
                   "lines without the needle are never looked at; take a literal that every match must contain");
    }
  }
  return {};
}

}  // namespace jitgate::recognise
