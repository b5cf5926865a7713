// What one prefill takes: the median TTFT at the lowest concurrency of a configuration, in the same run where it has
// one, else over all. Of all runs only the configuration's own lowest is kept for good; of single runs, the few latest,
// for a run's rows stand together in a table, and those of runs that hold a row that may be strong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "screen/history.h"

namespace jitgate::screen {

struct Row;

class References {
 public:
  static constexpr std::size_t kLatestRuns = 4;  // of a configuration

  void note(const Row& row);
  // The row may be strong: what its run says of its configuration, before and after it, is kept.
  void hold(const Row& row);
  // Empty where no row has a lower concurrency: a row is no measure of itself.
  [[nodiscard]] std::optional<double> of(const Row& row) const;
  [[nodiscard]] std::size_t size() const;

 private:
  struct Lowest {
    double conc = 0, median = 0;
    std::int64_t day = 0, order = 0;
    bool set = false;
    void note(const Row& row);
  };
  struct Configuration {
    Lowest over_all;
    std::vector<std::pair<NameId, Lowest>> runs;  // the latest met last
  };
  std::unordered_map<NameId, Configuration> configurations_;
  std::map<std::pair<NameId, NameId>, Lowest> held_;  // by configuration and run
};

}  // namespace jitgate::screen
