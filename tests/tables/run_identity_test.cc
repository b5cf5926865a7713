#include "tables/run_identity.h"

#include <gtest/gtest.h>

namespace jitgate::tables {
namespace {

model::Verdict verdict() {
  model::Verdict out;
  out.logs.resize(2);
  out.logs[0].path = "dir/logs.zip!a.out";
  out.logs[0].bytes = 100;
  out.logs[1].path = "dir/logs.zip!b.out";
  out.points.resize(1);
  out.points[0].window_start = base::parse_instant("2026-08-04T18:38:42Z");
  return out;
}

std::string local(const model::Verdict& of) { return run_identity(of, "", {})->id; }

TEST(RunIdentity, ARunOfTheCiIsNamedByItsId) {
  model::Verdict of = verdict();
  of.run = {{"id", "30933463657"}, {"attempt", "2"}, {"repository", "o/r"}};
  EXPECT_EQ(run_identity(of, "", {}).value(), (RunIdentity{"30933463657", 2, "o/r"}));
  EXPECT_EQ(run_identity(of, "30933463657", 2)->attempt, 2);
  EXPECT_FALSE(run_identity(of, "1", {}));
  EXPECT_FALSE(run_identity(of, "", 3));
  of.run["attempt"] = "two";
  EXPECT_FALSE(run_identity(of, "", {}));
  EXPECT_EQ(run_identity(verdict(), "7", 1).value(), (RunIdentity{"7", 1, ""}));
  EXPECT_TRUE(run_identity(verdict(), "7", {})->of_ci());
}

TEST(RunIdentity, ALocalRunIsNamedByWhatWasRead) {
  const std::string id = local(verdict());
  EXPECT_EQ(id.substr(0, 6), "local-");
  EXPECT_FALSE(run_identity(verdict(), "", {})->of_ci());
  model::Verdict elsewhere = verdict();  // read from another place, in another order, by another policy
  elsewhere.logs[0].path = "/tmp/logs.zip!b.out";
  elsewhere.logs[0].bytes = 0;
  elsewhere.logs[1].path = "/tmp/logs.zip!a.out";
  elsewhere.logs[1].bytes = 100;
  elsewhere.policy_sha256 = "x";
  elsewhere.points[0].status = model::Status::invalid;
  EXPECT_EQ(local(elsewhere), id);
  model::Verdict other = verdict();
  other.logs[0].bytes = 101;
  EXPECT_NE(local(other), id);
  other = verdict();
  other.points[0].window_start = base::parse_instant("2026-08-04T18:38:43Z");
  EXPECT_NE(local(other), id);
}

}  // namespace
}  // namespace jitgate::tables
