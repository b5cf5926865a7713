// Screens many rows: which points have a strong tail now, which recur, which of their runs to fetch first. Rows of one
// point (equal keys) are its history; the newest is judged as what is published, the others tell whether it recurs.
// Rows are taken one by one and most are forgotten: kept are those that are strong by some setting of the sensitivity
// table, and of the others what the judgement of those needs. A database has many times more rows than points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "screen/history.h"
#include "screen/references.h"
#include "screen/tails.h"

namespace jitgate::screen {

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
  std::map<std::string, std::uint64_t> told;  // "could not be judged: …" → of how many rows
};

// How the counts move with each threshold halved and doubled: what a number is worth that hangs on a threshold.
struct Sensitivity {
  std::string threshold;
  double value = 0;
  std::uint64_t strong_ttft = 0, strong_tpot = 0, recurring = 0;
};

class Screening {
 public:
  explicit Screening(const Thresholds& thresholds);

  Names names;  // of the rows to take
  void take(const Row& row);
  // Of one row more, whether it is taken or not, a sentence's end: "could not be judged: its run is in no table".
  void tell(const std::string& what) { ++told_[what]; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

  [[nodiscard]] Screened screened() const { return screened_by(thresholds_); }
  [[nodiscard]] std::vector<Sensitivity> sensitivity() const;

  // What is held: rows, days of points' histories, references of configurations.
  struct Kept {
    std::size_t rows = 0, days = 0, references = 0;
  };
  [[nodiscard]] Kept kept() const;

 private:
  struct Point {
    std::int64_t day = 0, order = 0;  // of the newest row
    std::int64_t newest = -1;         // index into rows_; -1: that row is not kept, so it is strong by no setting
    History history;
  };
  struct Strong;
  [[nodiscard]] Screened screened_by(const Thresholds& thresholds) const;

  Thresholds thresholds_;
  std::vector<Row> rows_;  // strong by some setting
  std::map<NameId, Point> points_;
  References references_;
  std::map<std::string, std::uint64_t> told_;
  std::uint64_t taken_ = 0;
  std::int64_t newest_day_ = 0;
};

}  // namespace jitgate::screen
