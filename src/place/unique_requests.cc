#include "place/unique_requests.h"

#include <string_view>
#include <unordered_map>

namespace jitgate::place {
namespace {

constexpr base::Duration kSame = 5 * base::kMillisecond;

int tells(const model::Request& r) {
  return (r.completed != base::kEarliest ? 4 : 0) + (r.first_token != base::kEarliest ? 2 : 0) +
         (!r.decode_worker.empty() ? 1 : 0) + (!r.prefill_worker.empty() ? 1 : 0);
}

}  // namespace

void keep_unique(std::vector<const model::Request*>& requests) {
  std::unordered_map<std::string_view, std::size_t> last;  // id → index of the latest of it that is kept
  std::size_t kept = 0;
  for (const model::Request* request : requests) {
    if (!request->id.empty()) {
      const auto [at, fresh] = last.try_emplace(request->id, kept);
      if (!fresh) {
        const model::Request*& before = requests[at->second];
        if (request->received - before->received <= kSame) {
          if (tells(*request) > tells(*before)) before = request;
          continue;
        }
        at->second = kept;
      }
    }
    requests[kept++] = request;
  }
  requests.resize(kept);
}

}  // namespace jitgate::place
