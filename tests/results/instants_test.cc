#include "results/instants.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace jitgate::results {
namespace {

Record with(const std::string& key, const std::string& literal) {
  Record record;
  record.set(key, {.type = Scalar::Type::number, .truth = false, .number = std::stod(literal), .text = literal});
  return record;
}

TEST(Instants, NanosecondsAreExact) { EXPECT_EQ(unix_ns(with("t", "1793614400000000123"), "t"), 1793614400000000123); }

TEST(Instants, TheUnitMustFitTheValue) {
  EXPECT_FALSE(unix_ns(with("t", "1793614400"), "t"));
  EXPECT_FALSE(unix_ms(with("t", "1793614400"), "t"));
  EXPECT_FALSE(unix_seconds(with("t", "1793614400000"), "t"));
  EXPECT_FALSE(unix_seconds(with("t", "0"), "t"));
  EXPECT_FALSE(unix_seconds(with("t", "-1793614400"), "t"));
  EXPECT_FALSE(unix_ns(with("t", "1e300"), "t"));
  EXPECT_EQ(unix_ms(with("t", "1793614400250"), "t"), 1793614400250 * base::kMillisecond);
  const auto part = unix_ms(with("t", "1793614400250.5"), "t");  // as exact as a double of seconds
  ASSERT_TRUE(part);
  EXPECT_NEAR(static_cast<double>(*part - 1793614400250500000), 0, 500);
}

TEST(Instants, TheKeysEndingTellsTheUnit) {
  for (const auto& [key, literal] :
       std::vector<std::pair<std::string, std::string>>{{"start_unix", "1793614400"},
                                                        {"start_ms", "1793614400000"},
                                                        {"start_unix_ns", "1793614400000000000"},
                                                        {"start", "1793614400"}}) {
    EXPECT_EQ(any_instant(with(key, literal), {"other", "start"}), 1793614400 * base::kSecond) << key;
  }
}

TEST(Instants, DurationsAreNotNegative) {
  EXPECT_EQ(any_duration(with("ttft_ms", "250"), {"ttft"}), 250 * base::kMillisecond);
  EXPECT_EQ(any_duration(with("ttft", "0.25"), {"ttft"}), 250 * base::kMillisecond);
  EXPECT_FALSE(any_duration(with("ttft", "-1"), {"ttft"}));
  EXPECT_FALSE(duration_of(1e300, base::kSecond));
}

}  // namespace
}  // namespace jitgate::results
