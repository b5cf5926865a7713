// Which dated lines stand around a line: its brackets. Logs are read once and forwards, and the process of an
// unprefixed line is known only at the log's end, so every line of interest gets a ticket and is looked up then. A
// counter (the key) steps before and after each such line; stamps are kept as runs, the first and last stamp that one
// process wrote under one key. So a log of a million dated lines and ten events keeps a few dozen runs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/evidence.h"
#include "model/stamp.h"

namespace jitgate::recognise {

inline constexpr int kNoProcess = -1;

class Timeline {
 public:
  using Ticket = std::uint32_t;

  // A line with a stamp. `process` is its number, kNoProcess where untold.
  void dated(int process, const model::Stamp& stamp);
  // A line of interest; its own stamp, if any, counts for other lines but not for its own brackets.
  // A moment must be held before the next call of dated().
  struct Moment {
    std::uint64_t key = 0;
    std::optional<model::Stamp> own;
  };
  Moment pass(int process, const std::optional<model::Stamp>& own);
  Ticket hold(const Moment& moment);  // several tickets may stand for one line
  Ticket note(int process, const std::optional<model::Stamp>& own) { return hold(pass(process, own)); }
  void forget(Ticket ticket);
  // Time evidence of the line, as of process `process`.
  [[nodiscard]] model::LineTime resolve(Ticket ticket, int process) const;

  [[nodiscard]] std::size_t runs() const { return run_count_; }

 private:
  struct Run {
    std::uint64_t low, high;  // keys it spans
    model::Stamp first, last;
  };
  using Runs = std::vector<Run>;
  struct Writer {
    Runs by_kind[2];  // zone-less, zoned
  };
  struct Slot {
    Moment moment;
    bool live = false;
  };

  void add(Runs& runs, const model::Stamp& stamp);
  void record(int process, const model::Stamp& stamp);
  void prune();
  void merge(Runs& runs, const std::vector<std::uint64_t>& live);

  static constexpr std::size_t kPrune = 512;  // runs: few enough to stay in the nearest cache

  std::uint64_t key_ = 0;
  Runs any_;
  std::vector<Writer> writers_;
  std::vector<Slot> slots_;
  std::vector<Ticket> free_;
  std::size_t run_count_ = 0;
  std::size_t prune_at_ = kPrune;
};

}  // namespace jitgate::recognise
