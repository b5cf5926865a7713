// A tar header is recognised with any one bit flipped, and nothing else is.
#include "open/tar_header.h"

#include <gtest/gtest.h>

#include "containers.h"

namespace jitgate::open {
namespace {

TEST(TarHeader, SurvivesAnyFlippedBit) {
  const std::string header = make_tar({{"w0.out", "text"}}, "ustar").substr(0, 512);
  for (std::size_t bit = 0; bit < header.size() * 8; ++bit) EXPECT_TRUE(resembles_tar(flipped(header, bit))) << bit;
}

TEST(TarHeader, OldFormsHaveNoMagic) {
  const std::string header = make_tar({{"w0.out", "text"}}, "v7tar").substr(0, 512);
  ASSERT_EQ(header.find("ustar"), std::string::npos);
  EXPECT_TRUE(resembles_tar(header));
  EXPECT_TRUE(resembles_tar(flipped(header, 0)));
}

TEST(TarHeader, AShortStreamIsOneIfItHasTheForm) {
  const std::string header = make_tar({{"w0.out", "text"}}, "ustar").substr(0, 512);
  for (std::size_t size = 7; size < 512; ++size) EXPECT_TRUE(resembles_tar(header.substr(0, size))) << size;
}

TEST(TarHeader, TextAndZerosAreNone) {
  EXPECT_FALSE(resembles_tar(""));
  EXPECT_FALSE(resembles_tar(std::string(512, '\0')));
  EXPECT_FALSE(resembles_tar(std::string(100, '\0') + some_log(600)));
  EXPECT_FALSE(resembles_tar(some_log(600)));
  EXPECT_FALSE(resembles_tar("line\n" + std::string(600, '\0')));
  EXPECT_FALSE(resembles_tar("line\n" + std::string(60, '\0')));
  for (unsigned seed = 0; seed < 200; ++seed) EXPECT_FALSE(resembles_tar(noise(512, seed))) << seed;
}

TEST(AllZero, OfNothingIsTrue) {
  EXPECT_TRUE(all_zero(""));
  EXPECT_TRUE(all_zero(std::string(9, '\0')));
  EXPECT_FALSE(all_zero(std::string(9, '\0') + "a"));
}

}  // namespace
}  // namespace jitgate::open
