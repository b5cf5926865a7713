#include "results/line_fields.h"

#include <gtest/gtest.h>

namespace jitgate::results {
namespace {

TEST(LineFields, TheFirstValueWins) {
  EXPECT_EQ(field(R"(request_id="a" status="ok" request_id="b")", "request_id"), "a");
}

TEST(LineFields, AKeyIsAWholeWord) {
  constexpr std::string_view kText = "decode_worker_id=5 x-worker_id=6 worker_id=7, dp_rank=0";
  EXPECT_EQ(field(kText, "worker_id"), "7");
  EXPECT_EQ(field(kText, "dp_rank"), "0");
  EXPECT_FALSE(field("decode_worker_id=5", "worker_id"));
  EXPECT_FALSE(field("worker_ids=5", "worker_id"));
}

TEST(LineFields, ReadsDebugAndJsonForms) {
  EXPECT_EQ(field("Instance { instance_id: 758, transport: x }", "instance_id"), "758");
  EXPECT_EQ(field(R"({"instance_id": 758})", "instance_id"), "758");
}

TEST(LineFields, ATornOrHugeValueIsNone) {
  EXPECT_FALSE(field("request_id=\"abc", "request_id"));
  EXPECT_FALSE(field("request_id=", "request_id"));
  EXPECT_FALSE(field("request_id=" + std::string(300, 'a'), "request_id"));
}

TEST(LineFields, ReadsNumbers) {
  EXPECT_EQ(number_of("400.25"), 400.25);
  EXPECT_FALSE(number_of("400.25x"));
  EXPECT_FALSE(number_of("inf"));
  EXPECT_EQ(integer_of("32"), 32);
  EXPECT_FALSE(integer_of("32.5"));
  EXPECT_EQ(leading_integer("  12 process"), 12);
  EXPECT_FALSE(leading_integer(" x12"));
}

}  // namespace
}  // namespace jitgate::results
