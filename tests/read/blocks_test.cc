// Blocks: cut anywhere, the same lines come out; what needs no cleaning is passed on as it is; long lines.
#include "read/blocks.h"

#include <gtest/gtest.h>

#include <random>

#include "reading.h"

namespace jitgate::read {
namespace {

using Texts = std::vector<std::string>;

TEST(Blocks, PassesCleanTextAsItCame) {
  const std::string text = "one\ntwo \r three\n\n(Worker pid=1) four";
  const Reading reading = read_all(text);
  EXPECT_EQ(reading.copied_blocks, 0U);
  EXPECT_EQ(reading.lines, (std::vector<TextLine>{
                               {"one", 1, 0}, {"two \r three", 2, 4}, {"", 3, 16}, {"(Worker pid=1) four", 4, 17}}));
  EXPECT_EQ(reading.totals.bytes, text.size());
  EXPECT_EQ(reading.totals.lines, 4U);
  EXPECT_EQ(reading.totals.cut_lines, 0U);
  EXPECT_EQ(reading.totals.unreadable_lines, 0U);
}

TEST(Blocks, PassesOnWithoutACopyWhatIsFedInLargePieces) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "line " + std::to_string(i) + "\n";
  std::size_t inside = 0;
  std::size_t blocks = 0;
  BlockReader reader(
      [&](const model::Block& block) {
        ++blocks;
        inside += block.text.data() >= text.data() && block.text.data() < text.data() + text.size() ? 1 : 0;
      },
      {}, 1000);
  reader.feed(std::string_view(text).substr(0, 10));
  reader.feed(std::string_view(text).substr(10));
  reader.finish();
  EXPECT_GT(blocks, 8U);
  EXPECT_GE(inside + 2, blocks);  // all but the first and the last
}

TEST(Blocks, EmptyStreamsHaveNoLines) {
  EXPECT_TRUE(read_all("").lines.empty());
  EXPECT_EQ(read_all("").totals.lines, 0U);
  EXPECT_TRUE(read_all("\xEF\xBB\xBF").lines.empty());
  EXPECT_EQ(read_all("\n").lines.size(), 1U);
}

TEST(Blocks, DropsCarriageReturnsBeforeNewlinesOnly) {
  EXPECT_EQ(texts_of("a\r\nb\r\r\nc\rd\ne\r"), (Texts{"a", "b", "c\rd", "e"}));
}

TEST(Blocks, DropsEscapesAndNulsAndKeepsPlaces) {
  const Reading reading = read_all(std::string("\x1b[33mWARNING\x1b[0m x\n\0\0a\0b\nplain\n", 31));
  EXPECT_EQ(reading.lines, (std::vector<TextLine>{{"WARNING x", 1, 0}, {"ab", 2, 19}, {"plain", 3, 25}}));
}

TEST(Blocks, CountsPlacesBehindAByteOrderMark) {
  EXPECT_EQ(read_all("\xEF\xBB\xBF"
                     "a\nb\n")
                .lines,
            (std::vector<TextLine>{{"a", 1, 3}, {"b", 2, 5}}));
  const std::string utf16(
      "\xFF\xFE"
      "a\0\n\0\x34\xD8\x1E\xDD\n\0b\0",
      14);
  EXPECT_EQ(read_all(utf16).lines, (std::vector<TextLine>{{"a", 1, 2}, {"\xF0\x9D\x84\x9E", 2, 6}, {"b", 3, 12}}));
}

TEST(Blocks, CutsAnUnbrokenLineAndCountsIt) {
  const Reading reading = read_all("a\n" + std::string(1000, 'x') + "\nnext\n", {}, 64, 100);
  EXPECT_EQ(reading.texts(), (Texts{"a", std::string(100, 'x'), "next"}));
  EXPECT_EQ(reading.totals.cut_lines, 1U);
  EXPECT_EQ(reading.totals.first_cut.number, 2U);
  EXPECT_EQ(reading.totals.first_cut.byte, 2U);
  EXPECT_EQ(reading.totals.lines, 3U);
  EXPECT_EQ(reading.lines[2].number, 3U);
  EXPECT_EQ(reading.lines[2].byte, 1003U);
}

TEST(Blocks, ALineWithinTheLimitIsPassedWholeWhateverTheBlock) {
  const std::string line(90, 'x');
  for (const std::size_t block : {1, 20, 89, 90, 91, 1000}) {
    EXPECT_EQ(read_all(line + "\n" + line, {3}, block, 100).texts(), (Texts{line, line})) << block;
  }
}

TEST(Blocks, AMegabyteOfALineIsText) {
  const std::string line = std::string(300'000, 'x') + " needle " + std::string(700'000, 'y');
  const Reading reading = read_all(line + "\n");
  EXPECT_EQ(reading.texts(), Texts{line});
  EXPECT_EQ(reading.totals.cut_lines, 0U);
}

TEST(Blocks, KeepsWhatIsGluedToAnEndlessProgressBar) {
  std::string line = "(Worker_TP0 pid=9) ";
  for (int i = 0; i < 500; ++i) line += "\rloading " + std::to_string(i) + "/500";
  line += "WARNING 09-03 10:41:07 [j.py:1] glued";
  for (const std::size_t block : {std::size_t{16}, std::size_t{100}, std::size_t{1} << 20}) {
    const Reading reading = read_all(line + "\nnext\n", {7}, block, 100);
    EXPECT_EQ(reading.totals.cut_lines, 0U);
    EXPECT_EQ(reading.totals.lines, 2U);
    ASSERT_GT(reading.lines.size(), 3U);
    for (const TextLine& part : reading.lines) {
      EXPECT_LE(part.text.size(), 100U + 19);
      EXPECT_EQ(part.number, &part == &reading.lines.back() ? 2U : 1U);
    }
    const std::string& glued = reading.lines[reading.lines.size() - 2].text;
    EXPECT_TRUE(glued.starts_with("(Worker_TP0 pid=9) ")) << glued;
    EXPECT_TRUE(glued.ends_with("[j.py:1] glued")) << glued;
  }
}

TEST(Blocks, ALineOfAnyLengthNeedsNoMemory) {
  for (const char c : {'x', '\0'}) {
    std::size_t longest = 0;
    std::size_t looked_at = 0;
    BlockReader reader([&](const model::Block& block) { longest = std::max(longest, block.text.size()); },
                       [&](std::string_view text) {
                         looked_at = std::max(looked_at, text.size());
                         return false;
                       });
    const std::string piece(1 << 20, c);
    for (int i = 0; i < 40; ++i) reader.feed(piece);
    reader.feed("\nlast\n");
    const ReadTotals totals = reader.finish();
    EXPECT_EQ(totals.bytes, (40ULL << 20) + 6);
    EXPECT_EQ(totals.lines, 2U);
    EXPECT_EQ(totals.cut_lines, 0U);
    EXPECT_LE(longest, 1024U * 1024 + 1);
    EXPECT_GT(looked_at, 0U);
    EXPECT_LE(looked_at, 128U * 1024);
  }
}

TEST(Blocks, HolesAndGarbageAreFoundWhereTheyAre) {
  const std::string before = "one\ntwo ";
  for (const std::size_t block : {1, 50, 1000}) {
    const Reading hole = read_all(before + std::string(5000, '\0') + "(P pid=1) three\nfour\n", {7}, block, 100);
    EXPECT_EQ(hole.totals.binary.lines, 1U);
    EXPECT_EQ(hole.totals.binary.nuls, 5000U);
    EXPECT_EQ(hole.totals.binary.first.number, 2U);
    EXPECT_EQ(hole.totals.binary.first.byte, 8U);
    EXPECT_EQ(hole.totals.cut_lines, 0U) << "nothing but NULs was left out";
    // What stands behind it is a line of its own.
    EXPECT_EQ(hole.lines.at(hole.lines.size() - 2), (TextLine{"(P pid=1) three", 2, 4}));
    EXPECT_EQ(hole.lines.back(), (TextLine{"four", 3, 5024}));
  }
  EXPECT_EQ(read_all("\xEF\xBB\xBF" + before + std::string(40, '\xFF') + "\n").totals.binary.first.byte, 11U);
}

// A hole ends a line: what is glued on behind it is of the process that is told behind it.
TEST(Blocks, APrefixDoesNotReachOverAHole) {
  const std::string hole(40, '\0');
  const std::string bars = "\r" + std::string(90, 'b') + "\r" + std::string(90, 'c') + "\n";
  for (const std::size_t block : {1, 50, 1000}) {
    const auto last = [&](const std::string& front) {
      return read_all(front + bars, {7}, block, 100).lines.back().text;
    };
    const std::string c(90, 'c');
    EXPECT_EQ(last("(A pid=1) " + hole + "(B pid=2) x"), "(B pid=2) " + c);
    EXPECT_EQ(last("(A " + hole + "pid=1) x"), c);
    EXPECT_EQ(last("(A pid=1) x\r" + std::string(90, 'a') + hole + "(B pid=2) x"), "(B pid=2) " + c);
    EXPECT_EQ(last("(A pid=1) x\r" + std::string(90, 'a') + hole + "x"), c);
  }
}

// A stream with everything in it.
std::string mixed_stream(std::mt19937* random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>((*random)()) % n; };
  const std::vector<std::string> parts = {
      "(Worker_TP0 pid=1) WARNING 09-03 10:41:07 [j.py:1] plain\n",
      "short\n",
      "\n",
      "crlf\r\n",
      "bars 1\rbars 2\rbars 3\n",
      "\x1b[31mred\x1b[0m\n",
      "\x1b_bk;t=1785868590123\x07stamped \x1b_bk;t=1785868591123\x07twice\r\n",
      "{\"log\":\"docker ",
      "half\",\"stream\":\"stderr\",\"time\":\"2026-08-04T18:36:30Z\"}\n",
      "{\"log\":\"end\\n\",\"stream\":\"stderr\",\"time\":\"2026-08-04T18:36:31Z\"}\n",
      "{\"time\":\"2026-08-04T18:36:30Z\",\"level\":\"WARN\",\"target\":\"a::b\",\"message\":\"two\\nlines\"}\n",
      "2026-08-04T18:36:30.867962742Z stdout P part \n",
      "2026-08-04T18:36:31.867962742Z stdout F whole\n",
      "2026-08-04T18:36:31Z  INFO a::b: dynamo\n",
      "(EngineCore pid=1) {\"asctime\":\"09-03 10:41:07\",\"levelname\":\"INFO\",\"message\":\"m\"}\n",
      "{\"not\": \"a record\"}\n",
      "{\n",
      std::string("n\0u\0l\n", 6),
      "hole " + std::string(40, '\0') + "(P pid=1) behind\n",
      "large hole " + std::string(300, '\0') + std::string(20, 'h') + "\n",
      "\xE2\x82\xAC\xE2\x82\xAC\n",
      "\xFF\xFE\xC3\x80\x80 garbage " + std::string(30, '\x01') + std::string(130, '\x80') + "\n",
      "{\"ts\":1785868590.5,\"level\":\"warn\",\"msg\":\"m\"} 100%|##| 1/1 [00:00<00:00, 1.0it/s]\n",
      " 50%|# | 1/2 [00:01<00:01, 1.0it/s]{\"ts\":1785868590.5,\"level\":\"warn\",\"msg\":\"m\"}\n",
      std::string(700, 'x') + "\n",
      std::string(90, 'a') + "\r" + std::string(150, 'b') + "\r" + std::string(900, 'c') + "\r tail\n",
      "(Worker pid=3) \r" + std::string(150, 'b') + "\r" + std::string(150, 'c') + "\r\n",
      "(Worker " + std::string(40, '\0') + "pid=3) \r" + std::string(150, 'b') + "\r" + std::string(150, 'c') + "\n",
      "torn \x1b[3"};
  std::string stream;
  for (std::size_t i = below(60); i > 0; --i) stream += parts[below(parts.size())];
  return stream;
}

