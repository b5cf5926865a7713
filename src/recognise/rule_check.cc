#include "recognise/rule_check.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "recognise/needle_proof.h"
#include "recognise/regex_options.h"
#include "recognise/rule_fault.h"

namespace jitgate::recognise {
namespace {

base::Result<void> fault(const Rule& rule, const std::string& what, const std::string& hint = {}) {
  return rule_fault(rule, rule.at, what, hint);
}

base::Result<void> check_pattern(const Rule& rule, const LazyRegex& regex, const std::string& pattern) {
  if (regex.get().ok()) return {};
  return rule_fault(rule, rule.pattern_at, "the pattern does not compile: " + regex.get().error(),
                    "pattern: " + pattern);
}

base::Result<void> check_names(const Rule& rule, const std::vector<std::string>& ids, bool captured) {
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
  if (!captured) return {};
  const std::vector<std::string>& groups = rule.regex->groups();
  for (const std::string& name : captures) {
    if (name.empty() || std::find(groups.begin(), groups.end(), name) != groups.end()) continue;
    return fault(rule, "the pattern captures no '" + name + "'", base::did_you_mean(name, groups));
  }
  return {};
}

base::Result<void> check_form(const Rule& rule) {
  if (rule.fallback && !rule.over_line) return fault(rule, "'fallback' needs 'scope: line'");
  const bool joins = rule.join_process != Join::no || rule.join_target != Join::no;
  if (rule.part == Part::single && (joins || !rule.follows.empty())) {
    return fault(rule, "'join' and 'follows' need a 'record'");
  }
  if (rule.is_mark && !rule.record.empty()) return fault(rule, "a mark cannot be part of a record");
  if (!rule.ends_after.empty() && rule.part != Part::start) return fault(rule, "'ends_after' needs 'part: start'");
  if (rule.absorbs && rule.part != Part::start) return fault(rule, "'absorbs' needs 'part: start'");
  return {};
}

}  // namespace

base::Result<void> give_patterns(std::vector<Rule>& rules) {
  std::map<std::string, const Rule*> by_id;
  for (Rule& rule : rules) {
    const auto [before, fresh] = by_id.emplace(rule.facts.id, &rule);
    if (!fresh) {
      return fault(rule, "this id is already taken at " + base::place_name(before->second->source, before->second->at),
                   "give it another id, or 'replace: true' to take the place of an embedded rule");
    }
    rule.regex = std::make_shared<const LazyRegex>(rule.pattern);
    if (!rule.unless.empty()) rule.unless_regex = std::make_shared<const LazyRegex>(rule.unless);
  }
  return {};
}

base::Result<void> check_rules(const std::vector<Rule>& rules, Checks checks) {
  std::vector<std::string> ids;
  for (const Rule& rule : rules) ids.push_back(rule.facts.id);
  for (const Rule& rule : rules) {
    // The embedded rules were proven when the program was built and tested; to compile their patterns and prove them
    // again would cost more than reading a small log.
    const bool prove = !rule.embedded || checks == Checks::all;
    if (prove) {
      if (auto good = check_pattern(rule, *rule.regex, rule.pattern); !good) return good;
      if (rule.unless_regex != nullptr) {
        if (auto good = check_pattern(rule, *rule.unless_regex, rule.unless); !good) return good;
      }
    }
    if (auto good = check_names(rule, ids, prove); !good) return good;
    if (!prove) continue;
    if (auto good = check_form(rule); !good) return good;
    const std::string why = needle_fault(rule.pattern, rule.needle);
    if (!why.empty()) {
      return rule_fault(rule, rule.needle_at, "the needle '" + rule.needle + "' " + why,
                        "lines without the needle are never looked at; take a literal that every match must contain");
    }
  }
  return {};
}

}  // namespace jitgate::recognise
