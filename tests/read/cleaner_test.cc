// What cleaning makes of single lines.
#include "read/cleaner.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::read {
namespace {

using Texts = std::vector<std::string>;

TEST(Cleaner, PutsTheAgentsStampInFront) {
  EXPECT_EQ(texts_of("\x1b_bk;t=1785868590123\x07~~~ Running\r\n"), Texts{"2026-08-04T18:36:30.123Z ~~~ Running"});
  EXPECT_EQ(texts_of("a\x1b_bk;t=1785868590123\x07"
                     "b\x1b[K\x1b_bk;t=1785868591123\x07"
                     "c\n"),
            Texts{"2026-08-04T18:36:30.123Z abc"});
  EXPECT_EQ(texts_of("\x1b_bk;t=1785868590123\x07\n"), Texts{"2026-08-04T18:36:30.123Z "});
}

TEST(Cleaner, ReadsTransportsBehindEscapes) {
  EXPECT_EQ(texts_of("\x1b[0m2026-08-04T18:36:30.867962742Z stdout F \x1b[31mx\x1b[0m\n"),
            Texts{"2026-08-04T18:36:30.867962742Z x"});
}

TEST(Cleaner, KeepsEmptyLines) { EXPECT_EQ(texts_of("\x1b[0m\n\r\n\n"), (Texts{"", "", ""})); }

TEST(Cleaner, EachPieceOfALongLineKeepsItsProcess) {
  std::string line = "\x1b[36m(Worker pid=9)\x1b[0m ";
  for (int i = 0; i < 100; ++i) line += "\r" + std::string(30, 'b');
  const Reading reading = read_all(line + "\n", {}, 50, 100);
  ASSERT_GT(reading.lines.size(), 20U);
  for (const TextLine& piece : reading.lines) EXPECT_TRUE(piece.text.starts_with("(Worker pid=9)")) << piece.text;
}

}  // namespace
}  // namespace jitgate::read