TEST(Blocks, ResultsDoNotDependOnHowTheStreamIsCut) {
  std::mt19937 random(20261130);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  constexpr std::size_t kBlocks[] = {1, 2, 7, 33, 100, 401, 2000, 1 << 20};
  for (int round = 0; round < 400; ++round) {
    std::string stream = mixed_stream(&random);
    if (round % 10 == 0) stream = "\xEF\xBB\xBF" + stream;
    const Reading whole = read_all(stream, {}, 1 << 20, 100);
    ASSERT_EQ(whole.totals.bytes, stream.size());
    for (const std::size_t block : kBlocks) {
      const std::vector<std::size_t> cuts = {1 + below(9), 1 + below(300), 1 + below(3), 1 + below(3000)};
      const Reading cut = read_all(stream, cuts, block, 100);
      ASSERT_EQ(cut.lines, whole.lines) << "round " << round << " block " << block;
      ASSERT_EQ(cut.totals.bytes, whole.totals.bytes);
      ASSERT_EQ(cut.totals.lines, whole.totals.lines);
      ASSERT_EQ(cut.totals.cut_lines, whole.totals.cut_lines) << "round " << round << " block " << block;
      ASSERT_EQ(cut.totals.unreadable_lines, whole.totals.unreadable_lines);
      ASSERT_EQ(cut.totals.first_cut.byte, whole.totals.first_cut.byte);
      ASSERT_EQ(cut.totals.binary.lines, whole.totals.binary.lines) << "round " << round << " block " << block;
      ASSERT_EQ(cut.totals.binary.bytes, whole.totals.binary.bytes);
      ASSERT_EQ(cut.totals.binary.nuls, whole.totals.binary.nuls);
      ASSERT_EQ(cut.totals.binary.first.number, whole.totals.binary.first.number);
      ASSERT_EQ(cut.totals.binary.first.byte, whole.totals.binary.first.byte);
    }
  }
}

TEST(Blocks, RandomBytesAreReadToTheirEnd) {
  std::mt19937 random(7);
  const std::string bytes =
      "\x1b[]_PX^;\\\a\r\n\n{}\":,P F2-T0 \xFF\xFE\xEF\xBB\xBF"
      "abm\x80";
  for (int round = 0; round < 300; ++round) {
    std::string stream;
    for (int i = 0; i < 2000; ++i) stream += bytes[random() % bytes.size()];
    const Reading whole = read_all(stream, {}, 4096, 50);
    const Reading cut = read_all(stream, {1 + random() % 5, 1 + random() % 700}, 1 + random() % 64, 50);
    ASSERT_EQ(cut.lines, whole.lines);
    ASSERT_EQ(cut.totals.binary.first.byte, whole.totals.binary.first.byte);
    if (!stream.starts_with("\xFF\xFE") && !stream.starts_with("\xFE\xFF")) {
      ASSERT_EQ(whole.totals.lines,
                static_cast<std::uint64_t>(std::count(stream.begin(), stream.end(), '\n')) + !stream.ends_with('\n'));
    }
  }
}

}  // namespace
}  // namespace jitgate::read
