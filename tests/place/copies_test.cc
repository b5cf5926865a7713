#include "place/copies.h"

#include <gtest/gtest.h>

namespace jitgate::place {
namespace {

using model::Role;

struct Named {
  const char* path;
  model::WorkerId worker;
  const char* hash;
};

std::vector<Standing> of(const std::vector<Named>& named, const std::vector<model::ToldWorker>& told = {},
                         std::vector<int> bundles = {}) {
  std::vector<model::LogEvidence> logs;
  for (const Named& one : named) {
    logs.emplace_back();
    logs.back().coverage.path = one.path;
    logs.back().coverage.worker = one.worker;
    logs.back().coverage.content_hash = one.hash;
    logs.back().coverage.bytes = 10;
  }
  bundles.resize(logs.size(), 0);
  return standings(logs, bundles, told);
}

model::ToldWorker words(const char* path, Role role, int index = -1, const char* instance = "") {
  return {path, role, index, instance, "argv", 7};
}

const model::WorkerId kDecode0{Role::decode, 0, "node-1"};
const model::WorkerId kDecode1{Role::decode, 1, "node-1"};

TEST(Copies, OfAnotherWorkerCountUnlessOfAnotherJobOrEmpty) {
  const auto same = of({{"a", kDecode0, "h"}, {"b", kDecode1, "h"}});
  EXPECT_EQ(same[0].copy_of, -1);
  EXPECT_EQ(same[1].copy_of, 0);
  EXPECT_TRUE(same[1].other_worker);
  EXPECT_EQ(of({{"a", kDecode0, "h"}, {"b", kDecode1, "i"}})[1].copy_of, -1);
  EXPECT_EQ(of({{"a", kDecode0, ""}, {"b", kDecode1, ""}})[1].copy_of, -1);
  EXPECT_EQ(of({{"a", kDecode0, "h"}, {"b", kDecode1, "h"}}, {}, {0, 1})[1].copy_of, -1);
}

TEST(Copies, OfOneWorkerOrWithoutANameAreNoOtherWorkers) {
  EXPECT_FALSE(of({{"x/a", kDecode0, "h"}, {"y/a", kDecode0, "h"}})[1].other_worker);
  const auto plain = of({{"latest.log", {}, "h"}, {"a", kDecode0, "h"}});
  EXPECT_EQ(plain[1].copy_of, -1) << "the log with a worker's name is the original";
  EXPECT_EQ(plain[0].copy_of, 1);
  EXPECT_FALSE(plain[0].other_worker);
  EXPECT_TRUE(of({{"a", kDecode0, "h"}, {"b", {Role::decode, 0, "node-2"}, "h"}})[1].other_worker)
      << "a worker on two nodes has two logs";
}

TEST(Copies, TheOneWhoseWordsFitItsNameIsTheOriginal) {
  const auto both =
      of({{"a", kDecode0, "h"}, {"b", kDecode1, "h"}}, {words("a", Role::decode, 1), words("b", Role::decode, 1)});
  EXPECT_EQ(both[0].copy_of, 1);
  EXPECT_EQ(both[1].copy_of, -1);
}

TEST(Copies, WordsThatContradictTheName) {
  const auto said = [](const model::WorkerId& worker, const model::ToldWorker& told) {
    return !of({{"a", worker, "h"}}, {told})[0].contradicts.empty();
  };
  EXPECT_TRUE(said(kDecode0, words("a", Role::prefill)));
  EXPECT_TRUE(said(kDecode0, words("a", Role::decode, 3)));
  EXPECT_FALSE(said(kDecode0, words("a", Role::decode)));
  EXPECT_FALSE(said(kDecode0, words("other", Role::prefill)));
  EXPECT_FALSE(said({Role::agg, 0, ""}, words("a", Role::decode))) << "server_<host>.log may be either side";
  EXPECT_FALSE(said({Role::frontend, 0, ""}, words("a", Role::decode)));
}

TEST(Copies, TwoNamesWithOneRegistration) {
  const auto two = of({{"a", kDecode0, "h"}, {"b", kDecode1, "i"}},
                      {words("a", Role::unknown, -1, "42"), words("b", Role::unknown, -1, "42")});
  EXPECT_TRUE(two[0].contradicts.empty());
  EXPECT_EQ(two[1].contradicts, "b registers as 42, as a does");
}

}  // namespace
}  // namespace jitgate::place
