#include "setup/known_reader.h"

#include <algorithm>
#include <string>

#include "setup/scalars.h"
#include "setup/vocabulary.h"

namespace jitgate::setup {
namespace {

void read_until(const YamlNode& entry, model::KnownEvent& known, Complaints& complaints) {
  if (const auto until = read_last_of_day(entry, "until", complaints)) known.until = *until;
  known.until_text = entry.text;
}

void read_entry(const YamlNode& entry, const CompilerNames& compilers, model::KnownEvent& known,
                Complaints& complaints) {
  if (entry.key == "match") {
    known.match = read_match(entry, complaints);
  } else if (entry.key == "compiler") {
    known.compiler = read_text(entry, "compiler", complaints).value_or("");
    if (!known.compiler.empty()) check_compiler(known.compiler, entry.at, compilers, complaints);
  } else if (entry.key == "target") {
    known.target = read_text(entry, "target", complaints).value_or("");
  } else if (entry.key == "until") {
    read_until(entry, known, complaints);
  } else if (entry.key == "owner") {
    known.owner = read_text(entry, "owner", complaints).value_or("");
  } else if (entry.key == "reason") {
    known.reason = read_text(entry, "reason", complaints).value_or("");
  } else {
    unknown_key(entry, known_keys(), complaints);
  }
}

}  // namespace

model::Match read_match(const YamlNode& node, Complaints& complaints) {
  model::Match match;
  if (!is_map(node, "match", complaints)) return match;
  const auto& keys = match_keys();
  for (const YamlNode& entry : node.items) {
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) {
      unknown_key(entry, keys, complaints);
    } else if (const auto glob = read_text(entry, "match." + entry.key, complaints)) {
      match[entry.key] = *glob;
    }
  }
  return match;
}

std::vector<model::KnownEvent> read_known(const YamlNode& list, const CompilerNames& compilers,
                                          Complaints& complaints) {
  std::vector<model::KnownEvent> all;
  if (!is_list(list, "known", complaints)) return all;
  for (const YamlNode& node : list.items) {
    if (node.kind != YamlNode::Kind::map) {
      complaints.add(node.place(), "an entry of known is a mapping of " + listed(known_keys(), "and"));
      continue;
    }
    model::KnownEvent known;
    for (const YamlNode& entry : node.items) read_entry(entry, compilers, known, complaints);
    const YamlNode* match = node.find("match");
    const bool names_points = match != nullptr && !match->items.empty();
    if (!names_points && node.find("compiler") == nullptr && node.find("target") == nullptr) {
      complaints.add(node.at, "this entry accepts every event of every point", "give a match, a compiler or a target");
    }
    if (node.find("until") == nullptr) {
      complaints.add(node.at, "this entry has no end", "give until, the last day on which it applies");
    }
    if (node.find("reason") == nullptr) {
      complaints.add(node.at, "this entry gives no reason", "a reason: the link of an issue, or a sentence");
    }
    all.push_back(std::move(known));
  }
  return all;
}

}  // namespace jitgate::setup
