// Screens many rows: which points have a strong tail now, which recur, which of their runs to fetch first. Rows of one
// point (equal keys) are its history; the newest is judged as what is published, the others tell whether it recurs.
// What is kept of a row is its numbers and two hashes' worth of names, so that a database of any age fits.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "screen/tails.h"

namespace jitgate::screen {

struct Row {
  std::string point;       // the natural key without run: rows with one key are one point's history
  std::string siblings;    // the same without concurrency
  std::string run;         // the CI's run id, or where the row stands
  std::int64_t day = 0;    // days since 1970, of the run
  std::int64_t order = 0;  // the newer of two rows of one day has the larger (creation instant, then id)
  double conc = 0;
  Statistics ttft, tpot;
};

struct Candidate {
  std::string point, run;
  std::int64_t day = 0;
  double conc = 0;
  Statistics ttft, tpot;
  Tail ttft_tail, tpot_tail;
  int runs = 0, strong_runs = 0;  // of this point, in the days that count
  bool recurring = false;
  bool neighbours = false;  // another concurrency of the same configuration is strong in the same run
};

struct Screened {
  std::uint64_t rows = 0, points = 0;
  std::vector<Candidate> candidates;  // strong now; recurring ones first, then by run age, oldest first
  std::uint64_t strong_ttft = 0, strong_tpot = 0, recurring_ttft = 0, recurring_tpot = 0;
};

Screened screen(const std::vector<Row>& rows, const Thresholds& thresholds);

// How the counts move with each threshold halved and doubled: what a number is worth that hangs on a threshold.
struct Sensitivity {
  std::string threshold;
  double value = 0;
  std::uint64_t strong_ttft = 0, strong_tpot = 0, recurring = 0;
};
std::vector<Sensitivity> sensitivity(const std::vector<Row>& rows, const Thresholds& thresholds);

}  // namespace jitgate::screen
