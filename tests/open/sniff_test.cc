// Containers are recognised by their bytes, also damaged ones; text never is.
#include "open/sniff.h"

#include <gtest/gtest.h>

#include "containers.h"

namespace jitgate::open {
namespace {

using namespace std::string_view_literals;

TEST(Sniff, KnowsTheContainersItReads) {
  EXPECT_EQ(sniff(make_gzip("a")).format, Format::gzip);
  EXPECT_EQ(sniff(make_zip({{"a", "b"}})).format, Format::zip);
  EXPECT_EQ(sniff(make_zip({})).format, Format::zip);
  EXPECT_EQ(sniff(make_filtered("a", "xz")).format, Format::xz);
  EXPECT_EQ(sniff(make_filtered("a", "zstd")).format, Format::zstd);
  EXPECT_EQ(sniff(make_filtered("a", "bzip2")).format, Format::bzip2);
  EXPECT_EQ(sniff(make_filtered("", "bzip2")).format, Format::bzip2);
  for (const char* form : {"ustar", "paxr", "gnutar", "v7tar"}) {
    EXPECT_EQ(sniff(make_tar({{"a", "b"}}, form)).format, Format::tar) << form;
  }
  for (char level = '1'; level <= '9'; ++level) {
    std::string packed = make_filtered("a", "bzip2");
    packed[3] = level;
    EXPECT_EQ(sniff(packed).format, Format::bzip2) << level;
  }
}

TEST(Sniff, TextIsPlain) {
  for (const std::string_view text :
       {""sv, "P"sv, "("sv, "BZh9 is a level"sv, "INFO 09-03 10:41:07 [loop.py:12] a\n"sv, "{\"date\": 1}"sv,
        "Rare\n"sv, "ustar"sv, "7zip\n"sv, "PKZIP\n"sv, "\xef\xbb\xbftext"sv, "]\n"sv}) {
    EXPECT_EQ(sniff(text).format, Format::plain) << text;
  }
  EXPECT_EQ(sniff(some_log(2000)).format, Format::plain);
  EXPECT_EQ(sniff(std::string(512, '\0')).format, Format::plain);
  EXPECT_EQ(sniff(std::string(512, '7')).format, Format::plain);
  // The word at the magic's place makes no tar of text.
  EXPECT_EQ(sniff(some_log(600).replace(257, 5, "ustar")).format, Format::plain);
}

TEST(Sniff, NamesWhatItDoesNotRead) {
  for (const std::string_view magic :
       {"7z\xbc\xaf\x27\x1c\0\4"sv, "Rar!\x1a\x07\x01\0"sv, "\x04\x22\x4d\x18\x64"sv, "LZIP\x01"sv, "\x1f\x9d\x90"sv,
        "LPKSHHRH\0\0"sv, "\x5d\0\0\x80\0"sv, "\x50\x2a\x4d\x18\4\0\0\0"sv, "!<arch>\ndebian"sv}) {
    const Sniffed sniffed = sniff(magic);
    EXPECT_EQ(sniffed.format, Format::unreadable) << magic;
    EXPECT_STRNE(sniffed.name, "");
  }
  EXPECT_EQ(sniff("age-encryption.org/v1\n-> X25519"sv).format, Format::encrypted);
  EXPECT_EQ(sniff("-----BEGIN PGP MESSAGE-----\n"sv).format, Format::encrypted);
}

TEST(Sniff, OneFlippedBitOfAMagicIsStillThatMagic) {
  const auto all_bits = [](const std::string& bytes, std::size_t magic, Format format) {
    for (std::size_t bit = 0; bit < magic * 8; ++bit) {
      EXPECT_EQ(sniff(flipped(bytes, bit)).format, format) << "byte " << bit / 8 << " bit " << bit % 8;
    }
  };
  all_bits(make_gzip("a"), 3, Format::gzip);
  all_bits(make_zip({{"a", "b"}}), 4, Format::zip);
  all_bits(make_filtered("a", "xz"), 6, Format::xz);
  all_bits(make_filtered("a", "zstd"), 4, Format::zstd);
  EXPECT_FALSE(sniff(flipped(make_gzip("a"), 0)).exact);
  EXPECT_TRUE(sniff(make_gzip("a")).exact);
}

TEST(Sniff, AStreamThatEndsInsideItsMagicIsACutContainer) {
  EXPECT_EQ(sniff("\x1f"sv).format, Format::gzip);
  EXPECT_EQ(sniff("PK"sv).format, Format::zip);
  EXPECT_EQ(sniff("PK\x03"sv).format, Format::zip);
  EXPECT_EQ(sniff("\xfd\x37z"sv).format, Format::xz);
}

}  // namespace
}  // namespace jitgate::open
