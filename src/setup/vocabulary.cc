#include "setup/vocabulary.h"

#include <algorithm>

namespace jitgate::setup {

using Words = std::vector<std::string>;

const std::vector<Leaf>& leaves() {
  static const Words counted = {"count", "ignore"};
  static const Words made = {"flagged", "invalid", "failed"};
  static const std::vector<Leaf> table = {
      {"compilers", "", Form::word, {"failed", "invalid", "flagged", "ignored"}},
      {"events", "compile", Form::word, counted},
      {"events", "recompile", Form::word, counted},
      {"events", "autotune", Form::word, counted},
      {"events", "build", Form::word, counted},
      {"events", "load", Form::word, counted},
      {"events", "miss", Form::word, counted},
      {"events", "download", Form::word, counted},
      {"findings", "suspect", Form::word, made},
      {"findings", "unproven", Form::word, made},
      {"findings", "inconclusive", Form::word, made},
      {"", "unobservable", Form::word, {"report", "flagged", "inconclusive"}},
      {"coverage", "require_monitor", Form::boolean, {}},
      {"coverage", "max_silence", Form::duration, {}},
      {"coverage", "logs", Form::word, {"expected", "optional"}},
      {"window", "guard", Form::duration, {}},
      {"window", "start_pattern", Form::pattern, {}},
      {"window", "end_pattern", Form::pattern, {}},
  };
  return table;
}

const Leaf* leaf_of(std::string_view section, std::string_view key) {
  const auto& table = leaves();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Leaf& leaf) {
    return leaf.section == section && (leaf.key == key || leaf.key.empty());
  });
  return found == table.end() ? nullptr : &*found;
}

const Words& policy_keys() {
  static const Words keys = {"version",  "strict", "compilers", "events", "findings",  "unobservable",
                             "coverage", "window", "known",     "screen", "overrides", "rules"};
  return keys;
}

const Words& override_keys() {
  static const Words keys = {"match", "compilers", "events", "findings", "unobservable", "coverage", "window"};
  return keys;
}

Words section_keys(std::string_view section) {
  Words keys;
  for (const Leaf& leaf : leaves()) {
    if (leaf.section == section && !leaf.key.empty()) keys.push_back(leaf.key);
  }
  if (section == "coverage") keys.emplace_back("workers");
  if (section == "window") keys.emplace_back("points");
  return keys;
}

const Words& match_keys() {
  static const Words keys = {"model",        "hardware", "framework", "precision", "spec_method", "parallelism",
                             "offload_mode", "recipe",   "isl",       "osl",       "conc",        "id"};
  return keys;
}

const Words& known_keys() {
  static const Words keys = {"match", "compiler", "target", "until", "owner", "reason"};
  return keys;
}

const Words& point_keys() {
  static const Words keys = {"id", "start", "end"};
  return keys;
}

const Words& screen_keys() {
  static const Words keys = {"ttft_ratio",     "ttft_excess_s",  "ttft_kappa_min",      "ttft_kappa_max",
                             "ttft_sigma_min", "ttft_sigma_max", "ttft_wave_kappa_min", "ttft_wave_sigma_min",
                             "ttft_conc_min",  "burst_factor",   "tpot_ratio",          "tpot_excess_s",
                             "tpot_kappa_max", "recurring_runs", "recurring_dates",     "recurring_share",
                             "recurring_days"};
  return keys;
}

const Words& worker_roles() {
  static const Words roles = {"prefill", "decode", "agg"};
  return roles;
}

std::string listed(const Words& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace jitgate::setup
