#include "place/expected.h"

#include <algorithm>
#include <set>

#include "model/rulings.h"

namespace jitgate::place {
namespace {

using model::Role;

// Whether each role that serves the point has a number. Of a disaggregated one, prefill and decode must have.
bool roles_told(const model::Placed& placed, const model::Point& point) {
  std::set<std::string> roles;
  for (const model::WorkerSeen& worker : placed.workers) {
    if (worker.bundle == point.bundle) roles.insert(to_string(worker.id.role));
  }
  for (const auto& [role, number] : point.expected) roles.insert(role);
  if (roles.count("prefill") + roles.count("decode") > 0) roles.insert({"prefill", "decode"});
  // A result may count one unified engine as both.
  const bool unified = roles.count("agg") > 0 &&
                       std::none_of(placed.workers.begin(), placed.workers.end(), [&](const model::WorkerSeen& w) {
                         return w.bundle == point.bundle && (w.id.role == Role::prefill || w.id.role == Role::decode);
                       });
  return !point.expected.empty() && (unified || std::all_of(roles.begin(), roles.end(), [&](const std::string& role) {
                                       return point.expected.count(role) > 0;
                                     }));
}

}  // namespace

void expect_workers(const model::Policy& policy, const std::map<std::string, int>& asked, const model::Placed& placed,
                    model::Point& point) {
  for (const model::ResultRow* row : point.rows) {
    if (row->prefill_workers && *row->prefill_workers > 0) point.expected.emplace("prefill", *row->prefill_workers);
    if (row->decode_workers && *row->decode_workers > 0) point.expected.emplace("decode", *row->decode_workers);
    if (row->workers && *row->workers > 0) point.expected.emplace("agg", *row->workers);
  }
  const model::Rulings rulings = model::rulings_for(policy, point.key, point.id);
  if (!rulings.workers.empty()) point.expected = rulings.workers;
  if (!asked.empty()) point.expected = asked;
  point.workers_told = roles_told(placed, point);
}

}  // namespace jitgate::place
