// Reads one YAML mapping by known keys, and keeps the first fault: wrong types, unknown and repeated keys become a
// Problem that names the place and what was probably meant. Readers therefore need no error handling of their own
// between two keys; they look at the trouble once, at the end.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/source_line.h"

namespace YAML {
class Node;
}

namespace jitgate::recognise {

struct RuleSource;

struct YamlSource {
  std::shared_ptr<const RuleSource> file;
  std::optional<base::Problem> trouble;

  void refuse(const YAML::Node& at, const std::string& what, const std::string& hint = {});
  [[nodiscard]] base::TextPlace place_of(const YAML::Node& at) const;
};

class YamlFields {
 public:
  // `what` names the mapping in messages ("rule", "sample").
  YamlFields(const YAML::Node& map, YamlSource& source, std::string what, const std::vector<std::string>& known);

  [[nodiscard]] bool has(const std::string& key) const;
  [[nodiscard]] YAML::Node node(const std::string& key) const;
  // Of the key's value; of the mapping where it is absent.
  [[nodiscard]] base::TextPlace place(const std::string& key) const;

  std::string text(const std::string& key, const std::string& fallback = {});
  bool flag(const std::string& key, bool fallback = false);
  std::uint64_t count(const std::string& key, std::uint64_t fallback);
  std::vector<std::string> texts(const std::string& key);                          // a scalar or a list of scalars
  std::vector<std::pair<std::string, std::string>> pairs(const std::string& key);  // a mapping of scalars
  // Index of the value among `names`; `fallback` where the key is absent.
  std::size_t choice(const std::string& key, const std::vector<std::string>& names, std::size_t fallback);
  std::size_t choose(const std::string& key, const std::string& value, const std::vector<std::string>& names);

  void refuse(const std::string& key, const std::string& what, const std::string& hint = {});

 private:
  const YAML::Node* map_;
  YamlSource* source_;
  std::string what_;
};

}  // namespace jitgate::recognise
