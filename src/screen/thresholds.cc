#include "screen/thresholds.h"

namespace jitgate::screen {

std::vector<std::pair<std::string, double Thresholds::*>> threshold_names() {
  return {{"ttft_ratio", &Thresholds::ttft_ratio},
          {"ttft_excess_s", &Thresholds::ttft_excess_s},
          {"ttft_kappa_max", &Thresholds::ttft_kappa_max},
          {"ttft_sigma_max", &Thresholds::ttft_sigma_max},
          {"ttft_wave_kappa_min", &Thresholds::ttft_wave_kappa_min},
          {"ttft_wave_sigma_min", &Thresholds::ttft_wave_sigma_min},
          {"ttft_kappa_min", &Thresholds::ttft_kappa_min},
          {"ttft_sigma_min", &Thresholds::ttft_sigma_min},
          {"ttft_conc_min", &Thresholds::ttft_conc_min},
          {"burst_factor", &Thresholds::burst_factor},
          {"tpot_ratio", &Thresholds::tpot_ratio},
          {"tpot_excess_s", &Thresholds::tpot_excess_s},
          {"tpot_kappa_max", &Thresholds::tpot_kappa_max},
          {"recurring_runs", &Thresholds::recurring_runs},
          {"recurring_dates", &Thresholds::recurring_dates},
          {"recurring_share", &Thresholds::recurring_share},
          {"recurring_days", &Thresholds::recurring_days}};
}

Thresholds thresholds_of(const std::map<std::string, double>& policy) {
  Thresholds thresholds;
  for (const auto& [name, member] : threshold_names()) {
    if (const auto set = policy.find(name); set != policy.end()) thresholds.*member = set->second;
  }
  return thresholds;
}

}  // namespace jitgate::screen
