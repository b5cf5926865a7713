// One point on the bench: its evidence gathered once, so that each question (events, gaps, silence, advice) reads it
// the same way. The passes add reasons; deciding comes last.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "model/rulings.h"

namespace jitgate::judge {

// An event that meets the point's windows.
struct Met {
  const model::PlacedEvent* event = nullptr;
  model::Relation relation = model::Relation::none;
  bool attributed = false;                   // of a known worker, and of a known process or with its own stamp
  const model::KnownEvent* known = nullptr;  // accepted by a live entry
  bool counted = false;
};

// What a worker's logs say of the monitor.
struct MonitorView {
  bool armed = false;  // in time for the window
  bool full = false;   // reports every compile (verbose, or error mode)
  bool hooks_cutedsl = false, hooks_tilelang = false;
  bool vllm = false;      // its engine has a monitor
  bool parallel = false;  // data- or expert-parallel ranks told
  std::string mode;
};

struct Case {
  const Inputs& in;
  std::size_t index;  // of the point
  const model::Point& point;
  model::Rulings rulings;
  std::vector<Met> met;
  std::vector<MonitorView> monitors;  // by point.workers
  model::PointVerdict verdict;

  void because(model::ReasonCode code, std::string message, std::string remedy = {}) {
    verdict.reasons.push_back({code, std::move(message), std::move(remedy), !model::facts_of(code).makes.has_value()});
  }
  void advise(model::ReasonCode code, std::string message) {
    verdict.reasons.push_back({code, std::move(message), {}, true});
  }
  [[nodiscard]] const model::WorkerSeen& worker(std::uint32_t w) const { return in.placed.workers[w]; }
  [[nodiscard]] const model::RuleFacts& facts(const model::PlacedEvent& event) const {
    return in.facts[event.raw->rule];
  }
};

// "a, b, c and 4 more"
std::string listed(const std::vector<std::string>& names, std::size_t most = 6);
// Worker names with runs of one role folded: "decode_w0, decode_w2..5 and prefill_w0".
std::string worker_list(const std::vector<std::string>& names, std::size_t most = 8);
// "1 event", "3 events"
std::string counted_noun(std::size_t n, const std::string& singular);

// What could not be had or read, by the reason that it gives: one reason each, with the first place named and the rest
// counted.
using DamagedPlaces = std::map<model::ReasonCode, std::vector<std::string>>;
std::vector<model::Reason> damage_reasons(const DamagedPlaces& found);
model::ReasonCode code_of(model::DamageKind kind);
bool is_of_job(const std::string& point, const std::string& job);

// The passes, each in the file of its name.
void weigh_events(Case& c);   // events.cc: contaminated and suspect, counts
void find_gaps(Case& c);      // gaps.cc: inconclusive
void weigh_reach(Case& c);    // reach.cc: logs that do not span the window, heartbeats that stop in it
void weigh_silence(Case& c);  // silence.cc: unproven, proof, masked kernels
void give_advice(Case& c);    // advice.cc
void decide(Case& c);         // decide.cc: finding and status

// What the rulings make of a counted event of that compiler.
model::Treatment treatment_of(const model::Rulings& rulings, const std::string& compiler);
std::vector<Met> events_met(const Inputs& in, std::size_t point, const model::Rulings& rulings);
MonitorView monitor_of(const Inputs& in, const model::WorkerSeen& worker, const model::Point& point);

// coverage.cc: the run's tables.
void describe_coverage(const Inputs& in, model::Verdict& verdict);

}  // namespace jitgate::judge
