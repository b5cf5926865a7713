// A small run on the bench: one worker with one log, one point with one window, to be spoilt one way at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "judge/judge.h"

namespace jitgate::judge {

struct Bench {
  Bench() {
    facts.resize(2);
    facts[0].id = "monitor";
    facts[0].compiler = "triton";
    facts[0].monitored = true;
    facts[0].log_once = true;
    facts[1].id = "builder";
    facts[1].compiler = "flashinfer";
    compilers = {{"triton", true, false, ""}, {"flashinfer", false, true, ""}};
    logs.resize(1);
    logs[0].coverage.path = "node_agg_w0.out";
    logs[0].processes = {{"Worker_TP0", 7, {}}};
    model::RawMark armed;
    armed.kind = model::MarkKind::armed;
    armed.rule = "vllm-monitor-armed";
    armed.process = logs[0].processes[0];
    logs[0].marks = {armed};
    model::WorkerSeen worker;
    worker.id = {model::Role::agg, 0, "node"};
    worker.logs = {0};
    worker.seen = {s(0), s(300)};
    placed.workers = {worker};
    placed.worker_of_log = {0};
    placed.bundle_of_log = {0};
    placed.clocks.resize(1);
    placed.log_spans = {worker.seen};
    placed.mark_times = {{{s(1), s(2)}}};
    model::Point point;
    point.id = "conc8";
    point.key.conc = 8;
    row.kind = model::RowKind::raw;
    point.rows = {&row};
    point.workers = {0};
    point.workers_told = true;
    point.expected = {{"agg", 1}};
    point.windows = {{{s(100), s(100)}, {s(200), s(200)}, model::WindowSource::result_unix_time, "r.json", 0}};
    placed.points = {point};
  }
  static base::Instant s(std::int64_t seconds) { return seconds * base::kSecond; }

  model::PlacedEvent& add_event(model::Relation relation, std::uint32_t rule = 0) {
    raws.push_back(std::make_unique<model::RawEvent>());
    raws.back()->rule = rule;
    raws.back()->target = "kernel";
    model::PlacedEvent event;
    event.raw = raws.back().get();
    event.seen_by = 0;
    event.process_known = true;
    event.basis = model::Basis::stamp;
    event.written = {s(150), s(151)};
    event.relation = {relation};
    placed.events.push_back(event);
    return placed.events.back();
  }
  model::PointVerdict judged() const {
    return judge({placed, logs, results, facts, compilers, policy, damage, wanted, 0}).points.at(0);
  }
  static bool has(const model::PointVerdict& point, model::ReasonCode code) {
    for (const model::Reason& reason : point.reasons) {
      if (reason.code == code) return true;
    }
    return false;
  }

  std::vector<model::LogEvidence> logs;
  model::ResultEvidence results;
  std::vector<model::RuleFacts> facts;
  std::vector<model::CompilerFacts> compilers;
  model::Policy policy;
  std::vector<model::Damage> damage;
  Wanted wanted;
  model::Placed placed;
  model::ResultRow row;
  std::vector<std::unique_ptr<model::RawEvent>> raws;
};

}  // namespace jitgate::judge
