// The survey against the same questions asked plainly, at every length around a vector's border.
#include "read/survey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace jitgate::read {
namespace {

bool begins_line(const std::string& text, char c) {
  return text.starts_with(c) || text.find(std::string("\n") + c) != std::string::npos;
}

TEST(Survey, AnswersAsAPlainSearchWould) {
  std::mt19937 random(1);
  const std::string rare = std::string("\x1b\0\r\n{2 \"", 8);
  for (int round = 0; round < 4000; ++round) {
    std::string text(1 + random() % 9000 % (round < 3000 ? 70 : 9000), 'x');
    for (std::size_t i = random() % 6; i > 0; --i) text[random() % text.size()] = rare[random() % rare.size()];
    for (std::size_t i = random() % 3; i > 0; --i)
      text.insert(random() % text.size(), random() % 2 == 0 ? " {\"" : "\n{");
    const std::string exact(text.begin(), text.end());
    const Survey survey = survey_of(exact);
    ASSERT_EQ(survey.lines, static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')));
    ASSERT_EQ(survey.strip, text.find('\x1b') != std::string::npos || text.find('\0') != std::string::npos ||
                                text.find("\r\n") != std::string::npos || text.ends_with('\r'));
    ASSERT_EQ(survey.object, begins_line(text, '{'));
    ASSERT_EQ(survey.year, begins_line(text, '2'));
    ASSERT_EQ(survey.inner_object, text.find(" {\"") != std::string::npos);
  }
  EXPECT_EQ(survey_of("").lines, 0U);
  EXPECT_EQ(survey_of(std::string(10000, '\n')).lines, 10000U);
}

TEST(Survey, FindsLongLines) {
  const auto line = [](std::size_t n) { return std::string(n, 'x') + "\n"; };
  EXPECT_FALSE(has_long_line("", 10));
  EXPECT_FALSE(has_long_line(line(10) + line(3) + line(10), 10));
  EXPECT_TRUE(has_long_line(line(3) + line(11), 10));
  EXPECT_TRUE(has_long_line(line(11), 10));
  EXPECT_FALSE(has_long_line(std::string(10, 'x'), 10));
  EXPECT_TRUE(has_long_line(line(2) + std::string(11, 'x'), 10));
}

}  // namespace
}  // namespace jitgate::read
