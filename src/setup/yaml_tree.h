// A YAML document as a plain tree in which every key and value knows its line and column. It is built from the
// parser's events and not from its node graph, because only the events show what must be refused: a key written
// twice, an alias (a policy from a fork is hostile, and nested aliases grow without bound), a merge key, a tag, a
// second document. Nothing outside yaml_tree.cc sees the YAML library.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/source_line.h"

namespace jitgate::setup {

using Place = base::TextPlace;

struct YamlNode {
  enum class Kind { null, scalar, list, map };
  Kind kind = Kind::null;
  std::string key;  // of an entry of a map
  Place key_at;
  std::string text;     // of a scalar, unquoted
  bool quoted = false;  // in quotes or a block scalar: text whatever it looks like
  bool flow = false;    // a list or map in brackets or braces
  Place at;
  std::vector<YamlNode> items;  // of a list or a map, in file order

  // Where to point at: the value, or its key where there is no value.
  [[nodiscard]] Place place() const { return kind == Kind::null && key_at.line > 0 ? key_at : at; }
  [[nodiscard]] const YamlNode* find(const std::string& name) const;
};

inline constexpr std::size_t kMostYamlBytes = std::size_t{1} << 20;

// The only document of `yaml`. Problems are Blame::user and stand at name:line:column: more than 1 MB, invalid
// UTF-8, NUL, no YAML, more than one document, and everything the paragraph above names. An empty text, or one of
// comments only, gives a null node.
base::Result<YamlNode> read_yaml(const std::string& yaml, const std::string& name);

}  // namespace jitgate::setup
