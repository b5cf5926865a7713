// In how many runs a point was measured within some days before the newest row: the share that recurring asks for. A
// number a day is kept, not the runs, so that a point's history is as long as the days that can count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jitgate::screen {

using NameId = std::uint32_t;

class History {
 public:
  // A run may have several rows of a point, one after another; it counts once, on its latest day. Days before
  // `oldest` are forgotten when there are many; rows without a date (day 0) are of today as far as anyone knows.
  void note(NameId run, std::int64_t day, std::int64_t oldest);

  [[nodiscard]] std::size_t runs_since(std::int64_t oldest) const;
  [[nodiscard]] std::size_t days() const { return days_.size(); }

 private:
  std::uint32_t& count_of(std::int64_t at);

  std::vector<std::pair<std::int32_t, std::uint32_t>> days_;  // with the number of runs, in no order
  std::size_t forget_at_ = 64;
  std::int64_t last_day_ = 0;
  NameId last_run_ = 0;
  bool any_ = false;
};

}  // namespace jitgate::screen
