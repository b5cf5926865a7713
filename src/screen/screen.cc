#include "screen/screen.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace jitgate::screen {
namespace {

// Median TTFT at the lowest concurrency of a configuration: in the same run where there is one, else over all.
class Singles {
 public:
  explicit Singles(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      if (!row.ttft.median || *row.ttft.median <= 0) continue;
      note(by_run_[{row.siblings, row.run}], row);
      note(over_all_[row.siblings], row);
    }
  }

  // Empty where no row has a lower concurrency: a row is no measure of itself.
  [[nodiscard]] std::optional<double> of(const Row& row) const {
    if (const auto same = by_run_.find({row.siblings, row.run}); same != by_run_.end() && same->second.conc < row.conc)
      return same->second.median;
    if (const auto any = over_all_.find(row.siblings); any != over_all_.end() && any->second.conc < row.conc)
      return any->second.median;
    return {};
  }

 private:
  struct Lowest {
    double conc = 0, median = 0;
    std::int64_t order = 0, day = 0;
    bool set = false;
  };
  static void note(Lowest& lowest, const Row& row) {
    if (lowest.set && std::tuple(-lowest.conc, lowest.day, lowest.order) >= std::tuple(-row.conc, row.day, row.order))
      return;
    lowest = {row.conc, *row.ttft.median, row.order, row.day, true};
  }
  std::map<std::pair<NameId, NameId>, Lowest> by_run_;
  std::map<NameId, Lowest> over_all_;
};

// What no threshold changes: it is worked out once, also where many settings are tried.
struct Prepared {
  explicit Prepared(const Rows& rows) : all(rows) {
    const Singles lowest(rows.rows);
    singles.reserve(rows.rows.size());
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
      const Row& row = rows.rows[i];
      singles.push_back(lowest.of(row));
      points[row.point].push_back(i);
      newest_day = std::max(newest_day, row.day);
    }
  }
  const Rows& all;
  std::vector<std::optional<double>> singles;  // by row
  std::map<NameId, std::vector<std::size_t>> points;
  std::int64_t newest_day = 0;
};

struct Tails {
  Tail ttft, tpot;
};

struct Strong {
  std::set<NameId> runs;
  std::set<std::int64_t> days;
  [[nodiscard]] bool recurs(std::size_t all_runs, const Thresholds& t) const {
    const auto strong = static_cast<double>(runs.size());
    return strong >= t.recurring_runs && static_cast<double>(days.size()) >= t.recurring_dates &&
           strong >= t.recurring_share * static_cast<double>(all_runs);
  }
};

bool newer(const Row& a, const Row& b) { return std::tie(a.day, a.order) > std::tie(b.day, b.order); }

Screened screened_by(const Prepared& prepared, const Thresholds& thresholds) {
  const Rows& all = prepared.all;
  const std::vector<Row>& rows = all.rows;
  const auto& points = prepared.points;
  const std::int64_t newest_day = prepared.newest_day;
  std::vector<Tails> tails;
  tails.reserve(rows.size());
  std::map<std::pair<NameId, NameId>, std::set<double>> strong_concs;  // siblings and run
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    tails.push_back({ttft_tail(row.ttft, row.conc, prepared.singles[i], thresholds), tpot_tail(row.tpot, thresholds)});
    if (tails[i].ttft.strong || tails[i].tpot.strong) strong_concs[{row.siblings, row.run}].insert(row.conc);
  }

  Screened screened;
  screened.rows = rows.size();
  screened.points = points.size();
  for (const auto& [key, history] : points) {
    std::size_t latest = history.front();
    std::set<NameId> runs;
    Strong ttft;
    Strong tpot;
    for (const std::size_t i : history) {
      const Row& row = rows[i];
      if (newer(row, rows[latest])) latest = i;
      if (static_cast<double>(newest_day - row.day) > thresholds.recurring_days) continue;
      runs.insert(row.run);
      for (auto [tail, strong] : {std::pair(&tails[i].ttft, &ttft), std::pair(&tails[i].tpot, &tpot)}) {
        if (!tail->strong) continue;
        strong->runs.insert(row.run);
        strong->days.insert(row.day);
      }
    }
    const Row& row = rows[latest];
    const Tails& now = tails[latest];
    if (!now.ttft.strong && !now.tpot.strong) continue;
    const bool ttft_recurs = now.ttft.strong && ttft.recurs(runs.size(), thresholds);
    const bool tpot_recurs = now.tpot.strong && tpot.recurs(runs.size(), thresholds);
    screened.strong_ttft += now.ttft.strong ? 1 : 0;
    screened.strong_tpot += now.tpot.strong ? 1 : 0;
    screened.recurring_ttft += ttft_recurs ? 1 : 0;
    screened.recurring_tpot += tpot_recurs ? 1 : 0;
    std::set<NameId> strong_runs = ttft.runs;
    strong_runs.insert(tpot.runs.begin(), tpot.runs.end());
    screened.candidates.push_back({all.names.name(key), all.names.name(row.run), row.day, row.conc, row.ttft, row.tpot,
                                   now.ttft, now.tpot, static_cast<int>(runs.size()),
                                   static_cast<int>(strong_runs.size()), ttft_recurs || tpot_recurs,
                                   strong_concs[{row.siblings, row.run}].size() > 1});
  }
  std::stable_sort(screened.candidates.begin(), screened.candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(!a.recurring, a.day) < std::tuple(!b.recurring, b.day);
  });
  return screened;
}

}  // namespace

NameId Names::id(std::string_view name) {
  const auto [entry, is_new] = ids_.try_emplace(std::string(name), static_cast<NameId>(names_.size()));
  if (is_new) names_.push_back(&entry->first);
  return entry->second;
}

Screened screen(const Rows& all, const Thresholds& thresholds) { return screened_by(Prepared(all), thresholds); }

std::set<std::string> strong_points(const Screened& screened) {
  std::set<std::string> points;
  for (const Candidate& candidate : screened.candidates) points.insert(candidate.point);
  return points;
}

std::vector<Sensitivity> sensitivity(const Rows& all, const Thresholds& thresholds) {
  const Prepared prepared(all);
  std::vector<Sensitivity> table;
  for (const auto& [name, member] : threshold_names()) {
    for (const double factor : {0.5, 2.0}) {
      Thresholds changed = thresholds;
      changed.*member *= factor;
      const Screened found = screened_by(prepared, changed);
      table.push_back(
          {name, changed.*member, found.strong_ttft, found.strong_tpot, found.recurring_ttft + found.recurring_tpot});
    }
  }
  return table;
}

}  // namespace jitgate::screen
