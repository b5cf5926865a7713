// Names of logs as launchers give them.
#include <gtest/gtest.h>

#include <string>

#include "recognise/recogniser.h"

namespace jitgate::recognise {
namespace {

using model::Role;

struct Name {
  const char* path;
  Role role;
  int index;
  const char* node;
};

TEST(WorkerOfPath, ReadsEveryLayout) {
  const Name names[] = {
      {"node-1_decode_w0.out", Role::decode, 0, "node-1"},
      {"a.zip!multinode_server_logs.tar.gz!./node_x-3_prefill_w12.out", Role::prefill, 12, "node_x-3"},
      {"logs/watchtower-07_agg_w1.err.gz", Role::agg, 1, "watchtower-07"},
      {"node-0_frontend_0.out", Role::frontend, 0, "node-0"},
      {"node-0_nginx.out", Role::other, -1, "node-0"},
      {"decode-node_prefill_w0.out", Role::prefill, 0, "decode-node"},
      {"decode_w3.log.1", Role::decode, 3, ""},
      {"node-1_decode_w0.out-20260804", Role::decode, 0, "node-1"},
      {"node-1_decode_w0.out.2026-08-04.gz", Role::decode, 0, "node-1"},
      {"node-1_decode_w0.out.old", Role::decode, 0, "node-1"},
      {"node-1_decode_w0.log.bak", Role::decode, 0, "node-1"},
      {"node-1_decode_w0.out_1", Role::decode, 0, "node-1"},
      {"node-1_decode_w0.log-2.gz", Role::decode, 0, "node-1"},
      {"NODE-1_DECODE_W0.OUT", Role::decode, 0, "NODE-1"},
      {"Node-1_Decode_W0.Log.1.GZ", Role::decode, 0, "Node-1"},
      {"SERVER.LOG-20260804", Role::agg, -1, ""},
      {"decode_4.log", Role::decode, 4, ""},
      {"demo-decode-2.log.zst", Role::decode, 2, "demo"},
      {"server_mi355x-07.log", Role::agg, -1, "mi355x-07"},
      {"prefill_mi355x-07.log", Role::prefill, -1, "mi355x-07"},
      {"decode_host.a.b.log", Role::decode, -1, "host.a.b"},
      {"router_host1.log", Role::frontend, -1, "host1"},
      {"vllm_router_host1.log", Role::frontend, -1, "host1"},
      {"vllm_rank3.log", Role::agg, 3, ""},
      {"sidecar_rank3.log", Role::other, -1, ""},
      {"epp.log", Role::other, -1, ""},
      {"server.log", Role::agg, -1, ""},
      {"results/server.log", Role::agg, -1, ""},
      {"results/server_2.log.xz", Role::agg, 2, ""},
      {"vllm_server.log", Role::agg, -1, ""},
      {"benchmark.out", Role::client, -1, ""},
      {"benchmark.log", Role::client, -1, ""},
      {"client_conc12.log", Role::client, -1, ""},
      {"sweep_4711.log", Role::other, -1, ""},
      {"infra.out", Role::other, -1, ""},
      {"mooncake_master.out", Role::other, -1, ""},
      {"eval.out", Role::other, -1, ""},
      {"slurm_job-12_rank_0.log", Role::other, -1, ""},
      {"x.zip!decode_w0/stdout.log", Role::decode, 0, ""},
      {"x.zip!node-1_decode_w0/server.log", Role::decode, 0, "node-1"},
      {"decode_w0/benchmark.log", Role::client, -1, ""},
      {"agg/server.log", Role::agg, -1, ""},
  };
  for (const Name& name : names) {
    const model::WorkerId worker = worker_of_path(name.path);
    EXPECT_EQ(worker.role, name.role) << name.path << " " << model::to_string(worker.role);
    EXPECT_EQ(worker.index, name.index) << name.path;
    EXPECT_EQ(worker.node, name.node) << name.path;
  }
}

// One number, "0.log", for every pod; and what a pod is called.
TEST(WorkerOfPath, ReadsThePodOfAKubeletsLog) {
  struct Pod {
    const char *pod, *container;
    Role role;
    int index;
  };
  const Pod pods[] = {
      {"decode-0", "server", Role::decode, 0},
      {"vllm-prefill-12", "vllm", Role::prefill, 12},
      {"pd-prefill-decode-1", "vllm", Role::decode, 1},
      {"demo-decode-2-1", "main", Role::decode, 2},
      {"ms-decode-7d4f9c7b8-x2k9q", "vllm", Role::decode, -1},
      {"ms-decode-7d4f9c7b8-x2k9q", "routing-proxy", Role::other, -1},
      {"demo-vllmdecodeworker-6c5-abcde", "main", Role::decode, -1},
      {"demo-frontend-6c5-abcde", "main", Role::frontend, -1},
      {"bench-3", "prefill", Role::prefill, -1},
      {"vllm-0", "server", Role::unknown, -1},
  };
  const std::string id(60, 'a');
  for (const Pod& pod : pods) {
    const std::string folder = std::string("llm_") + pod.pod + "_0c1d2e3f-0a1b-4c5d-8e9f-0123456789ab/" + pod.container;
    for (const std::string& path :
         {"/var/log/pods/" + folder + "/0.log", "x.zip!" + folder + "/12.log", folder + "/0.log.20260804-101112.gz",
          "/var/log/containers/" + std::string(pod.pod) + "_llm_" + pod.container + '-' + id + "0123.log"}) {
      const model::WorkerId worker = worker_of_path(path);
      EXPECT_EQ(worker.role, pod.role) << path << " " << model::to_string(worker.role);
      EXPECT_EQ(worker.index, pod.index) << path;
      EXPECT_EQ(worker.node, pod.pod) << path;
    }
  }
  EXPECT_EQ(worker_of_path("node-1_decode_w3/logs/0.log").index, 3);
}

TEST(WorkerOfPath, TellsNothingWhereTheNameDoesNot) {
  for (const char* path :
       {"", "/", "!", "output.log", "agg/stdout.log", "evaluation.log", "serverless.log", "predecode_w0.out",
        "node_decodes_w1.out", "decode_w12345678.out/x.txt",
        "multinode_server_logs_demo_8k1k_prefill-tp4-nw1_decode-tp4-pp1-nw6_conc12x24x48.zip!console.txt"}) {
    EXPECT_EQ(worker_of_path(path).role, Role::unknown) << path;
  }
}

}  // namespace
}  // namespace jitgate::recognise
