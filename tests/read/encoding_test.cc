// Byte-order marks and UTF-16, fed byte by byte and at once.
#include "read/encoding.h"

#include <gtest/gtest.h>

namespace jitgate::read {
namespace {

std::string decode(std::string_view bytes, std::size_t step) {
  Encoding encoding;
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += step) text += encoding.feed(bytes.substr(at, step));
  text += encoding.finish();
  return text;
}

TEST(Encoding, DecodesWhateverTheStep) {
  struct Case {
    std::string bytes;
    std::string text;
  };
  const std::vector<Case> cases = {
      {"", ""},
      {"a", "a"},
      {"ab", "ab"},
      {"plain", "plain"},
      {"\xEF\xBB", "\xEF\xBB"},
      {"\xEF\xBB\xBFtext", "text"},
      {"\xEF\xBB\xBF\xEF\xBB\xBFtext", "\xEF\xBB\xBFtext"},
      {std::string("\xFF\xFEh\0i\0", 6), "hi"},
      {std::string("\xFE\xFF\0h\0i", 6), "hi"},
      {std::string("\xFF\xFE\x14\x20\xE9\0", 6), "\xE2\x80\x94\xC3\xA9"},
      {std::string("\xFE\xFF\xD8\x34\xDD\x1E", 6), "\xF0\x9D\x84\x9E"},
      // Lost halves and an odd end are shown, not swallowed.
      {std::string("\xFE\xFF\xD8\x34\0a", 6),
       "\xEF\xBF\xBD"
       "a"},
      {std::string("\xFE\xFF\xDD\x1E\0a", 6),
       "\xEF\xBF\xBD"
       "a"},
      {std::string("\xFE\xFF\xD8\x34", 4), "\xEF\xBF\xBD"},
      {std::string("\xFF\xFEh\0i", 5), "h\xEF\xBF\xBD"},
      {"\xFF\xFE", ""},
  };
  for (const Case& expected : cases) {
    for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{100}}) {
      EXPECT_EQ(decode(expected.bytes, step), expected.text) << "step " << step;
    }
  }
}

TEST(Encoding, TellsTheLengthInTheStream) {
  Encoding wide;
  const std::string bytes("\xFF\xFEh\0\x34\xD8\x1E\xDD\x14\x20", 10);
  const std::string text(wide.feed(bytes));
  EXPECT_EQ(wide.mark_length(), 2U);
  EXPECT_EQ(wide.stream_length(text), 8U);
  Encoding plain;
  plain.feed("h\xC3\xA9!");
  EXPECT_EQ(plain.mark_length(), 0U);
  EXPECT_EQ(plain.stream_length("h\xC3\xA9"), 3U);
}

}  // namespace
}  // namespace jitgate::read
