#include "setup/policy_origins.h"

#include <fmt/format.h>

#include "setup/yaml_tree.h"

namespace jitgate::setup {
namespace {

void note(const YamlNode& node, const std::string& key, const std::string& name, Origins& origins) {
  const Place at = node.key_at.line > 0 ? node.key_at : node.at;
  origins[key] = {base::place_name(name, {at.line, 0}), node.text};
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const bool list = node.kind == YamlNode::Kind::list;
    note(node.items[i], list ? fmt::format("{}[{}]", key, i) : key + '.' + node.items[i].key, name, origins);
  }
}

}  // namespace

Origins origins_in(const std::string& yaml, const std::string& name) {
  Origins origins;
  const auto root = read_yaml(yaml, name);
  if (!root) return origins;
  for (const YamlNode& entry : root->items) note(entry, entry.key, name, origins);
  return origins;
}

}  // namespace jitgate::setup
