#include "setup/policy_file.h"

#include <algorithm>
#include <optional>

#include "base/files.h"
#include "base/hash.h"
#include "setup/complaints.h"
#include "setup/known_reader.h"
#include "setup/rules_slice.h"
#include "setup/rulings_reader.h"
#include "setup/scalars.h"
#include "setup/vocabulary.h"
#include "setup/yaml_tree.h"

namespace jitgate::setup {
namespace {

// The compilers that the policy's own rules speak of. Rules are opaque here but for this one key.
void add_own_compilers(const YamlNode& root, CompilerNames& names) {
  const YamlNode* rules = root.find("rules");
  if (rules == nullptr || names.empty()) return;
  for (const YamlNode& rule : rules->items) {
    if (const YamlNode* compiler = rule.find("compiler")) names.push_back(compiler->text);
  }
}

void check_version(const YamlNode& root, Complaints& complaints) {
  const YamlNode* version = root.find("version");
  if (version == nullptr) {
    complaints.add(root.at, "the policy does not tell its version", "begin it with 'version: 1'");
  } else if (const auto number = read_count(*version, "version", 0, complaints); number && *number != 1) {
    complaints.add(version->at, "version " + version->text + " is not known", "this jitgate reads version 1");
  }
}

void read_screen(const YamlNode& section, model::Policy& policy, Complaints& complaints) {
  if (!is_map(section, "screen", complaints)) return;
  const auto& keys = screen_keys();
  for (const YamlNode& entry : section.items) {
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) {
      unknown_key(entry, keys, complaints);
    } else if (const auto value = read_number(entry, "screen." + entry.key, complaints)) {
      policy.screen[entry.key] = *value;
    }
  }
}

void read_override(const YamlNode& node, const CompilerNames& compilers, model::Policy& policy,
                   Complaints& complaints) {
  if (node.kind != YamlNode::Kind::map) {
    complaints.add(node.place(), "an entry of overrides is a mapping with a match and what it sets");
    return;
  }
  model::Override special;
  RulingsRead read;
  model::Rulings scratch = policy.base;
  for (const YamlNode& entry : node.items) {
    if (entry.key == "match") {
      special.match = read_match(entry, complaints);
    } else if (is_ruling_key(entry.key)) {
      read_ruling(entry, compilers, scratch, read, complaints);
    } else {
      unknown_key(entry, override_keys(), complaints);
    }
  }
  const YamlNode* match = node.find("match");
  if (match == nullptr || match->kind == YamlNode::Kind::null ||
      (match->kind == YamlNode::Kind::map && match->items.empty())) {
    complaints.add(node.at, "this override matches every point", "give it a match, or set this at the top");
  }
  if (const YamlNode* window = node.find("window")) check_patterns(scratch, *window, complaints);
  special.settings = std::move(read.settings);
  special.windows = std::move(read.windows);
  special.workers = std::move(read.workers);
  policy.overrides.push_back(std::move(special));
}

void read_overrides(const YamlNode& list, const CompilerNames& compilers, model::Policy& policy,
                    Complaints& complaints) {
  if (!is_list(list, "overrides", complaints)) return;
  for (const YamlNode& node : list.items) read_override(node, compilers, policy, complaints);
}

// Overrides last: each is tried on the finished base, wherever it stands in the file.
void read_root(const YamlNode& root, const CompilerNames& compilers, model::Policy& policy, Complaints& complaints) {
  RulingsRead read;
  for (const YamlNode& entry : root.items) {
    const auto& keys = policy_keys();
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) unknown_key(entry, keys, complaints);
    if (is_ruling_key(entry.key)) read_ruling(entry, compilers, policy.base, read, complaints);
    if (entry.key == "known") policy.known = read_known(entry, compilers, complaints);
    if (entry.key == "screen") read_screen(entry, policy, complaints);
    if (entry.key == "strict") policy.strict = read_boolean(entry, "strict", complaints).value_or(false);
  }
  if (const YamlNode* window = root.find("window")) check_patterns(policy.base, *window, complaints);
  if (const YamlNode* overrides = root.find("overrides")) read_overrides(*overrides, compilers, policy, complaints);
}

}  // namespace

base::Result<model::Policy> parse_policy(const std::string& yaml, const std::string& name,
                                         const std::vector<std::string>& known_compilers) {
  const auto root = read_yaml(yaml, name);
  if (!root) return tl::unexpected<base::Problem>(root.error());
  if (root->kind == YamlNode::Kind::null) {
    return base::refuse("empty policy", name, "`jitgate policy init` writes one to begin with");
  }
  Complaints complaints(name, yaml);
  model::Policy policy;
  policy.source = name;
  policy.sha256 = base::sha256_hex(yaml);
  if (root->kind != YamlNode::Kind::map) {
    complaints.add(root->at, "a policy is a mapping of keys to values", "begin it with 'version: 1'");
    return tl::unexpected<base::Problem>(complaints.problem());
  }
  check_version(*root, complaints);
  CompilerNames compilers = known_compilers;
  add_own_compilers(*root, compilers);
  read_root(*root, compilers, policy, complaints);
  const RulesSlice rules = slice_rules(yaml, *root, complaints);
  policy.rules_yaml = rules.yaml;
  policy.rules_line = rules.line;
  if (complaints.any()) return tl::unexpected<base::Problem>(complaints.problem());
  if (policy.strict) make_strict(policy);
  return policy;
}

base::Result<model::Policy> read_policy(const std::string& path, const std::vector<std::string>& known_compilers) {
  auto yaml = base::read_file(path, kMostYamlBytes);
  if (!yaml) {
    base::Problem problem = yaml.error();
    problem.blame = base::Blame::user;
    return tl::unexpected<base::Problem>(std::move(problem));
  }
  return parse_policy(*yaml, path, known_compilers);
}

void make_strict(model::Policy& policy) {
  policy.strict = true;
  policy.base.suspect = std::max(policy.base.suspect, model::Status::invalid);
  policy.base.unproven = std::max(policy.base.unproven, model::Status::invalid);
}

}  // namespace jitgate::setup
