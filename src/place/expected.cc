#include "place/expected.h"

#include "model/rulings.h"
#include "model/untold_roles.h"

namespace jitgate::place {
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
  point.workers_told = !point.expected.empty() && model::untold_roles(placed, point).empty();
}

}  // namespace jitgate::place
