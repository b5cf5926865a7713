// What is a hole or garbage, and the accidents of transport that are neither.
#include "read/binary_watch.h"

#include <gtest/gtest.h>

#include <random>

#include "read/escapes.h"

namespace jitgate::read {
namespace {

BinaryFound found_in(std::string_view text) {
  BinaryWatch watch;
  watch.see(text, {1, 0}, Encoding());
  return watch.found();
}

std::string record(const std::string& middle) {
  return "(EngineCore pid=1) INFO 08-04 18:36:30 [a.py:1] some " + middle + " words\n";
}

TEST(BinaryWatch, FindsHolesFromSixteenNulsOn) {
  EXPECT_EQ(found_in(record(std::string(kHole - 1, '\0'))).lines, 0U);
  for (const std::size_t size : {kHole, std::size_t{180}, std::size_t{100'000}}) {
    const BinaryFound found = found_in("first\n" + record(std::string(size, '\0')) + "last\n");
    EXPECT_EQ(found.lines, 1U);
    EXPECT_EQ(found.bytes, size);
    EXPECT_EQ(found.nuls, size);
    EXPECT_EQ(found.first.number, 2U);
    EXPECT_EQ(found.first.byte, 6U + record("").find("  words") + 1);
  }
}

TEST(BinaryWatch, FindsGarbageWhateverItIsMadeOf) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    std::string garbage;
    for (int i = 0; i < 200; ++i) garbage += static_cast<char>(random() & 0xFF);
    EXPECT_GT(found_in(record(garbage)).lines, 0U) << round;
  }
  for (const char byte : {'\x01', '\x7F', '\x80', '\xFF', '\xC3'})
    EXPECT_EQ(found_in(record(std::string(40, byte))).lines, 1U);
  std::string replaced;
  for (int i = 0; i < 40; ++i) replaced += "\xEF\xBF\xBD";
  EXPECT_EQ(found_in(record(replaced)).lines, 1U) << "a reader before us put U+FFFD there";
}

TEST(BinaryWatch, CountsEachLineOnce) {
  const BinaryFound found = found_in(record(std::string(20, '\0') + std::string(300, 'x') + std::string(20, '\xFF')) +
                                     record("") + record(std::string(20, '\0')));
  EXPECT_EQ(found.lines, 2U);
  EXPECT_EQ(found.bytes, 60U);
  EXPECT_EQ(found.nuls, 40U);
}

TEST(BinaryWatch, AccidentsOfTransportAreNone) {
  std::string utf16;
  for (const char c : record("plain")) utf16 += {c, '\0'};
  std::string docker_stream;
  for (int i = 0; i < 100; ++i)
    docker_stream +=
        std::string("\x01\0\0\0\0\0\0\xC8", 8) + record("x") + std::string("\x02\0\0\0\0\0\0\x01", 8) + "\n";
  std::string spinner;
  for (int i = 0; i < 100; ++i) spinner += "\b\b\b\b\b\a\x1b[2K\r";
  for (const std::string& text :
       {utf16, docker_stream, record(spinner), record("\xEF\xBB\xBF"),
        record("100%|\xE2\x96\x88\xE2\x96\x8F| \xF0\x9F\x9A\x80"),
        record("d\xE9j\xE0 vu, un caf\xE9 cr\xE8me tr\xE8s sucr\xE9 s'il vous pla\xEEt"),
        record("\xE4\xB8\xAD\xE6\x96\x87\xE6\x96\x87\xE6\x9C\xAC\xE4\xB8"), record(std::string("a\0b\0\0c\0\0\0d", 10)),
        record(std::string(5, '\xFF')), record("\x1b[31mred\x1b(B\x0f\x1b]0;title\a")}) {
    EXPECT_EQ(found_in(text).lines, 0U) << testing::PrintToString(text.substr(0, 100));
  }
}

TEST(BinaryWatch, DoesNotDependOnHowALineComes) {
  std::mt19937 random(11);
  const std::string bytes("\0\0\0\xE2\x82\xAC\xFF\x01xy\xF0\x9F\x9A\x80\n", 15);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += bytes[random() % (round % 2 == 0 ? 15 : 6)];
    const BinaryFound whole = found_in(text);
    BinaryWatch watch;
    model::LineOrigin origin{1, 0};
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view piece = rest.substr(0, 1 + random() % 9);
      watch.see(piece, origin, Encoding());
      origin.number += static_cast<std::uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
      origin.byte += piece.size();
      rest.remove_prefix(piece.size());
    }
    ASSERT_EQ(watch.found().lines, whole.lines);
    ASSERT_EQ(watch.found().bytes, whole.bytes);
    ASSERT_EQ(watch.found().nuls, whole.nuls);
    ASSERT_EQ(watch.found().first.number, whole.first.number);
    ASSERT_EQ(watch.found().first.byte, whole.first.byte);
  }
}

}  // namespace
}  // namespace jitgate::read
