// A plugin's options as the Buildkite agent hands them over: one JSON object in BUILDKITE_PLUGIN_CONFIGURATION. The
// agent also sets a variable for each option, but their prefix depends on how the plugin's source is written, a list of
// one cannot be told from a text there, and one null makes it set none of them (facts: buildkite.md §1.4, §1.5). What
// the names mean is the business of whoever takes the options.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace jitgate::publish {

struct PluginOption {
  std::string name;
  // As text: a string as it is, a number as it is written, a boolean as true or false. Several: of a list, in order,
  // or of an object, each as "key=value".
  std::vector<std::string> values;
  bool several = false;  // a list or an object
  bool object = false;
};

// `configuration`: the variable's value; nothing: it is not set, which must never pass for "no options". Errors, all of
// the user: not set, no JSON object, null, lists in lists.
base::Result<std::vector<PluginOption>> plugin_options(const std::optional<std::string>& configuration);

// The entries that a step has of one plugin, in the order in which the step lists them. Each is run by itself and knows
// nothing of the others but what BUILDKITE_PLUGINS tells.
struct PluginEntries {
  std::size_t own = 0;
  std::vector<std::string> outputs;  // each one's option `output`; empty: the default. At least one
};

// `plugins`: BUILDKITE_PLUGINS, a list of sources with or without options. `configuration`: of the one that runs, by
// which it is found there; where it is not, it counts as the only one. Two of equal options are one.
PluginEntries plugin_entries(const std::optional<std::string>& plugins,
                             const std::optional<std::string>& configuration);

}  // namespace jitgate::publish
