#include "run/prepare.h"

#include <set>
#include <utility>

#include "base/files.h"
#include "setup/policy_file.h"

namespace jitgate::run {
namespace {

std::vector<std::string> compiler_names(const recognise::Catalogue& catalogue) {
  std::set<std::string> names;
  for (const model::CompilerFacts& compiler : catalogue.compilers()) names.insert(compiler.name);
  for (const model::RuleFacts& rule : catalogue.facts()) names.insert(rule.compiler);
  names.erase("");
  return {names.begin(), names.end()};
}

}  // namespace

base::Result<Prepared> prepare(const std::string& policy_path, const std::vector<std::string>& rule_paths,
                               bool strict) {
  std::vector<recognise::RuleSource> extra;
  for (const std::string& path : rule_paths) {
    auto yaml = base::read_file(path, std::size_t{4} << 20);
    if (!yaml) return base::refuse("cannot read the rule file: " + yaml.error().what, path);
    extra.push_back({path, std::move(*yaml), 1});
  }
  auto catalogue = recognise::Catalogue::load(extra);
  if (!catalogue) return tl::unexpected(catalogue.error());

  model::Policy policy;
  if (!policy_path.empty()) {
    auto read = setup::read_policy(policy_path, compiler_names(*catalogue));
    if (!read) return tl::unexpected(read.error());
    policy = std::move(*read);
  }
  if (strict) setup::make_strict(policy);
  if (!policy.rules_yaml.empty()) {
    extra.push_back({policy.source, policy.rules_yaml, policy.rules_line});
    catalogue = recognise::Catalogue::load(extra);
    if (!catalogue) return tl::unexpected(catalogue.error());
  }
  return Prepared{std::move(policy), std::move(*catalogue)};
}

base::Result<std::map<std::string, double>> tail_thresholds(const std::string& policy_path) {
  if (policy_path.empty()) return {};
  // Whatever rules the policy may count on: these are not asked here.
  auto policy = setup::read_policy(policy_path);
  if (!policy) return tl::unexpected(policy.error());
  return std::move(policy->screen);
}

const std::string& default_policy() { return setup::default_policy_yaml(); }

}  // namespace jitgate::run
