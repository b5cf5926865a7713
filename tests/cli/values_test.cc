#include "cli/values.h"

#include <gtest/gtest.h>

namespace jitgate::cli {
namespace {

TEST(Window, ReadsIdAndInstants) {
  const auto w = parse_window("a/conc12=2026-08-04T18:38:42.5Z..1785868800");
  ASSERT_TRUE(w);
  EXPECT_EQ(w->id, "a/conc12");
  EXPECT_EQ(w->start, *base::parse_instant("2026-08-04T18:38:42.5Z"));
  EXPECT_EQ(w->end, 1785868800 * base::kSecond);
}

TEST(Window, RefusesWhatIsNone) {
  for (const char* text : {"", "x", "=2026-08-04T18:38:42Z..2026-08-04T18:39:42Z", "=1..2", "x=..", "x=1..",
                           "x=2026-08-04T18:38:42..2026-08-04T18:39:42", "x=20..10", "=5"}) {
    const auto w = parse_window(text);
    ASSERT_FALSE(w) << text;
    EXPECT_EQ(w.error().blame, base::Blame::user);
    EXPECT_FALSE(w.error().hint.empty());
  }
}

TEST(Expected, ReadsRoleAndNumber) {
  EXPECT_EQ(*parse_expected("decode=6"), (std::pair<std::string, int>("decode", 6)));
  for (const char* text :
       {"decode", "decode=", "decode=x", "decode=0", "agg=00", "decode=-1", "decode=6x", "decode=99999999999"})
    EXPECT_FALSE(parse_expected(text)) << text;
  EXPECT_NE(parse_expected("decod=6").error().hint.find("decode"), std::string::npos);
}

TEST(Bytes, ReadsUnits) {
  EXPECT_EQ(parse_bytes("500"), 500U);
  EXPECT_EQ(parse_bytes("64KiB"), 65536U);
  EXPECT_EQ(parse_bytes("1.5 GB"), 1'500'000'000U);
  EXPECT_EQ(parse_bytes("2gib"), 2ULL << 30);
  for (const char* text : {"", "0", "-5", "x", "5x", "nan", "inf", "1e3", "99999999999999999999", "0.5", "8388608TiB"})
    EXPECT_FALSE(parse_bytes(text)) << text;
}

}  // namespace
}  // namespace jitgate::cli
