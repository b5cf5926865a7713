#include "place/host.h"

#include <gtest/gtest.h>

namespace jitgate::place {
namespace {

model::WorkerSeen worker(int index, const char* node, int bundle = 0) {
  model::WorkerSeen seen;
  seen.id = {model::Role::decode, index, node};
  seen.bundle = bundle;
  seen.logs = {0};
  return seen;
}

// The workers whose a cache's event is, by index, of a path and the host that a snapshot names.
std::vector<std::int32_t> whose(const std::vector<model::WorkerSeen>& workers, const char* path, const char* host) {
  model::LogEvidence cache;
  cache.of_cache = true;
  cache.coverage.path = path;
  cache.host = host;
  model::PlacedEvent event;
  of_host(cache, 0, workers, event);
  EXPECT_EQ(event.basis, model::Basis::build_log);
  std::vector<std::int32_t> out;
  if (event.seen_by >= 0) out.push_back(event.seen_by);
  out.insert(out.end(), event.others.begin(), event.others.end());
  return out;
}

using Workers = std::vector<std::int32_t>;

TEST(Host, OneNodeIsTheHostWhateverItsName) {
  const std::vector<model::WorkerSeen> one = {worker(0, "node0"), worker(1, "node0"), worker(2, "node9", 1)};
  EXPECT_EQ(whose(one, "run/.ninja_log", ""), (Workers{0, 1}));
  EXPECT_EQ(whose(one, "run/.ninja_log", "gpu-7"), (Workers{0, 1}));
}

TEST(Host, OfSeveralNodesNameOrPathTells) {
  const std::vector<model::WorkerSeen> two = {worker(0, "node-1"), worker(1, "node-2"), worker(2, "node-2")};
  EXPECT_EQ(whose(two, "run/.ninja_log", "node-2.example.net"), (Workers{1, 2}));
  EXPECT_EQ(whose(two, "a.zip!node-1/cache/.ninja_log", ""), (Workers{0}));
  EXPECT_EQ(whose(two, "node-2", ""), (Workers{1, 2}));
}

TEST(Host, WhatNothingTellsIsOfNoKnownWorker) {
  const std::vector<model::WorkerSeen> two = {worker(0, "node-1"), worker(1, "node-2")};
  EXPECT_EQ(whose(two, "run/.ninja_log", ""), Workers{});
  EXPECT_EQ(whose(two, "node-10/.ninja_log", "gpu-7"), Workers{});
  EXPECT_EQ(whose(two, "node-1/of/node-2/.ninja_log", ""), Workers{});
  EXPECT_EQ(whose({}, "run/.ninja_log", ""), Workers{});
}

}  // namespace
}  // namespace jitgate::place
