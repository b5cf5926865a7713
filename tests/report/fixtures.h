// Verdicts and placed events built in code. `h200_cold` has the numbers of the recorded run of that name; `proven` is
// a run with nothing to say; `hostile` puts attackers' texts into every place that a log, name or document can reach.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "../base/hostile.h"
#include "model/verdict.h"

namespace jitgate::testing {

inline base::Instant at(const char* text) { return base::parse_instant(text).value(); }

inline model::WorkerVerdict worker(const std::string& role, int index) {
  model::WorkerVerdict out;
  out.name = role + "_w" + std::to_string(index);
  out.role = role;
  out.index = index;
  out.node = "node0";
  out.expected = out.log_present = out.complete = true;
  out.checksum = "verified";
  out.armed = "warn";
  out.verbosity = "once";
  out.first = at("2026-11-30T01:07:06Z");
  out.last = at("2026-11-30T01:08:20Z");
  out.logs = {"node0_" + out.name + ".out"};
  out.processes = {"EngineCore pid=436", "Worker_TP0 pid=440"};
  out.events = role == "decode" ? 8 : 2;
  return out;
}

inline model::LogVerdict log_of(const model::WorkerVerdict& worker) {
  model::LogVerdict out;
  out.path = "logs.zip!logs.tar.gz!" + worker.logs.front();
  out.worker = worker.name;
  out.checksum = worker.checksum;
  out.zone = "+00:00";
  out.zone_source = "containment";
  out.year = 2026;
  out.bytes = 6535;
  out.lines = 62;
  out.events = worker.events;
  out.first = worker.first;
  out.last = worker.last;
  return out;
}

inline model::PointVerdict point(int conc, const char* start, const char* end) {
  model::PointVerdict out;
  out.id = "demo_8k1k_fp4_h200/results/conc" + std::to_string(conc);
  out.key.model = "mini";
  out.key.conc = conc;
  out.key.isl = 8192;
  out.key.osl = 32;
  out.window_start = at(start);
  out.window_end = at(end);
  out.window_source = "result-unix-time";
  out.window_path = "results_concurrency_" + std::to_string(conc) + ".json";
  out.proof = {{"triton", "once"}, {"cutedsl", "once"}, {"tilelang", "once"}};
  out.workers = {"prefill_w0", "decode_w0", "decode_w1", "decode_w2", "decode_w3", "decode_w4", "decode_w5"};
  out.metrics = {{"median_ttft", 0.0042}, {"p99_ttft", 11.24}, {"median_tpot", 0.00098}, {"p99_tpot", 0.3385}};
  out.requests.total = static_cast<std::size_t>(conc) * 10;
  out.requests.routed = true;
  out.requests.controls = {"c-1", "c-2"};
  return out;
}

inline constexpr const char* kOnce = "each kernel is named once per process on decode_w0..5 and prefill_w0";

inline model::Verdict h200_cold() {
  using model::ReasonCode;
  model::Verdict out;
  out.status = model::Status::invalid;
  out.exit_code = 81;
  out.run = {{"directory", "h200-cold"}};
  out.policy_source = "built-in";
  out.workers.push_back(worker("prefill", 0));
  for (int i = 0; i < 6; ++i) out.workers.push_back(worker("decode", i));
  for (const auto& one : out.workers) out.logs.push_back(log_of(one));

  model::PointVerdict first = point(12, "2026-11-30T01:07:11.805Z", "2026-11-30T01:07:28.715Z");
  first.finding = model::Finding::contaminated;
  first.status = model::Status::invalid;
  first.counts = {26, 18, 0, {{"triton", 26}}, {{"triton", 18}}};
  for (int i = 0; i < 6; ++i) {
    const std::string name = "decode_w" + std::to_string(i);
    first.workers_affected.push_back(name);
    first.groups.push_back({name, "vllm-monitor-triton", "triton", "compile", "_fused_moe_kernel", 2, 1});
    first.groups.push_back({name, "vllm-monitor-triton", "triton", "compile", "_topk_topp_kernel", 1, 1});
    first.groups.push_back({name, "triton-autotune", "triton", "autotune", "_mini_gemm_kernel", 1, 1});
  }
  first.groups.push_back({"decode_w0", "triton-autotune", "triton", "autotune", "_mini_decode_kernel", 2, 0});
  first.requests.victims_ttft = {"r-1", "r-2", "r-3", "r-4"};
  first.requests.victims_itl = {"r-1"};
  first.requests.victims_possible = {"r-5", "r-6"};
  first.metrics_without_victims = {{"median_ttft", 0.0041}, {"p99_ttft", 0.021}, {"p99_tpot", 0.00814}};
  first.reasons = {
      {ReasonCode::jit_event_in_window, "11 triton autotune and 15 triton compile inside the window on decode_w0..5",
       "", false},
      {ReasonCode::jit_event_possible,
       "13 triton autotune and 5 triton compile may have overlapped the window on decode_w0..5", "", false},
      {ReasonCode::monitor_masked_kernels, "11 kernels named before the window on 7 workers would compile again unseen",
       "", false},
      {ReasonCode::worker_not_warmed, "no request before the window on decode_w0 and decode_w2..5", "", true},
      {ReasonCode::monitor_logs_once, kOnce, "", true}};
  out.points.push_back(first);
  for (const int conc : {24, 48}) {
    model::PointVerdict next = conc == 24 ? point(24, "2026-11-30T01:07:30.100Z", "2026-11-30T01:07:46.901Z")
                                          : point(48, "2026-11-30T01:07:48.200Z", "2026-11-30T01:08:12.003Z");
    next.finding = model::Finding::suspect;
    next.status = model::Status::flagged;
    next.counts = {0, conc / 4, 0, {}, {{"triton", conc / 4}}};
    next.workers_affected = first.workers_affected;
    for (int i = 0; i < 6; ++i) {
      const std::string name = "decode_w" + std::to_string(i);
      next.groups.push_back({name, "triton-autotune", "triton", "autotune", "_mini_gemm_kernel", 0, conc / 24});
      for (const char* kernel : {"_fused_moe_kernel", "_topk_topp_kernel", "_compute_slot_mapping_kernel",
                                 "eagle_prepare_inputs_padded_kernel"}) {
        next.masked.push_back({name, {"Worker_TP0", 440 + i, {0, -1, -1, -1}}, "triton", kernel});
      }
    }
    next.reasons = {
        {ReasonCode::jit_event_possible,
         std::to_string(conc / 4) + " triton autotune may have overlapped the window on decode_w0..5", "", false},
        {ReasonCode::monitor_masked_kernels,
         "26 kernels named before the window on 7 workers would compile again unseen", "", false},
        {ReasonCode::monitor_logs_once, kOnce, "", true}};
    next.requests.victims_possible = {"r-6", "r-7"};
    next.tails = {{"ttft", 210.5}};
    out.points.push_back(next);
  }
  out.unobservable = {"deep_gemm", "flashinfer", "tvm-ffi"};
  out.total_events = 50;
  out.by_compiler = {{"triton", 50}};
  out.by_phase = {{"probe", 6}, {"measured", 26}, {"unknown", 18}};
  out.by_type = {{"compile", 26}, {"autotune", 24}};
  return out;
}

// One of everything, for tests that try each value of a document in turn.
inline model::Verdict small() {
  model::Verdict out = h200_cold();
  out.points.pop_back();
  for (model::PointVerdict& one : out.points) {
    one.groups.resize(1);
    if (one.masked.size() > 1) one.masked.resize(1);
    one.workers_affected.resize(1);
  }
  out.workers.resize(1);
  out.logs.resize(1);
  out.known = {{"triton", "mask_*", "perf", "why", "2027-03-31", false, 1}};
  return out;
}

inline model::Verdict proven() {
  model::Verdict out;
  out.status = model::Status::valid;
  out.exit_code = 0;
  out.policy_source = "built-in";
  out.workers = {worker("decode", 0), worker("decode", 1)};
  for (auto& one : out.workers) {
    one.verbosity = "full";
    one.events = 0;
    out.logs.push_back(log_of(one));
  }
  out.points = {point(12, "2026-11-30T01:07:11.805Z", "2026-11-30T01:07:28.715Z")};
  out.points.front().proof = {{"triton", "full"}};
  out.points.front().workers = {"decode_w0", "decode_w1"};
  return out;
}

inline model::Verdict hostile(std::mt19937& random) {
  const auto text = [&] { return hostile_text(random); };
  const auto number = [&] { return static_cast<int>(random() % 5); };
  model::Verdict out = h200_cold();
  out.run[text()] = text();
  out.policy_source = text();
  out.damage = {text(), text()};
  out.unobservable.push_back(text());
  out.by_compiler[text()] = number();
  out.by_phase[text()] = number();
  out.advice = {{model::ReasonCode::zone_assumed, text(), text(), true}};
  out.known = {{text(), text(), text(), text(), text(), random() % 2 == 0, number()}};
  for (model::PointVerdict& one : out.points) {
    one.id = text() + "/" + text();
    one.window_source = text();
    one.workers_affected = {text(), text()};
    one.counts.by_compiler[text()] = number();
    one.groups.push_back({text(), text(), text(), text(), text(), number(), number()});
    one.masked.push_back({text(), {text(), 1, {}}, text(), text()});
    one.proof[text()] = text();
    one.metrics[text()] = 1;
    one.tails[text()] = 2;
    one.notes = {text(), text()};
    one.requests.victims_ttft.push_back(text());
    for (model::Reason& reason : one.reasons) {
      reason.message = text();
      if (random() % 2 == 0) reason.remedy = text();
    }
  }
  for (model::WorkerVerdict& one : out.workers) {
    if (random() % 2 == 0) one.name = text();
    if (random() % 4 == 0) one.armed = text();
    if (random() % 4 == 0) one.checksum = text();
  }
  for (model::LogVerdict& one : out.logs) {
    one.path = text();
    one.worker = text();
    one.zone = text();
    one.damage = {text()};
    one.unreadable_lines = random() % 3;
  }
  return out;
}

}  // namespace jitgate::testing
