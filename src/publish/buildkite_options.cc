#include "publish/buildkite_options.h"

#include <algorithm>
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

// Source without its version, and options.
struct Listed {
  std::string source;
  Json options;
};

std::vector<Listed> listed_plugins(const std::string& text) {
  std::vector<Listed> all;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_array()) return all;
  for (const Json& one : json) {
    if (one.is_string()) all.push_back({one.get<std::string>(), Json::object()});
    if (!one.is_object()) continue;
    for (const auto& [source, options] : one.items())
      all.push_back({source, options.is_object() ? options : Json::object()});
  }
  for (Listed& one : all) one.source.resize(std::min(one.source.find('#'), one.source.size()));
  return all;
}

// Whatever the order of its keys.
bool same(const Json& a, const Json& b) { return nlohmann::json(a) == nlohmann::json(b); }

}  // namespace

PluginEntries plugin_entries(const std::optional<std::string>& plugins,
                             const std::optional<std::string>& configuration) {
  PluginEntries entries;
  const Json own = Json::parse(configuration.value_or(""), nullptr, false);
  std::vector<Json> ours;  // of our source
  std::string source;
  const std::vector<Listed> all = listed_plugins(plugins.value_or(""));
  for (const Listed& one : all) {
    if (source.empty() && own.is_object() && same(one.options, own)) source = one.source;
  }
  for (const Listed& one : all) {
    const auto equal = [&one](const Json& other) { return same(one.options, other); };
    if (one.source != source || std::any_of(ours.begin(), ours.end(), equal)) continue;
    if (equal(own)) entries.own = ours.size();
    const auto output = one.options.find("output");
    entries.outputs.push_back(output != one.options.end() && output->is_string() ? output->get<std::string>() : "");
    ours.push_back(one.options);
  }
  if (entries.outputs.empty()) entries.outputs.emplace_back();
  return entries;
}

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
