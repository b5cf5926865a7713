#include "screen/screen.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace jitgate::screen {
namespace {

constexpr std::array<double, 2> kFactors = {0.5, 2.0};

struct Tails {
  Tail ttft, tpot;
};

// Strong by the thresholds or by any setting that the sensitivity table tries, whatever its reference says.
bool may_be_strong(const Row& row, const Thresholds& t) {
  Thresholds loose = t;
  for (double Thresholds::*least :
       {&Thresholds::ttft_ratio, &Thresholds::ttft_excess_s, &Thresholds::ttft_wave_kappa_min,
        &Thresholds::ttft_wave_sigma_min, &Thresholds::ttft_kappa_min, &Thresholds::ttft_sigma_min,
        &Thresholds::ttft_conc_min, &Thresholds::tpot_ratio, &Thresholds::tpot_excess_s})
    loose.*least *= kFactors[0];
  for (double Thresholds::*most :
       {&Thresholds::ttft_kappa_max, &Thresholds::ttft_sigma_max, &Thresholds::tpot_kappa_max})
    loose.*most *= kFactors[1];
  loose.burst_factor = 0;
  // The least κ of a whole wave is the greatest of a part of one: halved it lets more in by the one form, doubled by
  // the other.
  Thresholds parts = loose;
  parts.ttft_wave_kappa_min = t.ttft_wave_kappa_min * kFactors[1];
  return ttft_tail(row.ttft, row.conc, {}, loose).strong || ttft_tail(row.ttft, row.conc, {}, parts).strong ||
         tpot_tail(row.tpot, loose).strong;
}

}  // namespace

struct Screening::Strong {
  std::set<NameId> runs;
  std::set<std::int64_t> days;
  [[nodiscard]] bool recurs(std::size_t all_runs, const Thresholds& t) const {
    const auto strong = static_cast<double>(runs.size());
    return strong >= t.recurring_runs && static_cast<double>(days.size()) >= t.recurring_dates &&
           strong >= t.recurring_share * static_cast<double>(all_runs);
  }
};

NameId Names::id(std::string_view name) {
  const auto [entry, is_new] = ids_.try_emplace(std::string(name), static_cast<NameId>(names_.size()));
  if (is_new) names_.push_back(&entry->first);
  return entry->second;
}

Screening::Screening(const Thresholds& thresholds) : thresholds_(thresholds) {}

void Screening::take(const Row& row) {
  ++taken_;
  if (!tells_tail(row.ttft) && !tells_tail(row.tpot))
    tell("could not be judged: neither TTFT nor TPOT has a usable mean, median and p99");
  newest_day_ = std::max(newest_day_, row.day);
  references_.note(row);
  const auto [at, fresh] = points_.try_emplace(row.point);
  Point& point = at->second;
  const auto most_days = static_cast<std::int64_t>(std::min(thresholds_.recurring_days * kFactors[1], 1e9));
  point.history.note(row.run, row.day, newest_day_ - most_days);
  const bool keep = may_be_strong(row, thresholds_);
  if (fresh || std::tie(row.day, row.order) > std::tie(point.day, point.order)) {
    point.day = row.day;
    point.order = row.order;
    point.newest = keep ? static_cast<std::int64_t>(rows_.size()) : -1;
  }
  if (!keep) return;
  references_.hold(row);
  rows_.push_back(row);
}

Screened Screening::screened_by(const Thresholds& t) const {
  std::vector<Tails> tails;
  std::map<std::pair<NameId, NameId>, std::set<double>> strong_concs;  // siblings and run
  std::map<NameId, std::vector<std::size_t>> histories;                // of points, strong rows only
  for (const Row& row : rows_) {
    tails.push_back({ttft_tail(row.ttft, row.conc, references_.of(row), t), tpot_tail(row.tpot, t)});
    if (!tails.back().ttft.strong && !tails.back().tpot.strong) continue;
    strong_concs[{row.siblings, row.run}].insert(row.conc);
    histories[row.point].push_back(tails.size() - 1);
  }

  Screened screened;
  screened.rows = taken_;
  screened.points = points_.size();
  screened.told = told_;
  const std::int64_t oldest = newest_day_ - static_cast<std::int64_t>(std::min(t.recurring_days, 1e9));
  for (const auto& [name, history] : histories) {
    const Point& point = points_.at(name);
    if (point.newest < 0) continue;
    const Row& row = rows_[static_cast<std::size_t>(point.newest)];
    const Tails& now = tails[static_cast<std::size_t>(point.newest)];
    if (!now.ttft.strong && !now.tpot.strong) continue;
    Strong ttft;
    Strong tpot;
    for (const std::size_t i : history) {
      if (rows_[i].day > 0 && rows_[i].day < oldest) continue;
      for (auto [tail, strong] : {std::pair(&tails[i].ttft, &ttft), std::pair(&tails[i].tpot, &tpot)}) {
        if (!tail->strong) continue;
        strong->runs.insert(rows_[i].run);
        strong->days.insert(rows_[i].day);
      }
    }
    const std::size_t runs = point.history.runs_since(oldest);
    const bool ttft_recurs = now.ttft.strong && ttft.recurs(runs, t);
    const bool tpot_recurs = now.tpot.strong && tpot.recurs(runs, t);
    screened.strong_ttft += now.ttft.strong ? 1 : 0;
    screened.strong_tpot += now.tpot.strong ? 1 : 0;
    screened.recurring_ttft += ttft_recurs ? 1 : 0;
    screened.recurring_tpot += tpot_recurs ? 1 : 0;
    std::set<NameId> strong_runs = ttft.runs;
    strong_runs.insert(tpot.runs.begin(), tpot.runs.end());
    screened.candidates.push_back({names.name(name), names.name(row.run), row.day, row.conc, row.ttft, row.tpot,
                                   now.ttft, now.tpot, static_cast<int>(runs), static_cast<int>(strong_runs.size()),
                                   ttft_recurs || tpot_recurs, strong_concs[{row.siblings, row.run}].size() > 1});
  }
  std::stable_sort(screened.candidates.begin(), screened.candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(!a.recurring, a.day) < std::tuple(!b.recurring, b.day);
  });
  return screened;
}

std::vector<Sensitivity> Screening::sensitivity() const {
  std::vector<Sensitivity> table;
  for (const auto& [name, member] : threshold_names()) {
    for (const double factor : kFactors) {
      Thresholds changed = thresholds_;
      changed.*member *= factor;
      const Screened found = screened_by(changed);
      table.push_back(
          {name, changed.*member, found.strong_ttft, found.strong_tpot, found.recurring_ttft + found.recurring_tpot});
    }
  }
  return table;
}

Screening::Kept Screening::kept() const {
  Kept kept{rows_.size(), 0, references_.size()};
  for (const auto& [name, point] : points_) kept.days += point.history.days();
  return kept;
}

}  // namespace jitgate::screen
