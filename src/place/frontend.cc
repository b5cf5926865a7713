#include "place/frontend.h"

#include <algorithm>

#include "place/unique_requests.h"

namespace jitgate::place {

using base::Instant;
using base::kEarliest;
using model::Request;

std::vector<std::vector<const Request*>> frontend_requests(
    const model::ResultEvidence& results, const std::vector<int>& of_set, std::size_t bundles,
    const std::function<Clock(const std::string& path)>& clock_of, model::Placed& placed) {
  std::vector<std::vector<const Request*>> out(bundles);
  for (std::size_t i = 0; i < results.requests.size(); ++i) {
    const model::RequestSet& set = results.requests[i];
    if (set.source != model::RequestSource::frontend || of_set[i] < 0) continue;
    const std::vector<Request>* requests = &set.requests;
    if (set.local_time) {
      const base::Duration shift = -clock_of(set.path).reading.offset_s * base::kSecond;
      std::vector<Request>& shifted = placed.own_requests.emplace_back(set.requests);
      for (Request& r : shifted) {
        for (Instant* t : {&r.received, &r.first_token, &r.completed}) *t = base::shifted(*t, shift);
      }
      requests = &shifted;
    }
    for (const Request& r : *requests) {
      if (r.received != kEarliest) out[static_cast<std::size_t>(of_set[i])].push_back(&r);
    }
  }
  for (auto& requests : out) {
    std::stable_sort(requests.begin(), requests.end(),
                     [](const Request* a, const Request* b) { return a->received < b->received; });
    keep_unique(requests);
  }
  return out;
}

}  // namespace jitgate::place
