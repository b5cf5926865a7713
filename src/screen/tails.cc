#include "screen/tails.h"

#include <fmt/format.h>

#include <cmath>

namespace jitgate::screen {
namespace {

bool sane(const std::optional<double>& value) { return value && std::isfinite(*value) && *value >= 0; }

// Ratio, excess, κ and σ; empty where the statistics give none.
std::optional<Tail> measured(const Statistics& s) {
  if (!sane(s.median) || !sane(s.p99) || *s.median <= 0 || *s.p99 <= *s.median) return {};
  Tail tail;
  tail.ratio = *s.p99 / *s.median;
  tail.excess_s = *s.p99 - *s.median;
  if (sane(s.mean)) tail.kappa = (*s.mean - *s.median) / tail.excess_s;
  if (sane(s.deviation)) tail.sigma = *s.deviation / tail.excess_s;
  return tail;
}

bool within(const std::optional<double>& value, double least, double most) {
  return value && *value >= least && *value <= most;
}

}  // namespace

Tail ttft_tail(const Statistics& ttft, double conc, std::optional<double> single_s, const Thresholds& t) {
  const auto found = measured(ttft);
  if (!found) return {};
  Tail tail = *found;
  if (tail.ratio < t.ttft_ratio || tail.excess_s < t.ttft_excess_s) return tail;
  // A row without a deviation is judged by the rest.
  const auto sigma_fits = [&](double least) { return !tail.sigma || within(tail.sigma, least, t.ttft_sigma_max); };
  if (within(tail.kappa, t.ttft_wave_kappa_min, t.ttft_kappa_max) && sigma_fits(t.ttft_wave_sigma_min)) {
    tail.strong = true;
    return tail;
  }
  if (conc < t.ttft_conc_min || !within(tail.kappa, t.ttft_kappa_min, t.ttft_wave_kappa_min) ||
      !sigma_fits(t.ttft_sigma_min))
    return tail;
  const double single = single_s && std::isfinite(*single_s) && *single_s > 0 ? *single_s : *ttft.median;
  if (*ttft.p99 <= t.burst_factor * conc * single) return tail;
  tail.strong = tail.partial = true;
  tail.budget_weak = !single_s;
  return tail;
}

Tail tpot_tail(const Statistics& tpot, const Thresholds& t) {
  const auto found = measured(tpot);
  if (!found) return {};
  Tail tail = *found;
  tail.strong =
      tail.ratio >= t.tpot_ratio && tail.excess_s >= t.tpot_excess_s && tail.kappa && *tail.kappa <= t.tpot_kappa_max;
  return tail;
}

bool tells_tail(const Statistics& s) {
  return sane(s.mean) && sane(s.median) && sane(s.p99) && *s.median > 0 && *s.p99 >= *s.median;
}

std::string described(const Tail& tail, const Statistics& statistics) {
  std::string text = fmt::format("p99 {:.4g} s is {:.3g} × the median", statistics.p99.value_or(0), tail.ratio);
  if (tail.kappa) text += fmt::format("; κ {:.3f}", *tail.kappa);
  if (tail.sigma) text += fmt::format(", σ {:.2f}", *tail.sigma);
  if (tail.partial) text += ", part of a wave";
  if (tail.budget_weak) text += ", no row at a lower concurrency to compare with";
  return text;
}

}  // namespace jitgate::screen
