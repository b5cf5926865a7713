// Transports and process prefixes around a record, alone and nested.
#include <gtest/gtest.h>

#include "head_case.h"

namespace jitgate::recognise {
namespace {

using enum model::Level;

constexpr const char* kRecord = "WARNING 09-03 10:41:07 [jit_monitor.py:135] Triton kernel";
constexpr const char* kZoned = "2026-09-03T08:41:07.8679627Z";

HeadCase record(std::string wrapper, std::string process, int prefixes, bool ray = false, std::string outer = {}) {
  return {std::move(wrapper) + kRecord,
          "Triton kernel",
          std::move(process),
          warning,
          "jit_monitor.py:135",
          true,
          "09-03 10:41:07",
          std::move(outer),
          prefixes,
          ray};
}

TEST(Wrappers, ProcessPrefixes) {
  const std::vector<HeadCase> cases = {
      record("(Worker_TP0 pid=771) ", "Worker_TP0 pid=771", 1),
      record("(VllmWorker rank=0 pid=771) ", "VllmWorker rank=0 pid=771", 1),
      record("(EngineCore) ", "EngineCore", 1),
      record("(Worker_TP0_EP0) ", "Worker_TP0_EP0", 1),
      record("(TP0) ", "TP0", 1),
      record("(DP1 TP3) ", "DP1 TP3", 1),
      record("[TP0_EP0] ", "TP0_EP0", 1),
      record("(pid=26110) ", "pid=26110", 1, true),
      record("(RayWorkerWrapper pid=2, ip=10.0.0.1) ", "RayWorkerWrapper pid=2", 1, true),
      record("(MyActor pid=2, ip=10.0.0.1) ", "MyActor pid=2", 1, true),
      record("(MapWorker(MapBatches(F)) pid=1, ip=1.2.3.4) ", "MapWorker(MapBatches(F)) pid=1", 1, true),
      record("(ServeReplica:a:B:c pid=1) (EngineCore pid=2) (RayWorkerProc pid=3) (Worker pid=4) ", "Worker pid=4", 4,
             true),
      record("(A pid=1) (B pid=2) (C pid=3) (D pid=4) (E pid=5) (F pid=6) ", "F pid=6", 6),
      record("(EngineCore pid=1) (RayWorkerWrapper pid=2) [rank0]:", "RayWorkerWrapper pid=2", 2, true),
      // Torn: the first prefix lost its body.
      record("(Worker_TP0 pid=1) (Worker_TP1 pid=2) ", "Worker_TP1 pid=2", 2),
      record("(Worker_TP0 pid=1(Worker_TP1 pid=2) ", "Worker_TP1 pid=2", 1),
      record("(Worker_TP0 (Worker_TP1 pid=2) ", "Worker_TP1 pid=2", 1),
      {"(Worker_TP0 pid=9) ", "", "Worker_TP0 pid=9", none, "", false, "", "", 1},
      {"(Worker_TP0 pid=9)", "", "Worker_TP0 pid=9", none, "", false, "", "", 1},
      {"(EngineCore pid=42)   config=a; p50=1 ms", "  config=a; p50=1 ms", "EngineCore pid=42", none, "", false, "", "",
       1},
      {"(Worker_TP0_EP0) [aiter] import [module_demo]", "[aiter] import [module_demo]", "Worker_TP0_EP0", none, "",
       false, "", "", 1},
      {"(Worker pid=7) [atom 10:41:07] x", "[atom 10:41:07] x", "Worker pid=7", none, "", false, "10:41:07", "", 1},
      {"(Worker pid=99999999999) x", "(Worker pid=99999999999) x", "", none, "", false},
      {"(TP0) DeepGEMM warmup", "DeepGEMM warmup", "TP0", none, "", false, "", "", 1},
      {"[TP0] DeepGEMM warmup", "DeepGEMM warmup", "TP0", none, "", false, "", "", 1},
      {"(TPX) x", "(TPX) x", "", none, "", false},
      {"(TP0 and more) x", "(TP0 and more) x", "", none, "", false},
      {"[EP] x", "[EP] x", "", none, "", false},
      {"(foo) bar (Worker pid=3) x", "(foo) bar (Worker pid=3) x", "", none, "", false},
  };
  for (const HeadCase& expected : cases) expect_head(expected);
}

TEST(Wrappers, Transports) {
  const std::string zoned = std::string(kZoned) + " ";
  const std::vector<HeadCase> cases = {
      record(zoned, "", 0, false, kZoned),
      record("\xEF\xBB\xBF" + zoned, "", 0, false, kZoned),
      record("benchmark / run (12)\tUNKNOWN STEP\t" + zoned, "", 0, false, kZoned),
      record("1 job\tstep\t\xEF\xBB\xBF" + zoned, "", 0, false, kZoned),
      record("worker-1  | ", "", 0),
      record("worker_12 | " + zoned, "", 0, false, kZoned),
      record("proxy | ", "", 0),
      record("[worker]     | ", "", 0),
      record("[pod/demo-abc/vllm] ", "", 0),
      record(" 3: ", "", 0),
      record("12: (Worker pid=7) ", "Worker pid=7", 1),
      record("Sep  3 10:41:07 host demo-896k.sh[9]: ", "", 0),
      record("Sep 03 10:41:07.123456 host docker: ", "", 0),
      record("2026-09-03T10:41:07+0200 host demo.sh[9]: ", "", 0, false, "2026-09-03T10:41:07+0200"),
      record("Sep  3 10:41:07 ", "", 0),
      record("Sep 03 10:41:07 (Worker pid=7) ", "Worker pid=7", 1),
      record("Thu Sep  3 10:41:07 2026 ", "", 0),
      record("Thu Sep  3 08:41:07 UTC 2026 ", "", 0, false, "2026-09-03T08:41:07Z"),
      record("[2026-09-03T08:41:07Z] ", "", 0, false, "2026-09-03T08:41:07Z"),
      record("p0 ", "", 0),
      record("[vllm] ", "", 0),
      record("[prefill-0] [vllm] ", "", 0),
      record(zoned + "stdout F ", "", 0, false, kZoned),
      record(zoned + "stderr ", "", 0, false, kZoned),
      record("2026-09-03 10:41:08,001 - sflow.task.3 - INFO - 0: ", "", 0),
      // Nested: the outermost zoned stamp is the transport's, whatever stands between.
      record(zoned + "node-1  | 2026-09-03T08:41:06Z (EngineCore pid=659) ", "EngineCore pid=659", 1, false, kZoned),
      record("Sep  3 10:41:07 host u[9]: " + zoned + " 3: [vllm] (A pid=1) ", "A pid=1", 1, false, kZoned),
      {"p02026-09-03T10:41:07.118204Z WARNING core.step: x", "x", "", warning, "core.step", true,
       "2026-09-03T10:41:07.118204Z"},
      {zoned + "2026-09-03T08:41:07Z  INFO a::b: x", "x", "", info, "a::b", true, "2026-09-03T08:41:07Z", kZoned},
      {zoned + "Starting main benchmark run...", "Starting main benchmark run...", "", none, "", false, kZoned},
      {zoned + "##[group]Run x", "##[group]Run x", "", none, "", false, kZoned},
      {zoned, "", "", none, "", false, kZoned},
      {"Sep 03 10:41:07 x y", "x y", "", none, "", false, "09-03 10:41:07"},
      {"Sep 03 10:41:07 WARNING x", "x", "", warning, "", true, "09-03 10:41:07"},
  };
  for (const HeadCase& expected : cases) expect_head(expected);
}

TEST(Wrappers, AWordAloneIsNoTransport) {
  for (const char* line : {"proxy | table", "a | b | c", "[vllm] free text", "[bench] conc=12", "p0 done", "p12345 x",
                           "job\tstep\tno stamp", "3:x", "123456: x", "[pod/x]y", "name|x"}) {
    const model::LineHead head = read_head(line);
    EXPECT_EQ(head.message, line);
    EXPECT_FALSE(head.record || head.inner) << line;
  }
}

}  // namespace
}  // namespace jitgate::recognise
