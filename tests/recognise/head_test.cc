// Record heads of every runtime, glued heads, and hostile lines.
#include "recognise/head.h"

#include <gtest/gtest.h>

#include <random>

#include "head_case.h"

namespace jitgate::recognise {
namespace {

using enum model::Level;

TEST(Head, ReadsTimeLevelAndPlaceInOneBracket) {
  const std::vector<HeadCase> cases = {
      {"[W 2026-08-04 18:39:05,123] x", "x", "", warning, "", true, "2026-08-04 18:39:05,123"},
      {"[I 2026-08-04 18:39:05.123 ServerApp] x", "x", "", info, "ServerApp", true, "2026-08-04 18:39:05.123"},
      {"[W 260804 18:39:05 jit_monitor:135] x", "x", "", warning, "jit_monitor:135", true, "260804 18:39:05"},
      {"[WARNING 20260804 18:39:05 a.b jit.py:1] x", "x", "", warning, "jit.py:1", true, "20260804 18:39:05"},
      {"[2026-08-04 18:39:05,123 WARNING jit.py:1] x", "x", "", warning, "jit.py:1", true, "2026-08-04 18:39:05,123"},
      {"[W 18:39:05.123 NotebookApp] x", "x", "", warning, "NotebookApp", true, "18:39:05.123"},
      {"(Worker pid=9) [W 2026-08-04 18:39:05,123] x", "x", "Worker pid=9", warning, "", true,
       "2026-08-04 18:39:05,123", "", 1},
      {"W20260804 18:39:05.123456 77 a.py:5] x", "x", "pid=77", warning, "a.py:5", true, "20260804 18:39:05.123456"},
      // No level, no time, or more than a head has.
      {"[W jit_monitor:135] x", "[W jit_monitor:135] x", "", none, "", false},
      {"[W 2026-08-04 18:39:05 one two three] x", "[W 2026-08-04 18:39:05 one two three] x", "", none, "", false},
      {"[W 2026-08-04 18:39:05 (a)] x", "[W 2026-08-04 18:39:05 (a)] x", "", none, "", false},
      {"[W 2026-08-04 18:39:05]x", "[W 2026-08-04 18:39:05]x", "", none, "", false},
  };
  for (const HeadCase& c : cases) expect_head(c);
}

TEST(Head, BlanksInFrontOfTheMessageArePadding) {
  const std::vector<HeadCase> cases = {
      {"W0903 10:41:07.000000  77 a.py:5]   x", "x", "pid=77", warning, "a.py:5", true, "0903 10:41:07.000000"},
      {"2026-09-03T10:41:07.118Z  WARN a::b:   x", "x", "", warning, "a::b", true, "2026-09-03T10:41:07.118Z"},
      {"WARNING:a.b:   x", "x", "", warning, "a.b"},
      {"2026-09-03 10:41:07,118 - INFO - core.py:177 - flashinfer.jit:   x", "x", "", info, "core.py:177", true,
       "2026-09-03 10:41:07,118"},
      {"2026-09-03 10:41:07,118 - root - WARNING - \t x", "x", "", warning, "root", true, "2026-09-03 10:41:07,118"},
      {"WARNING 09-03 10:41:07 [a.py:1]    x", "x", "", warning, "a.py:1", true, "09-03 10:41:07"},
      {"[2026-09-03 10:41:07 TP3]   x", "x", "TP3", none, "", true, "2026-09-03 10:41:07"},
      {"   x", "   x", "", none, "", false},
  };
  for (const HeadCase& c : cases) expect_head(c);
}

TEST(Head, AZonelessStampKnowsItsOuterOne) {
  const auto pair_of = [](const char* line) {
    const model::LineHead head = read_head(line);
    EXPECT_TRUE(head.inner.has_value()) << line;
    return head.inner && head.inner->paired ? std::optional(head.inner->paired_offset_s()) : std::nullopt;
  };
  EXPECT_EQ(pair_of("2026-09-03T08:41:07.5Z INFO 09-03 10:41:07 [a.py:1] x"), 7200);
  EXPECT_EQ(pair_of("web-1  | 2026-09-03T08:41:07.5Z INFO 09-03 01:41:05 [a.py:1] x"), -7 * 3600);
  EXPECT_EQ(pair_of("2026-12-31T23:41:07.5Z INFO 01-01 07:41:07 [a.py:1] x"), 8 * 3600);
  EXPECT_EQ(pair_of("2026-09-03T08:41:07.5Z 2026-09-03T08:41:06Z  INFO a::b: x"), std::nullopt);
  EXPECT_EQ(pair_of("INFO 09-03 10:41:07 [a.py:1] x"), std::nullopt);
  EXPECT_EQ(pair_of("2026-09-03T08:41:07.5Z INFO 03-03 10:41:07 [a.py:1] x"), std::nullopt);
  const model::LineHead dayless = read_head("2026-09-03T23:41:07.5Z [01:41:07 TP0] x");
  ASSERT_TRUE(dayless.inner.has_value());
  EXPECT_EQ(dayless.inner->year, 2026);
  EXPECT_EQ(dayless.inner->day, 4);
}

TEST(Head, ReadsEveryRecordHead) {
  const std::vector<HeadCase> cases = {
      {"WARNING 09-03 10:41:07 [jit_monitor.py:135] Triton kernel", "Triton kernel", "", warning, "jit_monitor.py:135",
       true, "09-03 10:41:07"},
      {"INFO 09-03 10:41:07 monitor.py:33] torch.compile takes", "torch.compile takes", "", info, "monitor.py:33", true,
       "09-03 10:41:07"},
      {"DEBUG 09-03 10:41:07 [compilation/backends.py:12] x", "x", "", debug, "compilation/backends.py:12", true,
       "09-03 10:41:07"},
      {"CRITICAL 09-03 10:41:07 [a.py:1] ", "", "", critical, "a.py:1", true, "09-03 10:41:07"},
      {"ERROR 09-03 10:41:07 no tag here", "no tag here", "", error, "", true, "09-03 10:41:07"},
      {"(Worker pid=9) [Stage-0] INFO 09-03 10:41:07 [a.py:1] x", "x", "Worker pid=9", info, "a.py:1", true,
       "09-03 10:41:07", "", 1},
      {"(EngineCore pid=5) WARNING 2026-09-03 10:41:07,118 [vllm.utils.jit_monitor] x", "x", "EngineCore pid=5",
       warning, "vllm.utils.jit_monitor", true, "2026-09-03 10:41:07,118", "", 1},
      {"WARNING [vllm.utils.jit_monitor] x", "x", "", warning, "vllm.utils.jit_monitor"},
      {"[2026-09-03 10:41:07] The server is fired up", "The server is fired up", "", none, "", true,
       "2026-09-03 10:41:07"},
      {"[2026-09-03 10:41:07 DP0 TP1 EP1] Entering", "Entering", "DP0 TP1 EP1", none, "", true, "2026-09-03 10:41:07"},
      {"[10:41:07 TP3] Entering", "Entering", "TP3", none, "", true, "10:41:07"},
      {"[2026-09-03 10:41:07] INFO:     Application startup complete.", "Application startup complete.", "", info, "",
       true, "2026-09-03 10:41:07"},
      {"INFO:     Application startup complete.", "Application startup complete.", "", info},
      {"CRITICAL: down", "down", "", critical},
      {"(APIServer pid=4) INFO:     Application startup complete.", "Application startup complete.", "APIServer pid=4",
       info, "", true, "", "", 1},
      {"(EngineCore pid=42) 2026-09-03 10:41:07,118 - INFO - cute_dsl_core.py:177 - flashinfer.jit: Compiling CuTe",
       "Compiling CuTe", "EngineCore pid=42", info, "cute_dsl_core.py:177", true, "2026-09-03 10:41:07,118", "", 1},
      {"2026-09-03 10:41:07,118 - INFO - flashinfer.jit: Loading JIT ops: norm", "Loading JIT ops: norm", "", info,
       "flashinfer.jit", true, "2026-09-03 10:41:07,118"},
      {"2026-09-03 10:41:07,118 - WARNING - Loading JIT ops: norm", "Loading JIT ops: norm", "", warning, "", true,
       "2026-09-03 10:41:07,118"},
      {"2026-09-03 10:41:07,118 - CUTE_DSL - INFO - [compile_and_cache] - JIT cache miss", "JIT cache miss", "", info,
       "compile_and_cache", true, "2026-09-03 10:41:07,118"},
      {"2026-09-03 10:41:07 - root - ERROR - broken - very", "broken - very", "", error, "root", true,
       "2026-09-03 10:41:07"},
      {"(Worker_TP1 pid=90) 2026-09-03 10:41:07  [TileLang:tilelang.jit.kernel:INFO] (kernel.py:136): TileLang begins",
       "TileLang begins", "Worker_TP1 pid=90", info, "kernel.py:136", true, "2026-09-03 10:41:07", "", 1},
      {"V1130 01:09:06.073000 2460 torch/_dynamo/guards.py:4760] [0/1] [__recompiles]     triggered",
       "[0/1] [__recompiles]     triggered", "pid=2460", debug, "torch/_dynamo/guards.py:4760", true,
       "1130 01:09:06.073000"},
      {"[rank0]:W0903 10:41:07.000000 77 torch/_inductor/x.py:5] Directory", "Directory", "rank0 pid=77", warning,
       "torch/_inductor/x.py:5", true, "0903 10:41:07.000000"},
      {"[rank12]:[W903 10:41:07.123456789 ProcessGroupNCCL.cpp:4115] [PG ID 0] x", "[PG ID 0] x", "rank12", warning,
       "ProcessGroupNCCL.cpp:4115", true, "903 10:41:07.123456789"},
      {"E0903 10:41:07.123456    91 slow_operation_alarm.cc:73] ", "", "", error, "slow_operation_alarm.cc:73", true,
       "0903 10:41:07.123456"},
      {"I0000 00:00:1785868590.123456 3231 service.cc:146] XLA service", "XLA service", "", info, "service.cc:146",
       true, "0000 00:00:1785868590.123456"},
      {"2026-09-03 10:41:07.123456: W external/xla/a.cc:12] slow", "slow", "", warning, "external/xla/a.cc:12", true,
       "2026-09-03 10:41:07.123456"},
      {"WARNING:2026-09-03 10:41:07,118:jax._src.dispatch:182: Finished XLA", "Finished XLA", "", warning,
       "jax._src.dispatch:182", true, "2026-09-03 10:41:07,118"},
      {"WARNING:root:look", "look", "", warning, "root"},
      {"[09/03/2026-10:41:07] [TRT-LLM] [W] [AutoTuner] trtllm::g using", "[AutoTuner] trtllm::g using", "", warning,
       "TRT-LLM", true, "09/03/2026-10:41:07"},
      {"[09/03/2026-10:41:07] [TRT-LLM] [I] [_torch  ] [RANK 6] Run warmup", "Run warmup", "RANK 6", info, "_torch",
       true, "09/03/2026-10:41:07"},
      {"[TRT-LLM] [MPI_Rank 3] [W] old", "old", "MPI_Rank 3", warning, "TRT-LLM"},
      {"[TRT-LLM] [RANK 2] [I] order", "order", "RANK 2", info, "TRT-LLM"},
      {"[TensorRT-LLM][INFO] Compiling JIT runtime", "Compiling JIT runtime", "", info, "TensorRT-LLM"},
      {"[TensorRT-LLM][WARNING][3] x", "x", "[3]", warning, "TensorRT-LLM"},
      {"[aiter INFO] 2026-09-03 10:41:07.123 - MainProcess:77 - /a/core.py:55 - build", "", "MainProcess pid=77", info,
       "/a/core.py:55", true, "2026-09-03 10:41:07.123"},
      {"2026-09-03T10:41:07.118204Z  INFO dynamo_llm::http::service::metrics: request received", "request received", "",
       info, "dynamo_llm::http::service::metrics", true, "2026-09-03T10:41:07.118204Z"},
      {"2026-09-03T10:41:07.118Z ERROR a::b: x   ", "x   ", "", error, "a::b", true, "2026-09-03T10:41:07.118Z"},
      {"2026-09-03T10:41:07.118204+08:00  WARN jit_monitor._handle_jit_event: Triton kernel", "Triton kernel", "",
       warning, "jit_monitor._handle_jit_event", true, "2026-09-03T10:41:07.118204+08:00"},
      {"2026-09-03T10:41:07.118204Z WARNING core.step: x", "x", "", warning, "core.step", true,
       "2026-09-03T10:41:07.118204Z"},
      {"2026-09-03T10:41:07Z  INFO http_request{id=\"a}: b\" n=1}:inner{x=2}: a::b: x", "x", "", info, "a::b", true,
       "2026-09-03T10:41:07Z"},
      {"2026-09-03T10:41:07Z INFO worker.main: [VllmWorker:1] ready", "ready", "VllmWorker:1", info, "worker.main",
       true, "2026-09-03T10:41:07Z"},
      {"2026-03-31 13:30:20  INFO vllm_router_rs::routers: src/a.rs:1454: x", "src/a.rs:1454: x", "", info,
       "vllm_router_rs::routers", true, "2026-03-31 13:30:20"},
      {"2026-08-04 18:36:00 INFO Model is ready.", "Model is ready.", "", info, "", true, "2026-08-04 18:36:00"},
      {"2026-08-04 18:36:00 [ERROR] down", "down", "", error, "", true, "2026-08-04 18:36:00"},
      {"2026-09-03T10:41:07.1Z DEBUG dynamo_run::subprocess: (Worker pid=3) ERROR 09-03 18:41:07 [core.py:9] Runtime",
       "Runtime", "Worker pid=3", error, "core.py:9", true, "09-03 18:41:07", "2026-09-03T10:41:07.1Z", 1},
      {"2026-09-03T10:41:07.1Z DEBUG dynamo_run::subprocess: Triton autotuning", "Triton autotuning", "", none, "",
       false, "2026-09-03T10:41:07.1Z"},
  };
  for (const HeadCase& expected : cases) expect_head(expected);
}

TEST(Head, LeavesMessagesAlone) {
  const std::vector<HeadCase> cases = {
      {"", "", "", none, "", false},
      {"   ", "   ", "", none, "", false},
      {"Autotuning kernel _demo with config BM: 16", "Autotuning kernel _demo with config BM: 16", "", none, "", false},
      {"    - 0/0: n == 1.0", "    - 0/0: n == 1.0", "", none, "", false},
      {"[aiter] start build [module_demo]", "[aiter] start build [module_demo]", "", none, "", false},
      {"[atom 10:41:07] Model warmup done", "[atom 10:41:07] Model warmup done", "", none, "", false, "10:41:07"},
      {"(8, 'torch.float32')", "(8, 'torch.float32')", "", none, "", false},
      {"(cached) module", "(cached) module", "", none, "", false},
      {"[12s] Generation 3", "[12s] Generation 3", "", none, "", false},
      {"[1/2] /opt/gcc/bin/g++ -c", "[1/2] /opt/gcc/bin/g++ -c", "", none, "", false},
      {"133:Aug 24 01:02:29 host unit[9]: x", "133:Aug 24 01:02:29 host unit[9]: x", "", none, "", false},
      {"00:01:30 elapsed", "00:01:30 elapsed", "", none, "", false},
      {"WARNING: NUMA balancing is enabled", "WARNING: NUMA balancing is enabled", "", none, "", false},
      {"INFO about the jit", "INFO about the jit", "", none, "", false},
      {"INFO:http://host", "INFO:http://host", "", none, "", false},
      {"INFOS 09-03 10:41:07 [a.py:1] x", "INFOS 09-03 10:41:07 [a.py:1] x", "", none, "", false},
      {"W0903 without a clock", "W0903 without a clock", "", none, "", false},
      {"# V0912 10:41:07.123456 1 a.py:1] x", "# V0912 10:41:07.123456 1 a.py:1] x", "", none, "", false},
      {"WARNING 13-03 10:41:07 [jit_monitor.py:135] x", "WARNING 13-03 10:41:07 [jit_monitor.py:135] x", "", none, "",
       false},
      {"2026-11-30 01:07:08 UTC [bench] conc=12 process start", "[bench] conc=12 process start", "", none, "", false,
       "2026-11-30 01:07:08 UTC"},
      {"2026-08-04 18:38:17", "", "", none, "", false, "2026-08-04 18:38:17"},
  };
  for (const HeadCase& expected : cases) expect_head(expected);
}

TEST(Head, TellsRanks) {
  const auto ranks = [](const char* line) { return name_of(read_head(line).process.ranks); };
  EXPECT_EQ(ranks("(Worker_DP4_EP4 pid=1) x"), "DP4_EP4");
  EXPECT_EQ(ranks("(Worker_PP1_TP3 pid=1) x"), "PP1_TP3");
  EXPECT_EQ(ranks("(EngineCore_DP0 pid=1) x"), "DP0");
  EXPECT_EQ(ranks("(VllmWorker rank=2 pid=1) x"), "TP2");
  EXPECT_EQ(ranks("(APIServer_0 pid=1) x"), "");
  EXPECT_EQ(ranks("[2026-09-03 10:41:07 DP0 TP1 EP1] x"), "DP0_TP1_EP1");
  EXPECT_EQ(ranks("(Actor pid=5, ip=10.0.0.1) [2026-09-03 10:41:07 TP3] x"), "TP3");
  EXPECT_EQ(ranks("(Worker_TP0 pid=1) (EngineCore pid=2) x"), "");
}

TEST(Head, CountsRaysRepeats) {
  model::LineHead head = read_head("(Actor pid=5) x [repeated 7x across cluster]");
  EXPECT_EQ(head.repeated, 7U);
  EXPECT_EQ(head.message, "x");
  EXPECT_TRUE(head.ray);
  head = read_head(
      "x [repeated 12x across cluster] (Ray deduplicates logs by default. Set RAY_DEDUP_LOGS=0 to disable it.)");
  EXPECT_EQ(head.repeated, 12U);
  EXPECT_EQ(head.message, "x");
  for (const char* line : {"x [repeated x across cluster]", "x [repeated 7x across cluster] y", "x across cluster]",
                           "x [repeated 7 x across cluster]", " [repeated 99999999999x across cluster]"}) {
    head = read_head(line);
    EXPECT_EQ(head.repeated, 1U) << line;
    EXPECT_EQ(head.message, line);
  }
}

TEST(Head, FindsAHeadGluedToWhatStoodBefore) {
  const std::string message = "Triton kernel JIT compilation";
  const auto found = [&](const std::string& before, const std::string& head) {
    const std::string line = before + head + message;
    return find_glued_head(line, before.size() + head.size()) == before.size();
  };
  EXPECT_TRUE(found("  0%|   | 0/19 [00:00<?, ?it/s]", "[2026-09-03 10:41:07 TP0] "));
  EXPECT_TRUE(found("  5/5 [00:01<00:00, 4.1it/s]", "(Worker_TP0 pid=9) WARNING 09-03 10:41:07 [j.py:1] "));
  EXPECT_TRUE(found("generation throughput: 62", "(Worker_TP0 pid=9) WARNING 09-03 10:41:07 [j.py:1] "));
  EXPECT_TRUE(found("loading shards", "WARNING 09-03 10:41:07 [j.py:1] "));
  EXPECT_TRUE(found("bar ", "W0903 10:41:07.000000 77 torch/x.py:5] "));
  EXPECT_TRUE(found("bar|", "2026-09-03T10:41:07Z  WARN a.b: "));
  EXPECT_TRUE(found("(EngineCore pid=1) INFO 09-03 10:41:06 [a.py:1] half", "WARNING 09-03 10:41:07 [j.py:1] "));
  EXPECT_TRUE(found("", "WARNING 09-03 10:41:07 [j.py:1] "));
  // An open bracket in front is no part of the record; a chain of prefixes is, and so are brackets in a name.
  EXPECT_TRUE(found("text (see the note ", "(Worker_TP1 pid=2) WARNING 09-03 10:41:07 [j.py:1] "));
  EXPECT_TRUE(found("x (Worker_TP0 pid=1", "(Worker_TP1 pid=2) WARNING 09-03 10:41:07 [j.py:1] "));
  EXPECT_TRUE(found("x", "(EngineCore pid=1) (RayWorkerWrapper pid=2) WARNING 09-03 10:41:07 [j.py:1] "));
  EXPECT_TRUE(found("x (a ", "(MapWorker(MapBatches(F)) pid=1, ip=1.2.3.4) WARNING 09-03 10:41:07 [j.py:1] "));

  EXPECT_FALSE(found("prompt: '", "WARNING 09-03 10:41:07 [j.py:1] "));
  EXPECT_FALSE(found("prompt: ", "(Worker_TP0 pid=9) "));
  EXPECT_FALSE(found("prompt: ", "2026-09-03 10:41:07 "));
  EXPECT_FALSE(found("WARNING 09-03 10:41:07 [j.py:1] ", "say "));
  EXPECT_EQ(find_glued_head("short", 99), std::string_view::npos);
  // Farther back than it looks.
  EXPECT_FALSE(found("bar ", "WARNING 09-03 10:41:07 [j.py:1] " + std::string(600, '(')));
}

// Known shapes, cut, doubled and with bytes changed: a head must stay a sequence of views into its own line. Each
// line is its own allocation, so that the sanitizers see a byte read past its end.
TEST(Head, HoldsAgainstMutation) {
  const std::vector<std::string> shapes = {
      "2026-09-03T08:41:07.867962742Z stdout F (EngineCore pid=659) WARNING 09-03 10:41:07 [jit_monitor.py:135] x",
      "job\tstep\t2026-09-03T08:41:07.8679627Z node-1  | [pod/a/b]  3: [rank0]:W0903 10:41:07.0 7 torch/x.py:5] [0/1]",
      "(ServeReplica:a:B:c pid=1, ip=1.2.3.4) (MapWorker(F) pid=2) (pid=3) [2026-09-03 10:41:07 DP0 TP1] INFO:     x",
      "p02026-09-03T10:41:07Z  INFO s{a=\"}\"}: dynamo_run::subprocess: [vllm] INFO:2026-09-03 10:41:07,1:jax.a:2: x",
      "[09/03/2026-10:41:07] [TRT-LLM] [I] [_torch  ] [RANK 6] x [repeated 7x across cluster]",
      "Aug  4 18:36:30 host unit[9]: 2026-09-03 10:41:07,118 - CUTE_DSL - INFO - [f] - x",
      "[aiter INFO] 2026-09-03 10:41:07.123 - P:77 - a.py:5 - f",
      "[TensorRT-LLM][INFO][0] I0000 00:00:1785868590.1 3 a.cc:1] 2026-09-03 10:41:07  [TileLang:t:INFO] (k.py:1): x"};
  std::mt19937 random(20261130);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  const std::string bytes = " \t()[]:|-.,/0123456789TZpidIWE=x\xEF\xBB\xBF";
  for (int round = 0; round < 40000; ++round) {
    std::string line = shapes[below(shapes.size())];
    for (std::size_t change = below(4); change > 0 && !line.empty(); --change) {
      const std::size_t at = below(line.size());
      switch (below(5)) {
        case 0:
          line.erase(at, 1 + below(4));
          break;
        case 1:
          line.insert(at, 1, bytes[below(bytes.size())]);
          break;
        case 2:
          line[at] = bytes[below(bytes.size())];
          break;
        case 3:
          line.resize(at + 1);
          break;
        default:
          line.insert(at, shapes[below(shapes.size())]);
          break;
      }
    }
    const std::vector<char> exact(line.begin(), line.end());
    const std::string_view view(exact.data(), exact.size());
    const model::LineHead head = read_head(view);
    const auto inside = [&](std::string_view part) {
      return part.empty() || (part.data() >= view.data() && part.data() + part.size() <= view.data() + view.size());
    };
    ASSERT_TRUE(inside(head.message) && inside(head.tag)) << line;
    ASSERT_TRUE(!head.inner || (head.inner->month <= 12 && head.inner->day <= 31)) << line;
    ASSERT_GE(head.repeated, 1U);
    const std::size_t glued = find_glued_head(view, below(view.size() + 1));
    ASSERT_TRUE(glued == std::string_view::npos || glued < view.size()) << line;
  }
}

// What a layer costs must not grow with the layers behind it.
TEST(Head, EndsOnEndlessWrappers) {
  std::string names, prefixes, labels;
  for (int i = 0; i < 8000; ++i) {
    names += "proxy | ";
    prefixes += "(Worker pid=1) ";
    labels += "[vllm] ";
  }
  EXPECT_EQ(read_head(names).message, names);
  EXPECT_EQ(read_head(labels).message, labels);
  EXPECT_LT(read_head(prefixes).message.size(), prefixes.size());
}

}  // namespace
}  // namespace jitgate::recognise
