// Screens many rows: which points have a strong tail now, which recur, which of their runs to fetch first. Rows of one
// point (equal keys) are its history; the newest is judged as what is published, the others tell whether it recurs.
// What is kept of a row is its numbers; names, which many rows share, are kept once.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "screen/tails.h"

namespace jitgate::screen {

using NameId = std::uint32_t;

class Names {
 public:
  NameId id(std::string_view name);
  [[nodiscard]] const std::string& name(NameId id) const { return *names_[id]; }

 private:
  std::unordered_map<std::string, NameId> ids_;
  std::vector<const std::string*> names_;  // nodes of the map do not move
};

struct Row {
  NameId point = 0;        // the natural key without run: rows with one key are one point's history
  NameId siblings = 0;     // the same without concurrency
  NameId run = 0;          // the CI's run id, or where the row stands
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

struct Rows {
  Names names;
  std::vector<Row> rows;
};

Screened screen(const Rows& all, const Thresholds& thresholds);

// The names of the points with a strong tail.
std::set<std::string> strong_points(const Screened& screened);

// How the counts move with each threshold halved and doubled: what a number is worth that hangs on a threshold.
struct Sensitivity {
  std::string threshold;
  double value = 0;
  std::uint64_t strong_ttft = 0, strong_tpot = 0, recurring = 0;
};
std::vector<Sensitivity> sensitivity(const Rows& all, const Thresholds& thresholds);

}  // namespace jitgate::screen
