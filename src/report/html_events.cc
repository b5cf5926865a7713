// A row is [kind, target, line, time, widths, relations]: line and time as the difference to the row before, widths
// (how the interval's four edges lie about that time, and the printed duration) by index, because many events share
// them: ten thousand events are then some 300 KB instead of the 8 MB of events.jsonl.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "report/html_data.h"
#include "report/json_values.h"
#include "report/lanes.h"

namespace jitgate::report {
namespace {

using base::Instant;
using base::kEarliest;

Json kinds(const ShownRun& run) {
  Json out = Json::array();
  std::vector<int> lane_of(run.events.kinds().size(), -1);
  const std::vector<Lane> all = lanes(run.verdict, run.events);
  for (std::size_t lane = 0; lane < all.size(); ++lane) {
    for (const std::uint32_t row : all[lane].rows) lane_of[run.events.rows()[row].kind] = static_cast<int>(lane);
  }
  for (std::size_t i = 0; i < run.events.kinds().size(); ++i) {
    const EventKind& kind = run.events.kinds()[i];
    out.push_back({lane_of[i], text_value(kind.compiler), kind.type, text_value(kind.worker), text_value(kind.process),
                   text_value(kind.log), kind.phase, kind.certainty, kind.failed ? 1 : 0, kind.duplicate ? 1 : 0});
  }
  return out;
}

Json targets(const EventTable& events) {
  Json out = Json::array();
  for (const std::string& target : events.targets()) out.push_back(text_value(target));
  return out;
}

Json relations(const EventTable& events) {
  Json out = Json::array();
  for (const Relations& met : events.relations()) {
    Json one = Json::array();
    for (const auto& [point, in] : met) one.push_back({point, in ? 1 : 0});
    out.push_back(std::move(one));
  }
  return out;
}

class Rows {
 public:
  explicit Rows(Instant origin) : time_(origin) {}

  void add(const EventRow& row) {
    Instant base = kEarliest;
    for (const Instant t : {row.start_lo, row.start_hi, row.end_lo, row.end_hi}) {
      if (base == kEarliest && told(t)) base = t;
    }
    std::string widths = "[";
    for (const Instant t : {row.start_lo, row.start_hi, row.end_lo, row.end_hi})
      widths += milliseconds(base == kEarliest ? kEarliest : t, base) + ',';
    widths += row.duration_s < 0 ? "null]" : fmt::format("{:.6g}]", row.duration_s);
    const std::size_t number = widths_.size();
    const auto [at, fresh] = widths_.emplace(std::move(widths), number);
    if (fresh) all_widths_ += (number == 0 ? "" : ",") + at->first;
    rows_ += fmt::format("{}[{},{},{},{},{},{}]", rows_.empty() ? "" : ",\n", row.kind, row.target, row.line - line_,
                         milliseconds(base, time_), at->second, row.relations);
    line_ = row.line;
    if (base != kEarliest) time_ = base;
  }
  [[nodiscard]] const std::string& rows() const { return rows_; }
  [[nodiscard]] const std::string& widths() const { return all_widths_; }

 private:
  Instant time_;
  std::int64_t line_ = 0;
  std::map<std::string, std::size_t> widths_;
  std::string rows_, all_widths_;
};

// [row, text], those at a window first.
std::string texts_of(const EventTable& events, std::size_t budget) {
  std::string out;
  for (const bool at_window : {true, false}) {
    for (std::size_t i = 0; i < events.rows().size(); ++i) {
      const EventRow& row = events.rows()[i];
      if (row.text.empty() || events.meets_a_window(row) != at_window) continue;
      const std::string one =
          fmt::format("{}[{},{}]", out.empty() ? "" : ",\n", i, for_script(document(text_value(row.text), -1)));
      if (out.size() + one.size() > budget) return out;
      out += one;
    }
  }
  return out;
}

}  // namespace

std::string milliseconds(Instant t, Instant origin) {
  if (!told(t)) return "null";
  const std::int64_t micro = (t - origin) / 1000;
  std::string out = fmt::format("{}{}.{:03}", micro < 0 ? "-" : "", std::abs(micro) / 1000, std::abs(micro) % 1000);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

std::string html_events(const ShownRun& run, std::size_t room, std::size_t least) {
  Rows rows(origin_of(run));
  for (const EventRow& row : run.events.rows()) rows.add(row);
  const std::string head =
      fmt::format("{{\"kinds\":{},\n\"targets\":{},\n\"relations\":{},\n\"widths\":[{}],\n\"rows\":[{}],\n\"texts\":[",
                  for_script(document(kinds(run), -1)), for_script(document(targets(run.events), -1)),
                  document(relations(run.events), -1), rows.widths(), rows.rows());
  const std::string tail = fmt::format("],\n\"left_out\":{}}}", run.events.left_out());
  const std::size_t frame = head.size() + tail.size();
  return head + texts_of(run.events, frame + least < room ? room - frame : least) + tail;
}

}  // namespace jitgate::report
