#include "compare/listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"

namespace jitgate::compare {
namespace {

constexpr std::size_t kShown = 12;

void add_kernels(std::string& text, const char* what, std::vector<KernelChange> kernels, bool verbose) {
  if (kernels.empty()) return;
  const auto weight = [](const KernelChange& k) { return std::max(k.before, k.after); };
  std::stable_sort(kernels.begin(), kernels.end(),
                   [&](const KernelChange& a, const KernelChange& b) { return weight(a) > weight(b); });
  text += fmt::format("  {} ({}):\n", what, kernels.size());
  const std::size_t shown = verbose ? kernels.size() : std::min(kShown, kernels.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const KernelChange& k = kernels[i];
    text += fmt::format("    {} {} {}  {} -> {}\n", base::for_terminal(k.compiler), base::for_terminal(k.event_type),
                        k.target.empty() ? "(target not told)" : base::for_terminal(k.target), k.before, k.after);
  }
  if (shown < kernels.size()) text += fmt::format("    and {} more (--verbose)\n", kernels.size() - shown);
}

std::string seconds(double value) {
  return value < 1 ? fmt::format("{:.3g} ms", value * 1e3) : fmt::format("{:.3g} s", value);
}

void add_point(std::string& text, const PointChange& point, bool verbose) {
  const std::string& id = point.after_id.empty() ? point.before_id : point.after_id;
  text += fmt::format("{}  {}\n", point.objections.empty() ? "ok " : "NOT", base::for_terminal(id));
  if (point.before_id.empty()) {
    text += fmt::format("  new: {}\n", model::to_string(point.after));
  } else if (!point.after_id.empty()) {
    text += fmt::format("  {} -> {}; events {} -> {}\n", model::to_string(point.before), model::to_string(point.after),
                        point.events_before, point.events_after);
  }
  for (const std::string& objection : point.objections) text += fmt::format("  not accepted: {}\n", objection);
  for (const auto& [metric, values] : point.moved) {
    if (!verbose && metric != "p99_ttft" && metric != "p99_tpot" && metric != "median_ttft") continue;
    text += fmt::format("  {} {} -> {}\n", metric, seconds(values.first), seconds(values.second));
  }
  if (point.strong_before || point.strong_after) {
    text += fmt::format("  latency tail: {} -> {} (a tail is no proof of a compile)\n",
                        point.strong_before ? "strong" : "ordinary", point.strong_after ? "strong" : "ordinary");
  }
  add_kernels(text, "still compiling", point.left, verbose);
  add_kernels(text, "new", point.appeared, verbose);
  add_kernels(text, "gone", point.gone, verbose);
}

}  // namespace

std::string listing(const Comparison& comparison, bool verbose) {
  std::size_t refused = 0;
  for (const PointChange& point : comparison.points) refused += point.objections.empty() ? 0 : 1;
  std::string text =
      comparison.accepted()
          ? fmt::format("ACCEPTED  {} points: nothing compiles in a window any more\n", comparison.points.size())
          : fmt::format("NOT ACCEPTED  {} of {} points\n", refused, comparison.points.size());
  for (const std::string& objection : comparison.objections) text += "  " + objection + '\n';
  for (const PointChange& point : comparison.points) {
    text += '\n';
    add_point(text, point, verbose);
  }
  return text;
}

}  // namespace jitgate::compare
