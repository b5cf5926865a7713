// A plugin's options fill the same table as a command's: what a value may be, and how a wrong one is told, is written
// once. A YAML author may write 5 or "5", true or "on": agents hand all of it over, some of it as text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_table.h"
#include "run/buildkite.h"

namespace jitgate::cli {

// As official plugins take them: true, on, yes, 1 and their opposites, whatever their case; nothing: another word.
std::optional<bool> boolean_of(const std::string& text);

// Gives each option its values. Errors (of the user): an unknown option, with what was meant; a list where one value is
// taken; a value that the option refuses.
base::Result<void> take_plugin_options(const std::vector<publish::PluginOption>& given,
                                       const std::vector<Option>& options);

}  // namespace jitgate::cli
