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
      text.insert(random() % text.size(), random() % 2 == 0 ? "]{\"" : "\n{\"");
    const std::string exact(text.begin(), text.end());
    const Survey survey = survey_of(exact);
    ASSERT_EQ(survey.lines, static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')));
    ASSERT_EQ(survey.strip, text.find('\x1b') != std::string::npos || text.find('\0') != std::string::npos ||
                                text.find("\r\n") != std::string::npos || text.ends_with('\r'));
    ASSERT_EQ(survey.object, begins_line(text, '{'));
    ASSERT_EQ(survey.year, begins_line(text, '2'));
    bool inner = false;
    for (std::size_t at = text.find("{\"", 1); at != std::string::npos; at = text.find("{\"", at + 1))
      inner = inner || text[at - 1] != '\n';
    ASSERT_EQ(survey.inner_object, inner);
    ASSERT_EQ(survey.odd, text.find('\0') != std::string::npos);
  }
  EXPECT_EQ(survey_of("").lines, 0U);
  EXPECT_EQ(survey_of(std::string(10000, '\n')).lines, 10000U);
}

TEST(Survey, SeesEveryGapOfNineBlanksAndNoneOfSeven) {
  for (std::size_t at = 0; at < 70; ++at) {
    for (const std::size_t length : {4U, 7U, 9U, 10U, 16U, 40U}) {
      std::string text(120, 'x');
      text.replace(at, length, length, ' ');
      EXPECT_EQ(survey_of(text).gap, length >= 9) << length << " at " << at;
    }
  }
}

TEST(Survey, KnowsEveryOddByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const auto c = static_cast<char>(byte);
    const bool eaten = byte == 0x1B || (byte >= 0x07 && byte <= 0x0D);
    const bool odd = (byte < 0x20 && !eaten) || byte > 0x7E;
    for (const std::size_t at : {0U, 17U, 39U}) {
      std::string text(40, 'x');
      text[at] = c;
      EXPECT_EQ(survey_of(text).odd, odd) << byte << " at " << at;
    }
  }
}

}  // namespace
}  // namespace jitgate::read
