#include "publish/buildkite_options.h"

#include <nlohmann/json.hpp>

namespace jitgate::publish {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kVariable = "BUILDKITE_PLUGIN_CONFIGURATION";

base::Result<std::string> scalar(const Json& value, const std::string& where) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return std::string(value.get<bool>() ? "true" : "false");
  if (value.is_number()) return value.dump();
  if (value.is_null())
    return base::refuse("the option has no value", where,
                        "give it one, or leave it out: with a null the agent hands over no option at all");
  return base::refuse("neither a text, a number nor a boolean", where, "lists and mappings are one level deep");
}

base::Result<PluginOption> option_of(const std::string& name, const Json& value) {
  const std::string where = "plugin option '" + name + "'";
  PluginOption option;
  option.name = name;
  option.several = value.is_structured();
  option.object = value.is_object();
  if (!option.several) {
    auto text = scalar(value, where);
    if (!text) return tl::unexpected(text.error());
    option.values.push_back(std::move(*text));
    return option;
  }
  for (const auto& [key, one] : value.items()) {
    auto text = scalar(one, where);
    if (!text) return tl::unexpected(text.error());
    option.values.push_back((option.object ? key + '=' : std::string()) + *text);
  }
  return option;
}

}  // namespace

base::Result<std::vector<PluginOption>> plugin_options(const std::optional<std::string>& configuration) {
  if (!configuration) {
    return base::refuse("the agent handed over no configuration", kVariable,
                        "an option whose value is null (`key: ~`, or a key with nothing behind it) makes it set "
                        "nothing at all;\nagents before 3.28.1 never do; outside of a plugin, write the options there "
                        "as JSON yourself");
  }
  // The callback form, so that an exception never leaves: what is no JSON is "discarded".
  const Json json = Json::parse(*configuration, nullptr, false);
  if (json.is_discarded()) return base::refuse("it is no JSON", kVariable);
  std::vector<PluginOption> options;
  if (json.is_null()) return options;  // `plugin: ~`, should an agent hand it over so
  if (!json.is_object()) return base::refuse("it is no JSON object", kVariable, "options are `key: value`");
  for (const auto& [name, value] : json.items()) {
    auto option = option_of(name, value);
    if (!option) return tl::unexpected(option.error());
    options.push_back(std::move(*option));
  }
  return options;
}

}  // namespace jitgate::publish
