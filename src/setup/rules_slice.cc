#include "setup/rules_slice.h"

#include <algorithm>
#include <string_view>

#include "setup/scalars.h"

namespace jitgate::setup {
namespace {

// Byte where line `line` (from 1) begins; the end of the text if it has fewer.
std::size_t line_start(std::string_view text, int line) {
  std::size_t at = 0;
  for (int i = 1; i < line; ++i) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return text.size();
    ++at;
  }
  return at;
}

// The line of the first key of the policy after `line`; 0: there is none.
int next_key_line(const YamlNode& root, int line) {
  int next = 0;
  for (const YamlNode& item : root.items) {
    if (item.key_at.line > line && (next == 0 || item.key_at.line < next)) next = item.key_at.line;
  }
  return next;
}

}  // namespace

RulesSlice slice_rules(const std::string& source, const YamlNode& root, Complaints& complaints) {
  const YamlNode* rules = root.find("rules");
  if (rules == nullptr || !is_list(*rules, "rules", complaints) || rules->items.empty()) return {};
  for (const YamlNode& rule : rules->items) {
    if (rule.kind != YamlNode::Kind::map) {
      complaints.add(rule.place(), "an entry of rules is a mapping", "it begins with '- id: …'");
      return {};
    }
  }
  const int line = rules->key_at.line;
  const std::size_t begin = line_start(source, line);
  const std::size_t indent = static_cast<std::size_t>(std::max(0, rules->key_at.column - 1));
  const bool alone = source.find_first_not_of(' ', begin) == begin + indent;
  if (root.flow || !alone) {
    complaints.add(rules->key_at, "rules must be written as a block of their own here",
                   "begin a line with 'rules:', or put the rules into a file for --rules");
    return {};
  }
  const int next = next_key_line(root, line);
  const std::size_t end = next == 0 ? source.size() : line_start(source, next);
  std::string yaml = source.substr(begin, end - begin);
  // What may stand after the last value of a document and is no part of it.
  if (const std::size_t marker = yaml.find("\n..."); next == 0 && marker != std::string::npos) yaml.resize(marker + 1);
  if (!yaml.empty() && yaml.back() != '\n') yaml += '\n';
  yaml += std::string(indent, ' ') + "version: 1\n";
  return {std::move(yaml), line};
}

}  // namespace jitgate::setup
