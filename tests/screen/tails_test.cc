// The tails of simulated closed loops: requests of one wave after another, of which the first stalls in the ways that
// real ones do, and in ways that have nothing to do with a compile.
#include "screen/tails.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

namespace jitgate::screen {
namespace {

// Own generator and distribution: the same draws on every platform.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  double uniform() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return (static_cast<double>(state_ >> 11) + 0.5) * 0x1p-53;
  }
  double lognormal(double median, double spread) {
    return median * std::exp(spread * std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform()));
  }

 private:
  std::uint64_t state_;
};

Statistics statistics_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double square = 0;
  for (const double v : values) square += (v - mean) * (v - mean);
  return {mean, values[values.size() / 2], values[static_cast<std::size_t>(0.99 * n)], std::sqrt(square / n)};
}

using Shape = std::function<void(std::vector<double>&, std::size_t conc, Draws&)>;

const std::vector<std::size_t> kConcs = {4, 8, 16, 32, 64, 128, 256};
constexpr int kDraws = 60;

std::vector<double> base_sample(std::size_t conc, Draws& draws) {
  std::vector<double> ttft(10 * conc);
  for (double& t : ttft) t = draws.lognormal(0.4, 0.25);
  return ttft;
}

// How many of the rows of this shape are strong; each has a healthy sibling at concurrency 1.
int found(const Shape& shape, std::uint64_t seed, int& rows) {
  Draws draws(seed);
  int strong = 0;
  rows = 0;
  for (const std::size_t conc : kConcs) {
    for (int draw = 0; draw < kDraws; ++draw, ++rows) {
      std::vector<double> ttft = base_sample(conc, draws);
      shape(ttft, conc, draws);
      strong += ttft_tail(statistics_of(ttft), static_cast<double>(conc), 0.4, Thresholds{}).strong ? 1 : 0;
    }
  }
  return strong;
}

void healthy(std::vector<double>&, std::size_t, Draws&) {}
void prefill_ramp(std::vector<double>& ttft, std::size_t conc, Draws&) {
  for (std::size_t k = 0; k < conc; ++k) ttft[k] += 0.1 * static_cast<double>(k);
}
void cold_wave(std::vector<double>& ttft, std::size_t conc, Draws&) {
  for (std::size_t k = 0; k < conc; ++k) ttft[k] += 10;
}
void queued(std::vector<double>& ttft, std::size_t, Draws& draws) {
  for (double& t : ttft) t += 10 * draws.uniform();
}
void one_outlier(std::vector<double>& ttft, std::size_t, Draws&) { ttft.front() += 10; }

TEST(Tails, FindTheColdFirstWaveAndNothingElse) {
  int rows = 0;
  const int hits = found(cold_wave, 1, rows);
  int false_alarms = 0;
  int others = 0;
  std::uint64_t seed = 2;
  for (const Shape& shape : {Shape(healthy), Shape(prefill_ramp), Shape(queued), Shape(one_outlier)}) {
    int of_shape = 0;
    const int wrong = found(shape, seed++, of_shape);
    EXPECT_EQ(wrong, 0) << "shape " << seed;
    false_alarms += wrong;
    others += of_shape;
  }
  std::printf("screen: cold first waves %d of %d, others %d of %d: recall %.3f, precision %.3f\n", hits, rows,
              false_alarms, others, static_cast<double>(hits) / rows,
              hits == 0 ? 0.0 : static_cast<double>(hits) / (hits + false_alarms));
  EXPECT_EQ(hits, rows);
}

// What statistics of a whole run cannot show: documented in docs/screen.md, and here so that it stays true.
TEST(Tails, CannotFindOneSlowRequestNorAShortStall) {
  Draws draws(7);
  std::vector<double> short_stall = base_sample(64, draws);
  for (std::size_t k = 0; k < 64; ++k) short_stall[k] += 0.9;
  EXPECT_FALSE(ttft_tail(statistics_of(short_stall), 64, 0.4, {}).strong);
  std::vector<double> one = base_sample(64, draws);
  one.front() += 60;
  EXPECT_FALSE(ttft_tail(statistics_of(one), 64, 0.4, {}).strong);
}

TEST(Tails, PartOfAWaveNeedsItsBurstBudget) {
  const Statistics part{0.4 + 0.05 * 20, 0.4, 20.4, 0.22 * 20};
  const Tail enough = ttft_tail(part, 12, 0.4, {});
  EXPECT_TRUE(enough.strong);
  EXPECT_TRUE(enough.partial);
  EXPECT_FALSE(enough.budget_weak);
  EXPECT_FALSE(ttft_tail(part, 4, 0.4, {}).strong) << "below the least concurrency";
  EXPECT_FALSE(ttft_tail(part, 12, 1.0, {}).strong) << "queueing explains it";
  EXPECT_TRUE(ttft_tail(part, 12, {}, {}).budget_weak);
}

TEST(Tails, WithoutDeviationTheRestDecides) {
  EXPECT_TRUE(ttft_tail({1.4, 0.4, 10.4, {}}, 12, 0.4, {}).strong);
  EXPECT_FALSE(ttft_tail({{}, 0.4, 10.4, {}}, 12, 0.4, {}).strong);
}

TEST(Tails, OfNumbersThatAreNone) {
  const double nan = std::nan("");
  for (const Statistics& s :
       {Statistics{}, Statistics{1, 0, 10, 1}, Statistics{1, -1, 10, 1}, Statistics{nan, nan, nan, nan},
        Statistics{1, 10, 5, 1}, Statistics{1, 0.4, HUGE_VAL, 1}}) {
    EXPECT_FALSE(ttft_tail(s, 12, 0.4, {}).strong);
    EXPECT_FALSE(tpot_tail(s, {}).strong);
  }
}

TEST(Tails, Tpot) {
  EXPECT_TRUE(tpot_tail({0.012, 0.010, 0.050, {}}, {}).strong);
  EXPECT_FALSE(tpot_tail({0.012, 0.010, 0.025, {}}, {}).strong) << "below three times";
  EXPECT_FALSE(tpot_tail({0.003, 0.002, 0.015, {}}, {}).strong) << "below 20 ms";
  EXPECT_FALSE(tpot_tail({0.030, 0.010, 0.050, {}}, {}).strong) << "most requests are slow";
}

}  // namespace
}  // namespace jitgate::screen
