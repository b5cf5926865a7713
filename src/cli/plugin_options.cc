#include "cli/plugin_options.h"

#include <algorithm>

#include "base/text.h"

namespace jitgate::cli {
namespace {

base::Result<void> take_one(const Option& option, const std::string& value, const std::string& where) {
  std::string text = value;
  if (option.value.empty()) {
    const auto on = boolean_of(value);
    if (!on) return base::refuse("neither true nor false: " + value, where);
    if (!*on) return {};
    text.clear();
  } else if (std::find(option.choices.begin(), option.choices.end(), "true") != option.choices.end()) {
    if (const auto on = boolean_of(value)) text = *on ? "true" : "false";
  }
  auto taken = option.take(text);
  if (taken) return {};
  base::Problem problem = taken.error();
  problem.where = where;
  return tl::unexpected(problem);
}

}  // namespace

std::optional<bool> boolean_of(const std::string& text) {
  const std::string word = base::lower(text);
  if (word == "true" || word == "on" || word == "yes" || word == "1") return true;
  if (word == "false" || word == "off" || word == "no" || word == "0") return false;
  return std::nullopt;
}

base::Result<void> take_plugin_options(const std::vector<publish::PluginOption>& given,
                                       const std::vector<Option>& options) {
  for (const publish::PluginOption& one : given) {
    const auto option =
        std::find_if(options.begin(), options.end(), [&](const Option& known) { return known.name == one.name; });
    const std::string where = "plugin option '" + one.name + "'";
    if (option == options.end()) {
      std::vector<std::string> names;
      std::string all;
      for (const Option& known : options) {
        names.push_back(known.name);
        all += (all.empty() ? "" : ", ") + known.name;
      }
      const std::string meant = base::did_you_mean(one.name, names);
      return base::refuse("there is no such option", where, meant.empty() ? "there are: " + all : meant);
    }
    if (one.several && !option->many) return base::refuse("it takes one value, and not several", where);
    // "ROLE=N" and the like may also be written as a mapping.
    if (one.object && option->value.find('=') == std::string::npos)
      return base::refuse("it takes a list, and not a mapping", where);
    for (const std::string& value : one.values) {
      if (auto taken = take_one(*option, value, where); !taken) return taken;
    }
  }
  return {};
}

}  // namespace jitgate::cli
