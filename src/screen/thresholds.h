// The numbers that make a latency tail strong. Each can be set in the policy's `screen:`; the built-in ones come from
// simulated closed loops (tests/screen/tails_test.cc prints what they find and miss).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jitgate::screen {

// κ = (mean − median) / (p99 − median): about the share of requests that stalled.
// σ = standard deviation / (p99 − median): √(φ(1−φ)) for a share φ that stalls alike.
struct Thresholds {
  double ttft_ratio = 10;        // least p99 over median
  double ttft_excess_s = 1;      // least p99 − median
  double ttft_kappa_max = 0.15;  // of either form
  double ttft_sigma_max = 0.40;
  // A whole first wave stalled.
  double ttft_wave_kappa_min = 0.075;
  double ttft_wave_sigma_min = 0.24;
  // A part of one did: other causes look alike, so the burst must be more than queueing explains.
  double ttft_kappa_min = 0.03;
  double ttft_sigma_min = 0.15;
  double ttft_conc_min = 8;
  double burst_factor = 2;  // p99 above this many times concurrency × the median at the lowest concurrency
  double tpot_ratio = 3;
  double tpot_excess_s = 0.020;
  double tpot_kappa_max = 0.15;
  double recurring_runs = 2;     // strong in at least as many runs …
  double recurring_dates = 2;    // … on as many dates …
  double recurring_share = 0.5;  // … and in this share of its runs …
  double recurring_days = 180;   // … of so many days before the newest row
};

// Every threshold by its name in the policy.
std::vector<std::pair<std::string, double Thresholds::*>> threshold_names();

// The built-in values with those that the policy sets; names that are none of ours were refused when it was read.
Thresholds thresholds_of(const std::map<std::string, double>& policy);

}  // namespace jitgate::screen
