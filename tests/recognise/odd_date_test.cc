// What looks like a date and is not read is named, where nothing else of the log is dated.
#include "recognise/odd_date.h"

#include <gtest/gtest.h>

#include "recognising.h"

namespace jitgate::recognise {
namespace {

TEST(OddDate, WhatLooksLikeATimeIsFound) {
  for (const auto& [line, date] :
       {std::pair("4-VIII-2026 18h36m00 | x", "4-VIII-2026 18h36m00"), std::pair("[t=18.36.00.1] x", "[t=18.36.00"),
        std::pair("<04 août 2026 18:36:00> x", "<04 août 2026 18:36:00"), std::pair("at 6:36 x", "at 6:36"),
        std::pair("Worker 3 18'36\"00 x", "Worker 3 18'36\"00"), std::pair("no time at all", ""),
        std::pair("10 of 20: 3.5 GiB", ""), std::pair("torch 2.10.1", ""), std::pair("", ""),
        std::pair("1:234 x", "")}) {
    EXPECT_EQ(odd_date(line), date) << line;
  }
}

TEST(OddDate, OnlyALogWithoutAnyStampTellsOne) {
  const std::string odd = "hello\n4-VIII-2026 18h36m00 | one\n4-VIII-2026 18h36m10 | two\n";
  const auto found = recognised(odd);
  ASSERT_TRUE(found.odd_date);
  EXPECT_EQ(found.odd_date->text, "4-VIII-2026 18h36m00");
  EXPECT_EQ(found.odd_date->line, 2U);
  EXPECT_FALSE(recognised(odd + "INFO 08-04 18:36:20 [core.py:1] three\n").odd_date);
  EXPECT_FALSE(recognised("hello\nworld\n").odd_date);
  EXPECT_FALSE(recognised(std::string(2000, '\n') + odd).odd_date);
}

}  // namespace
}  // namespace jitgate::recognise
