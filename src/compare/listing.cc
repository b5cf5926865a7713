#include "compare/listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"

namespace jitgate::compare {
namespace {

constexpr std::size_t kShown = 12;

// "12 -> 0"; of a side that has no such point, nothing.
std::string moved(const std::optional<int>& before, const std::optional<int>& after) {
  if (!before || !after) return fmt::format("{}", before ? *before : after.value_or(0));
  return fmt::format("{} -> {}", *before, *after);
}

const char* tail_word(const std::optional<bool>& strong) {
  return !strong ? "unknown" : *strong ? "strong" : "ordinary";
}

void add_kernels(std::string& text, const char* what, std::vector<KernelChange> kernels, bool verbose) {
  if (kernels.empty()) return;
  const auto weight = [](const KernelChange& k) { return std::max(k.before.value_or(0), k.after.value_or(0)); };
  std::stable_sort(kernels.begin(), kernels.end(),
                   [&](const KernelChange& a, const KernelChange& b) { return weight(a) > weight(b); });
  text += fmt::format("  {} ({}):\n", what, kernels.size());
  const std::size_t shown = verbose ? kernels.size() : std::min(kShown, kernels.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const KernelChange& k = kernels[i];
    text +=
        fmt::format("    {} {} {}  {}\n", base::for_terminal(k.compiler), base::for_terminal(k.event_type),
                    k.target.empty() ? "(target not told)" : base::for_terminal(k.target), moved(k.before, k.after));
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
    text += fmt::format("  new, with nothing to compare it with: {}; events {}\n", model::to_string(point.after),
                        point.events_after.value_or(0));
  } else if (!point.after_id.empty()) {
    text += fmt::format("  {} -> {}; events {}\n", model::to_string(point.before), model::to_string(point.after),
                        moved(point.events_before, point.events_after));
  }
  for (const Objection& objection : point.objections) text += fmt::format("  not accepted: {}\n", objection.what);
  for (const auto& [metric, values] : point.moved) {
    if (!verbose && metric != "p99_ttft" && metric != "p99_tpot" && metric != "median_ttft") continue;
    text += fmt::format("  {} {} -> {}\n", metric, seconds(values.first), seconds(values.second));
  }
  const bool paired = !point.before_id.empty() && !point.after_id.empty();
  if (paired && (point.strong_before.value_or(false) || point.strong_after.value_or(false))) {
    text += fmt::format("  latency tail: {} -> {} (a tail is no proof of a compile)\n", tail_word(point.strong_before),
                        tail_word(point.strong_after));
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
  for (const Objection& objection : comparison.objections) text += "  " + objection.what + '\n';
  for (const PointChange& point : comparison.points) {
    text += '\n';
    add_point(text, point, verbose);
  }
  return text;
}

}  // namespace jitgate::compare
