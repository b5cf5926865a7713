// The events of a run in little room, for pages and pictures. A run of ten thousand events has some hundred distinct
// kernels, workers and rules; what many events share is kept once and named by index, and only the first texts are
// kept at all. Past a number of events the others are counted: no browser and no reader can do with more, and
// events.jsonl has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/stored_event.h"
#include "model/verdict.h"

namespace jitgate::report {

// What events share.
struct EventKind {
  std::string compiler, type, worker, process, phase, certainty;
  std::string log;  // its path with its containers
  bool failed = false;
  bool duplicate = false;  // stands elsewhere too: listed, not counted, not drawn

  auto operator<=>(const EventKind&) const = default;
};

// Relations of an event to points: index of the point in the verdict, and whether it certainly lies in its window.
using Relations = std::vector<std::pair<std::size_t, bool>>;

struct EventRow {
  std::uint32_t kind = 0, target = 0, relations = 0;  // indexes
  std::int64_t line = 0;
  base::Instant start_lo = base::kEarliest, start_hi = base::kLatest;
  base::Instant end_lo = base::kEarliest, end_hi = base::kLatest;
  double duration_s = -1;  // as printed; < 0: not printed
  std::string text;        // capped; empty: not kept
};

class EventTable {
 public:
  // So many of those that meet a window, and so many of the others.
  static constexpr std::size_t kMost = 10'000, kTexts = 2'000, kLongestText = 400;

  explicit EventTable(const model::Verdict& verdict);
  void take(const model::StoredEvent& event);

  [[nodiscard]] const std::vector<EventRow>& rows() const { return rows_; }  // in the order of events.jsonl
  [[nodiscard]] const std::vector<EventKind>& kinds() const { return kinds_; }
  [[nodiscard]] const std::vector<std::string>& targets() const { return targets_; }
  [[nodiscard]] const std::vector<Relations>& relations() const { return relations_; }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

  [[nodiscard]] const EventKind& kind(const EventRow& row) const { return kinds_[row.kind]; }
  // Its work certainly fell where it is drawn: it is told as definite, and no window has it only possibly.
  [[nodiscard]] bool certain(const EventRow& row) const;
  [[nodiscard]] bool meets_a_window(const EventRow& row) const { return !relations_[row.relations].empty(); }

 private:
  std::uint32_t kind_of(const model::StoredEvent& event);
  std::uint32_t target_of(const model::StoredEvent& event);
  std::uint32_t relations_of(const model::StoredEvent& event);

  std::unordered_map<std::string, std::size_t> points_;
  std::map<EventKind, std::uint32_t> kind_index_;
  std::unordered_map<std::string, std::uint32_t> target_index_;
  std::map<Relations, std::uint32_t> relation_index_;
  std::vector<EventRow> rows_;
  std::vector<EventKind> kinds_;
  std::vector<std::string> targets_;
  std::vector<Relations> relations_;
  std::size_t kept_[2] = {0, 0};  // of those that meet no window, and of those that do
  std::size_t left_out_ = 0;
};

}  // namespace jitgate::report
