#include "model/policy.h"

#include <gtest/gtest.h>

namespace jitgate::model {
namespace {

TEST(Policy, TreatmentWords) {
  EXPECT_STREQ(to_string(Treatment::failed), "failed");
  EXPECT_STREQ(to_string(Treatment::invalid), "invalid");
  EXPECT_STREQ(to_string(Treatment::flagged), "flagged");
  EXPECT_STREQ(to_string(Treatment::ignored), "ignored");
}

TEST(Policy, EachSettingSetsItsOwnField) {
  Rulings r;
  EXPECT_TRUE(apply_setting(r, "compilers.default", "flagged"));
  EXPECT_EQ(r.default_compiler, Treatment::flagged);
  EXPECT_TRUE(r.compilers.empty());
  EXPECT_TRUE(apply_setting(r, "compilers.tvm.ffi", "failed"));
  EXPECT_EQ(r.compilers.at("tvm.ffi"), Treatment::failed);
  EXPECT_TRUE(apply_setting(r, "events.load", "count"));
  EXPECT_TRUE(apply_setting(r, "events.compile", "ignore"));
  EXPECT_EQ(r.counts, (std::array<bool, kEventTypes>{false, true, true, true, true, false, true}));
  EXPECT_TRUE(apply_setting(r, "findings.suspect", "failed"));
  EXPECT_TRUE(apply_setting(r, "findings.unproven", "invalid"));
  EXPECT_TRUE(apply_setting(r, "findings.inconclusive", "flagged"));
  EXPECT_EQ(r.suspect, Status::failed);
  EXPECT_EQ(r.unproven, Status::invalid);
  EXPECT_EQ(r.inconclusive, Status::flagged);
  EXPECT_TRUE(apply_setting(r, "unobservable", "inconclusive"));
  EXPECT_EQ(r.unobservable, Unobservable::inconclusive);
  EXPECT_TRUE(apply_setting(r, "coverage.require_monitor", "true"));
  EXPECT_TRUE(r.require_monitor);
  EXPECT_TRUE(apply_setting(r, "coverage.max_silence", "1.5m"));
  EXPECT_EQ(r.max_silence, 90 * base::kSecond);
  EXPECT_TRUE(apply_setting(r, "coverage.logs", "optional"));
  EXPECT_EQ(r.logs, LogsPolicy::optional);
  EXPECT_TRUE(apply_setting(r, "window.guard", "0s"));
  EXPECT_EQ(r.guard, 0);
  EXPECT_TRUE(apply_setting(r, "window.start_pattern", "^a"));
  EXPECT_TRUE(apply_setting(r, "window.end_pattern", "b$"));
  EXPECT_EQ(r.window_start_pattern, "^a");
  EXPECT_EQ(r.window_end_pattern, "b$");
}

TEST(Policy, WorkersByRoleAndBackToTheResults) {
  Rulings r;
  EXPECT_TRUE(apply_setting(r, "coverage.workers.decode", "6"));
  EXPECT_EQ(r.workers, (std::map<std::string, int>{{"decode", 6}}));
  for (const char* count : {"0", "-1", "", "6x", "65537", "99999999999999999999"}) {
    EXPECT_FALSE(apply_setting(r, "coverage.workers.decode", count)) << count;
  }
  EXPECT_FALSE(apply_setting(r, "coverage.workers.frontend", "1"));
  EXPECT_EQ(r.workers.at("decode"), 6);
  EXPECT_TRUE(apply_setting(r, "coverage.workers", "from-results"));
  EXPECT_TRUE(r.workers.empty());
}

TEST(Policy, NoFindingCanBeMadeToLookClean) {
  for (const char* key : {"findings.suspect", "findings.unproven", "findings.inconclusive"}) {
    Rulings r;
    EXPECT_FALSE(apply_setting(r, key, "valid")) << key;
    EXPECT_FALSE(apply_setting(r, key, "ignored")) << key;
    EXPECT_EQ(r.suspect, Status::flagged);
    EXPECT_EQ(r.unproven, Status::flagged);
    EXPECT_EQ(r.inconclusive, Status::invalid);
  }
}

TEST(Policy, UnknownKeysAndValuesAreRefused) {
  Rulings r;
  for (const char* key : {"", ".", "compilers", "compilers.", "event.load", "events.lod", "findings.clean", "coverage.",
                          "window.points", "strict", "coverage.workers."}) {
    for (const char* value : {"failed", "count", "flagged", "true", "1s", "1"}) {
      EXPECT_FALSE(apply_setting(r, key, value)) << key << "=" << value;
    }
  }
  EXPECT_FALSE(apply_setting(r, "coverage.max_silence", "0s"));
  EXPECT_FALSE(apply_setting(r, "coverage.max_silence", "60"));
  EXPECT_FALSE(apply_setting(r, "window.guard", "-1s"));
  EXPECT_FALSE(apply_setting(r, "coverage.require_monitor", "yes"));
  EXPECT_TRUE(r.compilers.empty());
  EXPECT_EQ(r.max_silence, 60 * base::kSecond);
}

}  // namespace
}  // namespace jitgate::model
