#include "report/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "report/names.h"

namespace jitgate::report {
namespace {

std::string clock(base::Instant t) { return base::format_instant(t, 3).substr(11, 12); }
std::string day(base::Instant t) { return base::format_instant(t, 3).substr(0, 10); }

}  // namespace

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string tally(const std::map<std::string, int>& counts) {
  std::vector<std::pair<std::string, int>> order(counts.begin(), counts.end());
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (const auto& [name, number] : order) {
    if (number == 0) continue;
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, number);
  }
  return out.empty() ? "0" : out;
}

std::string latency(double seconds) {
  if (!std::isfinite(seconds)) return "not known";
  const double size = std::fabs(seconds);
  if (size < 0.01) return fmt::format("{:.2f} ms", seconds * 1e3);
  if (size < 1) return fmt::format("{:.0f} ms", seconds * 1e3);
  return size < 100 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string p99_and_median(const std::map<std::string, double>& metrics, const std::string& metric) {
  const auto p99 = metrics.find("p99_" + metric);
  if (p99 == metrics.end()) return {};
  auto median = metrics.find("median_" + metric);
  if (median == metrics.end()) median = metrics.find("p50_" + metric);
  return median == metrics.end() ? latency(p99->second)
                                 : fmt::format("{} (median {})", latency(p99->second), latency(median->second));
}

std::string latencies(const model::PointVerdict& point) {
  const auto value = [](const std::map<std::string, double>& metrics, const std::string& name) {
    const auto at = metrics.find(name);
    return at == metrics.end() ? std::string("\xE2\x80\x93") : latency(at->second);
  };
  const bool victims = !point.metrics_without_victims.empty();
  std::string out;
  for (const auto& [metric, name] : {std::pair("ttft", "TTFT"), std::pair("tpot", "TPOT")}) {
    const std::string p99 = std::string("p99_") + metric;
    if (!point.metrics.contains(p99)) continue;
    const char* p50 = point.metrics.contains(std::string("median_") + metric) ? "median_" : "p50_";
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, value(point.metrics, p99));
    if (victims) out += " / " + value(point.metrics_without_victims, p99);
    out += " / " + value(point.metrics, p50 + std::string(metric));
  }
  if (!out.empty()) out.insert(0, victims ? "p99 / without victims / median: " : "p99 / median: ");
  for (const auto& [metric, ratio] : point.tails) {
    out += fmt::format("{}{} tail {:.{}f}x unexplained", out.empty() ? "" : ", ", metric, ratio, ratio < 10 ? 1 : 0);
  }
  return out;
}

std::string window(const model::PointVerdict& point) {
  const auto& start = point.window_start;
  const auto& end = point.window_end;
  if (!start && !end) return "not known";
  std::string out = start ? day(*start) + " " + clock(*start) : "start not known";
  out += " to ";
  if (!end) {
    out += "an end not known";
  } else {
    out += start && day(*start) == day(*end) ? clock(*end) : day(*end) + " " + clock(*end);
  }
  out += " UTC";
  if (start && end) out += fmt::format(", {:.1f} s", base::to_unix_seconds(*end) - base::to_unix_seconds(*start));
  if (point.window_uncertainty_s >= 0.001) out += fmt::format(" \xC2\xB1 {:.3g} s", point.window_uncertainty_s);
  if (!point.window_source.empty()) out += " (" + point.window_source + ")";
  return out;
}

std::string requests(const model::RequestCounts& counts) {
  if (!counts.routed || counts.total == 0) return {};
  std::string out = counted(counts.total, "request", "requests") + ":";
  std::string victims;
  std::size_t last = 0;
  const auto add = [&](std::size_t number, const char* kind) {
    if (number == 0) return;
    victims += fmt::format("{} {} {}", victims.empty() ? "" : ",", number, kind);
    last = number;
  };
  add(counts.victims_ttft.size(), "TTFT");
  add(counts.victims_itl.size(), "ITL");
  add(counts.victims_possible.size(), "possible");
  if (victims.empty()) return out + " no victim";
  out += victims + (last == 1 ? " victim" : " victims");
  return counts.controls.empty() || counts.victims_ttft.empty()
             ? out
             : out + ", " + counted(counts.controls.size(), "control", "controls");
}

std::string shouted(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

std::string headline(const model::Verdict& verdict) {
  using model::Finding;
  if (verdict.points.empty()) return "no benchmark point was found";
  std::string out = counted(verdict.points.size(), "point", "points") + ":";
  const char* separator = " ";
  for (const Finding finding :
       {Finding::contaminated, Finding::inconclusive, Finding::suspect, Finding::unproven, Finding::clean}) {
    const auto number = std::count_if(verdict.points.begin(), verdict.points.end(),
                                      [&](const auto& point) { return point.finding == finding; });
    if (number == 0) continue;
    out += fmt::format("{}{} {}", separator, number, model::to_string(finding));
    separator = ", ";
  }
  return out;
}

std::string meaning(const model::Verdict& verdict) {
  using model::Finding;
  using model::Status;
  if (verdict.points.empty()) return "Nothing was measured that could be judged, so nothing here counts as passed.";
  const bool clean = std::all_of(verdict.points.begin(), verdict.points.end(),
                                 [](const auto& point) { return point.finding == Finding::clean; });
  if (verdict.status == Status::valid)
    return clean ? "The numbers can be used: the logs show no compile while they were measured."
                 : "The policy accepts every point, though not every one is proven clean.";
  if (verdict.status == Status::flagged) return "The numbers can be used with care: not every point is proven clean.";
  const std::vector<std::string> names = labels(verdict.points);
  std::vector<std::string> bad;
  bool certain = false;
  bool events = false;
  for (std::size_t i = 0; i < verdict.points.size(); ++i) {
    const model::PointVerdict& point = verdict.points[i];
    if (point.status < Status::invalid) continue;
    bad.push_back(names[i]);
    certain = certain || point.finding == Finding::contaminated;
    events = events || certain || point.finding == Finding::suspect;
  }
  std::string out = "Do not use ";
  out += bad.size() == names.size() ? "these numbers" : listed(bad, 4);
  if (!events) return out + ": evidence is missing, so nothing is proven.";
  const char* while_measured =
      bad.size() == 1 && names.size() > 1 ? " while it was measured." : " while they were measured.";
  return out + (certain ? ": kernels compiled" : ": kernels may have compiled") + while_measured;
}

}  // namespace jitgate::report
