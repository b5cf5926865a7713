#include "model/untold_roles.h"

#include <gtest/gtest.h>

namespace jitgate::model {
namespace {

TEST(UntoldRoles, EachRoleThatServesNeedsItsNumber) {
  struct Case {
    std::vector<Role> seen;
    std::map<std::string, int> expected;
    std::set<std::string> untold;
  };
  const Case cases[] = {
      {{Role::decode}, {}, {}},  // nothing has a number
      {{Role::decode}, {{"decode", 1}}, {"prefill"}},
      {{}, {{"prefill", 1}}, {"decode"}},
      {{Role::decode}, {{"prefill", 1}, {"decode", 1}}, {}},
      {{Role::prefill, Role::decode}, {{"agg", 1}}, {"prefill", "decode"}},
      {{Role::agg}, {{"agg", 1}}, {}},
      {{Role::agg}, {{"agg", 1}, {"decode", 1}}, {}},  // one engine that a result counts as both
      {{Role::agg, Role::prefill, Role::decode}, {{"prefill", 1}, {"decode", 1}}, {"agg"}},
  };
  for (const Case& one : cases) {
    Placed placed;
    for (const Role role : one.seen) {
      placed.workers.emplace_back().id.role = role;
      placed.workers.back().bundle = 3;
    }
    placed.workers.emplace_back().id.role = Role::prefill;  // of another job
    placed.workers.back().bundle = 4;
    Point point;
    point.bundle = 3;
    point.expected = one.expected;
    EXPECT_EQ(untold_roles(placed, point), one.untold) << one.seen.size() << one.expected.size();
  }
}

}  // namespace
}  // namespace jitgate::model
