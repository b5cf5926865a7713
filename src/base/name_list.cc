#include "base/name_list.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace jitgate::base {
namespace {

struct Numbered {
  std::string stem;
  std::int64_t number = -1;  // -1: the name does not end with a plain number
};

Numbered numbered(const std::string& name) {
  std::size_t at = name.size();
  while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9') --at;
  const std::size_t digits = name.size() - at;
  if (digits == 0 || digits > 9 || (digits > 1 && name[at] == '0')) return {name, -1};
  return {name.substr(0, at), std::stoll(name.substr(at))};
}

std::string told(const Numbered& name) { return name.number < 0 ? name.stem : name.stem + std::to_string(name.number); }

}  // namespace

std::vector<std::string> folded(const std::vector<std::string>& all) {
  std::vector<Numbered> order;
  order.reserve(all.size());
  for (const std::string& name : all) order.push_back(numbered(name));
  const auto key = [](const Numbered& n) { return std::tie(n.stem, n.number); };
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  order.erase(std::unique(order.begin(), order.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
              order.end());
  std::vector<std::string> out;
  for (std::size_t i = 0; i < order.size();) {
    std::size_t last = i;
    while (order[i].number >= 0 && last + 1 < order.size() && order[last + 1].stem == order[i].stem &&
           order[last + 1].number == order[last].number + 1) {
      ++last;
    }
    if (last >= i + 2) {
      out.push_back(told(order[i]) + ".." + std::to_string(order[last].number));
      i = last + 1;
    } else {
      out.push_back(told(order[i]));
      ++i;
    }
  }
  return out;
}

}  // namespace jitgate::base
