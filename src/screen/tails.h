// Whether one row's latency statistics have the shape that a stall of the first wave leaves. A database keeps no
// request of a run, only mean, median, p99 and deviation; in a closed loop the first wave is a known share of the
// sample, so its stall moves these in known proportions. A tail is no proof of a compile: it tells where to look.
#pragma once

#include <optional>
#include <string>

#include "screen/thresholds.h"

namespace jitgate::screen {

// Seconds; absent: the row does not tell.
struct Statistics {
  std::optional<double> mean, median, p99, deviation;
  bool operator==(const Statistics&) const = default;
};

struct Tail {
  bool strong = false;
  bool partial = false;      // TTFT: by the form for a part of a wave, with its burst budget
  bool budget_weak = false;  // the burst budget rests on the row's own median, for want of a sibling
  double ratio = 0, excess_s = 0;
  std::optional<double> kappa, sigma;
};

// `single_s`: median TTFT of the same configuration at its lowest concurrency (what one prefill takes), if there is
// such a row. Statistics that are absent, not finite, negative or out of order make no tail.
Tail ttft_tail(const Statistics& ttft, double conc, std::optional<double> single_s, const Thresholds& thresholds);
Tail tpot_tail(const Statistics& tpot, const Thresholds& thresholds);

// Whether they can tell: without a mean, a median or a p99 there may be a tail all the same.
bool tells_tail(const Statistics& statistics);

// "p99 19.3 s is 43 × the median; κ 0.09, σ 0.28"
std::string described(const Tail& tail, const Statistics& statistics);

}  // namespace jitgate::screen
