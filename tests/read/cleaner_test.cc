// What cleaning makes of single lines.
#include "read/cleaner.h"

#include <gtest/gtest.h>

#include "read/escapes.h"
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
  for (const char* prefix : {"\x1b[36m(Worker pid=9)\x1b[0m ", "2026-08-04T18:36:30.1234567Z (Worker pid=9) "}) {
    std::string line = prefix;
    for (int i = 0; i < 100; ++i) line += "\r" + std::string(30, 'b');
    const Reading reading = read_all(line + "\n", {}, 50, 100);
    ASSERT_GT(reading.lines.size(), 20U);
    for (const TextLine& piece : reading.lines)
      EXPECT_NE(piece.text.find("(Worker pid=9) "), std::string::npos) << piece.text;
  }
}

TEST(Cleaner, WhatStandsBehindAHoleIsALineOfItsOwn) {
  const std::string hole(kHole, '\0');
  EXPECT_EQ(texts_of("(Worker pid=9) cut" + hole + "rest\n" + hole +
                     "{\"ts\":1785868590.5,\"level\":\"warn\",\"msg\":\"m\"}\n"),
            (Texts{"(Worker pid=9) cut", "rest", "", "WARNING 2026-08-04T18:36:30.5Z [json] m"}));
  EXPECT_EQ(texts_of("a" + std::string(kHole - 1, '\0') + "b\n"), Texts{"ab"});
}

}  // namespace
}  // namespace jitgate::read
