// Directories written by hand, for the forms that need a file of four gigabytes otherwise.
#include "open/zip_walk.h"

#include <gtest/gtest.h>

#include "open/file_source.h"
#include "reading.h"

namespace jitgate::open {
namespace {

std::string little(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (; size > 0; --size, value >>= 8) bytes += static_cast<char>(value & 0xff);
  return bytes;
}

std::string local(const std::string& name) {
  return "PK\x03\x04" + std::string(22, '\0') + little(name.size(), 2) + little(0, 2) + name;
}

std::string header(const std::string& name, std::uint64_t offset, std::uint64_t size, const std::string& extra) {
  return "PK\x01\x02" + std::string(16, '\0') + little(size, 4) + little(size, 4) + little(name.size(), 2) +
         little(extra.size(), 2) + std::string(10, '\0') + little(offset, 4) + name + extra;
}

struct Outcome {
  std::optional<std::uint64_t> count;
  bool names_agree;
};

Outcome walk(const std::string& front, const std::string& directory, std::uint64_t shift = 0, std::uint64_t most = 10) {
  const Folder folder;
  const auto file = open_file(folder.write("a.zip", front + directory), false);
  EXPECT_TRUE(file.has_value());
  ZipWalk walk(file->fd.get(), front.size(), front.size() + directory.size(), shift);
  const auto count = walk.count(most);
  return {count, walk.names_agree()};
}

TEST(ZipWalk, FindsOffsetsWhereverTheyStand) {
  constexpr std::uint64_t kElsewhere = 0xffffffff;
  const std::string front = local("a") + local("b");
  const std::string other_field = little(0x5455, 2) + little(5, 2) + "stamp";
  const std::string offset_only = little(1, 2) + little(8, 2) + little(31, 8);
  const std::string with_sizes = little(1, 2) + little(24, 2) + little(7, 8) + little(7, 8) + little(31, 8);
  for (const std::string& second :
       {header("b", 31, 0, ""), header("b", kElsewhere, 0, offset_only),
        header("b", kElsewhere, 0, other_field + offset_only), header("b", kElsewhere, kElsewhere, with_sizes)}) {
    const Outcome outcome = walk(front, header("a", 0, 0, "") + second);
    EXPECT_EQ(outcome.count, 2U);
    EXPECT_TRUE(outcome.names_agree);
  }
  // Told to stand elsewhere, and does not.
  for (const std::string& extra : {std::string(), other_field, little(1, 2) + little(8, 2), std::string("\1")}) {
    EXPECT_FALSE(walk(front, header("b", kElsewhere, 0, extra)).names_agree);
  }
}

TEST(ZipWalk, ShiftsOffsetsBehindOtherData) {
  EXPECT_TRUE(walk("front" + local("a"), header("a", 0, 0, ""), 5).names_agree);
  EXPECT_FALSE(walk("front" + local("a"), header("a", 0, 0, ""), 4).names_agree);
}

TEST(ZipWalk, NamesMustBeTheSame) {
  EXPECT_FALSE(walk(local("a"), header("b", 0, 0, "")).names_agree);
  EXPECT_FALSE(walk(local("ab"), header("a", 0, 0, "")).names_agree);
  EXPECT_FALSE(walk(local("a"), header("a", 1, 0, "")).names_agree);
  EXPECT_FALSE(walk(local("a"), header("a", 4'000'000, 0, "")).names_agree);
}

TEST(ZipWalk, HeadersMustFillTheDirectory) {
  const std::string directory = header("a", 0, 0, "");
  EXPECT_EQ(walk(local("a"), directory).count, 1U);
  EXPECT_EQ(walk(local("a"), "").count, 0U);
  EXPECT_FALSE(walk(local("a"), directory + "x").count.has_value());
  EXPECT_FALSE(walk(local("a"), directory.substr(0, directory.size() - 1)).count.has_value());
  EXPECT_FALSE(walk(local("a"), directory.substr(0, 20)).count.has_value());
}

TEST(ZipWalk, ReadsLargeDirectoriesAndStopsPastTheMost) {
  std::string directory;
  for (int i = 0; i < 3000; ++i) directory += header("a", 0, 0, std::string(static_cast<std::size_t>(i % 90), 'x'));
  EXPECT_EQ(walk(local("a"), directory, 0, 3000).count, 3000U);
  EXPECT_TRUE(walk(local("a"), directory, 0, 3000).names_agree);
  EXPECT_EQ(walk(local("a"), directory, 0, 5).count, 6U);
}

}  // namespace
}  // namespace jitgate::open
