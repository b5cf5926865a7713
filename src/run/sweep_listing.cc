#include "run/sweep_listing.h"

#include <algorithm>

namespace jitgate::run {
namespace {

using base::kSecond;

constexpr std::uint64_t kPage = 100;

class Listing {
 public:
  Listing(fetch::GitHub& github, const fetch::Repository& where, std::uint64_t share, std::uint64_t most)
      : github_(github), where_(where), begun_(github.http().requests()), share_(share), most_(most) {}

  base::Result<ListedRuns> run(const std::vector<Span>& wanted) {
    for (const Span& span : wanted) {
      if (auto listed = list(span); !listed) return tl::unexpected(listed.error());
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::uint64_t left() const {
    const std::uint64_t used = github_.http().requests() - begun_;
    if (used < share_) return share_ - used;
    return out_.spans.empty() && used < most_ ? most_ - used : 0;
  }

  // In pieces that the API gives (1,000 runs) and that are left to be asked for. How long one may be follows from what
  // the last question counted.
  base::Result<void> list(const Span& span) {
    base::Duration length = span.last - span.first;
    for (base::Instant at = span.first; at <= span.last;) {
      const std::uint64_t most = std::min(fetch::kMostRuns, kPage * left());
      const base::Instant last = std::min(span.last, at + length);
      if (most == 0) return stop({at, span.last});
      auto some = github_.runs(where_, at, last, most);
      if (!some) return tl::unexpected(some.error().problem);
      if (some->told > most) {
        if (last == at && most == fetch::kMostRuns)
          return base::fail("more than 1,000 runs in one second", fetch::full_name(where_));
        if (last == at) return stop({at, span.last});
        const double part = 0.75 * static_cast<double>(most) / static_cast<double>(some->told);
        length = static_cast<base::Duration>(static_cast<double>(last - at) * part) / kSecond * kSecond;
        continue;
      }
      if (!some->doubts.empty())
        return base::fail("the list of runs is not whole: " + some->doubts.front(), fetch::full_name(where_));
      out_.runs.insert(out_.runs.end(), some->items.begin(), some->items.end());
      out_.spans.push_back({at, last});
      at = last + kSecond;
    }
    return {};
  }

  base::Result<void> stop(const Span& rest) {
    out_.unlisted.push_back(rest);
    return {};
  }

  fetch::GitHub& github_;
  const fetch::Repository& where_;
  std::uint64_t begun_, share_, most_;
  ListedRuns out_;
};

}  // namespace

std::vector<Span> in_turn(const std::vector<Span>& spans, std::optional<base::Instant> resume) {
  if (!resume) return spans;
  std::vector<Span> out;
  for (const Span& span : spans) {
    if (span.last >= *resume) out.push_back({std::max(span.first, *resume), span.last});
  }
  for (const Span& span : spans) {
    if (span.first < *resume) out.push_back({span.first, std::min(span.last, *resume - kSecond)});
  }
  return out;
}

base::Instant covered_until(base::Instant first, const std::vector<Span>& spans) {
  for (;;) {
    const auto next = std::find_if(spans.begin(), spans.end(),
                                   [first](const Span& span) { return span.first <= first && first <= span.last; });
    if (next == spans.end()) return first;
    first = next->last + kSecond;
  }
}

base::Result<ListedRuns> list_runs(fetch::GitHub& github, const fetch::Repository& where,
                                   const std::vector<Span>& wanted, std::uint64_t share, std::uint64_t most) {
  return Listing(github, where, share, most).run(wanted);
}

}  // namespace jitgate::run
