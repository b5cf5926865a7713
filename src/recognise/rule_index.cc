#include "recognise/rule_index.h"

#include <algorithm>
#include <map>

namespace jitgate::recognise {

RuleIndex::RuleIndex(const std::vector<Rule>& rules) {
  std::map<std::string, std::size_t> number;
  for (std::uint32_t i = 0; i < rules.size(); ++i) {
    const auto [found, fresh] = number.emplace(rules[i].needle, needles.size());
    if (fresh) {
      needles.push_back(rules[i].needle);
      rules_of.emplace_back();
    }
    rules_of[found->second].push_back(i);
  }
}

void RuleIndex::candidates(const Hit* first, const Hit* last, std::vector<std::uint32_t>& out) const {
  out.clear();
  for (const Hit* hit = first; hit != last; ++hit) {
    if (hit->needle >= rules_of.size()) continue;
    const std::vector<std::uint32_t>& rules = rules_of[hit->needle];
    if (std::find(out.begin(), out.end(), rules.front()) != out.end()) continue;
    out.insert(out.end(), rules.begin(), rules.end());
  }
  std::sort(out.begin(), out.end());
}

}  // namespace jitgate::recognise
