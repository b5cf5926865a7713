// Annotations. The runner keeps ten of a kind a step and cuts a message at 4,096 characters, so the worst come first
// and the tenth says how many more there are. Log text stands only in escaped data and properties, each command is
// one line, and no line begins with anything but our own command.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "report/layout.h"
#include "report/names.h"
#include "report/reasons.h"
#include "report/report.h"
#include "report/wording.h"

namespace jitgate::report {
namespace {

constexpr std::size_t kMostOfAKind = 10;
constexpr int kMessageColumns = 1000;

enum class Kind { error, warning, notice };
constexpr std::array<const char*, 3> kWords = {"error", "warning", "notice"};

struct Annotation {
  Kind kind = Kind::notice;
  std::string title, message;
};

Kind kind_of(model::Status status) {
  if (status == model::Status::valid) return Kind::notice;
  return status == model::Status::flagged ? Kind::warning : Kind::error;
}

std::string command(const Annotation& annotation) {
  return fmt::format("::{} title={}::{}\n", kWords[static_cast<std::size_t>(annotation.kind)],
                     base::for_workflow_property(shown(annotation.title, kMessageColumns)),
                     base::for_workflow_data(shown(annotation.message, kMessageColumns)));
}

constexpr const char* kThen = " \xE2\x86\x92 ";

std::string title(const char* finding, model::ReasonCode code) {
  return fmt::format("jitgate: {} ({})", finding, model::facts_of(code).name);
}

struct Place {
  std::size_t turn, point;
  const model::Reason* reason;
};

// The first reason of every point, worst point first, then every second reason, and so on.
std::vector<Place> places(const model::Verdict& verdict) {
  std::vector<Place> out;
  for (std::size_t i = 0; i < verdict.points.size(); ++i) {
    std::bitset<model::kReasonCodes> told;
    for (const model::Reason& reason : verdict.points[i].reasons) {
      const auto code = static_cast<std::size_t>(reason.code);
      if (!is_advice(reason) && !told.test(code)) out.push_back({told.count(), i, &reason});
      told.set(code);
    }
  }
  std::stable_sort(out.begin(), out.end(), [&](const Place& a, const Place& b) {
    if (a.turn != b.turn) return a.turn < b.turn;
    return verdict.points[a.point].finding > verdict.points[b.point].finding;
  });
  return out;
}

std::vector<Annotation> annotations(const model::Verdict& verdict) {
  std::vector<Annotation> out;
  out.push_back({kind_of(verdict.status), "jitgate: " + shouted(model::to_string(verdict.status)),
                 headline(verdict) + fmt::format(" (exit {})", verdict.exit_code)});
  const std::vector<std::string> names = labels(verdict.points);
  for (const Place& place : places(verdict)) {
    const model::PointVerdict& point = verdict.points[place.point];
    out.push_back({kind_of(point.status), title(model::to_string(point.finding), place.reason->code),
                   names[place.point] + ": " + message_of(*place.reason) + kThen + remedy_of(*place.reason)});
  }
  for (const ReasonGroup& group : grouped_reasons(verdict, names)) {  // advice is the same for many points
    if (!group.advice) continue;
    const ReasonCase& one = group.cases.front();
    const std::string points = one.points.empty() ? "" : listed(one.points, 6) + ": ";
    const std::string others = group.cases.size() > 1 ? fmt::format(" (and {} more)", group.cases.size() - 1) : "";
    out.push_back(
        {Kind::notice, title("advice", group.code), points + one.message + others + kThen + group.remedies.front()});
  }
  return out;
}

}  // namespace

std::string github(const model::Verdict& verdict, const std::vector<std::string>& notices) {
  std::vector<Annotation> all;
  for (const std::string& notice : notices) all.push_back({Kind::notice, "jitgate", notice});
  for (Annotation& one : annotations(verdict)) all.push_back(std::move(one));
  std::string out;
  for (const Kind kind : {Kind::error, Kind::warning, Kind::notice}) {
    const auto of_kind = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const Annotation& a) { return a.kind == kind; }));
    const std::size_t shown = of_kind <= kMostOfAKind ? of_kind : kMostOfAKind - 1;
    std::size_t written = 0;
    for (const Annotation& annotation : all) {
      if (annotation.kind != kind) continue;
      if (written == shown) break;
      out += command(annotation);
      ++written;
    }
    if (shown < of_kind) {
      out += command({kind, "jitgate", fmt::format("{} more like these; the summary has them all", of_kind - shown)});
    }
  }
  return out;
}

}  // namespace jitgate::report
