#include "report/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace jitgate::report {
namespace {

std::size_t common_suffix(std::string_view a, std::string_view b) {
  const auto ends = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  return static_cast<std::size_t>(ends.first - a.rbegin());
}

}  // namespace

std::string listed(const std::vector<std::string>& all, std::size_t most) {
  const std::size_t shown = most == 0 || all.size() <= most ? all.size() : most;
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) out += (i > 0 ? ", " : "") + all[i];
  if (shown < all.size()) out += fmt::format(" and {} more", all.size() - shown);
  return out;
}

std::vector<std::string> labels(const std::vector<model::PointVerdict>& points) {
  // Sorted by their reversed text, the id that shares the longest suffix with another stands beside it.
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const std::string& x = points[a].id;
    const std::string& y = points[b].id;
    return std::lexicographical_compare(x.rbegin(), x.rend(), y.rbegin(), y.rend());
  });
  std::vector<std::string> out(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string& id = points[order[i]].id;
    std::size_t shared = 0;
    if (i > 0) shared = std::max(shared, common_suffix(id, points[order[i - 1]].id));
    if (i + 1 < order.size()) shared = std::max(shared, common_suffix(id, points[order[i + 1]].id));
    std::size_t cut = id.rfind('/');
    while (cut != std::string::npos && (id.size() - cut - 1 <= shared || cut + 1 == id.size())) {
      cut = cut == 0 ? std::string::npos : id.rfind('/', cut - 1);
    }
    out[order[i]] = id.empty() ? "(no name)" : cut == std::string::npos ? id : id.substr(cut + 1);
  }
  return out;
}

}  // namespace jitgate::report
