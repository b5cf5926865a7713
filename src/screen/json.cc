// nlohmann's header costs seconds to compile, so the JSON form has a file of its own.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "screen/listing.h"

namespace jitgate::screen {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json tail(const Tail& t, const Statistics& s) {
  return {{"strong", t.strong},     {"mean", number(s.mean)},      {"median", number(s.median)},
          {"p99", number(s.p99)},   {"std", number(s.deviation)},  {"ratio", t.ratio},
          {"excess_s", t.excess_s}, {"kappa", number(t.kappa)},    {"sigma", number(t.sigma)},
          {"partial", t.partial},   {"budget_weak", t.budget_weak}};
}

Json date(std::int64_t day) { return day <= 0 ? Json() : Json(date_of(day)); }

}  // namespace

std::string json(const Screened& s, const std::vector<Sensitivity>& sensitivity, std::int64_t today) {
  Json candidates = Json::array();
  for (const Candidate& c : s.candidates) {
    candidates.push_back({{"tier", "probable"},
                          {"point", base::valid_utf8(c.point)},
                          {"run", base::valid_utf8(c.run)},
                          {"date", date(c.day)},
                          {"conc", c.conc},
                          {"recurring", c.recurring},
                          {"neighbours", c.neighbours},
                          {"runs", c.runs},
                          {"strong_runs", c.strong_runs},
                          {"artifacts_until", c.day <= 0 ? Json() : date(c.day + kKeptDays)},
                          {"days_left", c.day <= 0 ? Json() : Json(c.day + kKeptDays - today)},
                          {"ttft", tail(c.ttft_tail, c.ttft)},
                          {"tpot", tail(c.tpot_tail, c.tpot)}});
  }
  Json table = Json::array();
  for (const Sensitivity& line : sensitivity) {
    table.push_back({{"threshold", line.threshold},
                     {"value", line.value},
                     {"strong_ttft", line.strong_ttft},
                     {"strong_tpot", line.strong_tpot},
                     {"recurring", line.recurring}});
  }
  Json told = Json::object();
  for (const auto& [what, rows] : s.told) told[what] = rows;
  const Json all = {{"rows", s.rows},
                    {"points", s.points},
                    {"strong_ttft", s.strong_ttft},
                    {"strong_tpot", s.strong_tpot},
                    {"recurring_ttft", s.recurring_ttft},
                    {"recurring_tpot", s.recurring_tpot},
                    {"told", std::move(told)},
                    {"candidates", std::move(candidates)},
                    {"sensitivity", std::move(table)}};
  return all.dump(2) + '\n';
}

}  // namespace jitgate::screen
