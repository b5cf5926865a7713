#include "setup/rulings_reader.h"

#include <algorithm>

#include "base/escape.h"
#include "base/text.h"
#include "setup/points_reader.h"
#include "setup/scalars.h"
#include "setup/vocabulary.h"

namespace jitgate::setup {
namespace {

std::string dotted(const std::string& section, const std::string& key) {
  return section.empty() ? key : section + "." + key;
}

void set(const YamlNode& entry, const std::string& key, const std::string& value, model::Rulings& rulings,
         RulingsRead& read, Complaints& complaints) {
  if (!model::apply_setting(rulings, key, value)) {
    complaints.add(entry.place(), base::for_terminal(key) + " does not take " + in_quotes(value),
                   key == "coverage.max_silence" ? "it must be longer than nothing" : "");
    return;
  }
  read.settings.emplace_back(key, value);
}

void read_workers(const YamlNode& node, model::Rulings& rulings, RulingsRead& read, Complaints& complaints) {
  static const std::string kName = "coverage.workers";
  if (node.kind == YamlNode::Kind::scalar && node.text == "from-results") {
    set(node, kName, node.text, rulings, read, complaints);
    return;
  }
  if (node.kind != YamlNode::Kind::map || node.items.empty()) {
    complaints.add(node.place(), kName + " takes from-results, or a number for each role",
                   "as in workers: {prefill: 1, decode: 6}");
    return;
  }
  for (const YamlNode& entry : node.items) {
    const auto& roles = worker_roles();
    if (std::find(roles.begin(), roles.end(), entry.key) == roles.end()) {
      unknown_key(entry, roles, complaints);
    } else if (const auto count = read_count(entry, dotted(kName, entry.key), 1, complaints)) {
      read.workers[entry.key] = *count;
    }
  }
  rulings.workers = read.workers;
}

void read_leaf_of(const std::string& section, const YamlNode& entry, const std::string& key, model::Rulings& rulings,
                  RulingsRead& read, Complaints& complaints) {
  const std::string name = dotted(section, key);
  const auto value = read_leaf(entry, base::for_terminal(name), *leaf_of(section, key), complaints);
  if (value) set(entry, name, *value, rulings, read, complaints);
}

// Said where a finding is looked for that no policy rules by this key.
void unknown_finding(const YamlNode& entry, const std::vector<std::string>& keys, Complaints& complaints) {
  if (entry.key == "contaminated") {
    complaints.add(entry.key_at, "findings has no key 'contaminated'",
                   "what a contaminated point becomes is ruled by compilers");
  } else {
    unknown_key(entry, keys, complaints);
  }
}

}  // namespace

bool is_ruling_key(const std::string& key) {
  static const std::vector<std::string> keys = {"compilers", "events", "findings",
                                                "coverage",  "window", "unobservable"};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

void check_compiler(const std::string& name, Place at, const CompilerNames& compilers, Complaints& complaints) {
  if (base::trim(name).empty()) {
    complaints.add(at, "the name of a compiler is empty");
    return;
  }
  if (name.find_first_of("*?[") != std::string::npos) {
    complaints.add(at, "the name of a compiler is no glob: " + in_quotes(name), "give each compiler a line");
    return;
  }
  if (std::find(compilers.begin(), compilers.end(), name) != compilers.end()) return;
  std::vector<std::string> candidates = compilers;
  candidates.emplace_back("default");
  const std::string meant = base::did_you_mean(name, candidates);
  if (compilers.empty() && meant.empty()) return;
  complaints.add(
      at, "no compiler is called " + in_quotes(name),
      meant.empty() ? "`jitgate rules list` has them; others come with rules, in 'rules:' or by --rules" : meant);
}

void read_ruling(const YamlNode& section, const CompilerNames& compilers, model::Rulings& rulings, RulingsRead& read,
                 Complaints& complaints) {
  const std::string& name = section.key;
  if (leaf_of("", name) != nullptr) {
    read_leaf_of("", section, name, rulings, read, complaints);
    return;
  }
  if (!is_map(section, name, complaints)) return;
  const std::vector<std::string> keys = section_keys(name);
  for (const YamlNode& entry : section.items) {
    if (name == "compilers" && entry.key != "default") check_compiler(entry.key, entry.key_at, compilers, complaints);
    if (name == "coverage" && entry.key == "workers") {
      read_workers(entry, rulings, read, complaints);
    } else if (name == "window" && entry.key == "points") {
      read.windows = read_points(entry, complaints);
      rulings.windows = read.windows;
    } else if (leaf_of(name, entry.key) != nullptr) {
      read_leaf_of(name, entry, entry.key, rulings, read, complaints);
    } else if (name == "findings") {
      unknown_finding(entry, keys, complaints);
    } else {
      unknown_key(entry, keys, complaints);
    }
  }
}

void check_patterns(const model::Rulings& rulings, const YamlNode& section, Complaints& complaints) {
  // Both were written, then one has been refused already.
  if (section.find("start_pattern") != nullptr && section.find("end_pattern") != nullptr && complaints.any()) return;
  if (rulings.window_start_pattern.empty() == rulings.window_end_pattern.empty()) return;
  const bool lacks_end = rulings.window_end_pattern.empty();
  complaints.add(section.key_at.line > 0 ? section.key_at : section.at,
                 lacks_end ? "window.start_pattern stands without an end_pattern"
                           : "window.end_pattern stands without a start_pattern",
                 "a window has two ends: give both patterns, or neither");
}

}  // namespace jitgate::setup
