// Files of every kind, growing, shrinking and hollow ones; none may block.
#include "open/file_source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

TEST(OpenFile, TakesRegularFilesOnlyAndNeverBlocks) {
  const Folder folder;
  const std::string file = folder.write("a.log", "text");
  ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
  ASSERT_EQ(::symlink(file.c_str(), folder.path("link").c_str()), 0);
  EXPECT_TRUE(open_file(file, false).has_value());
  EXPECT_EQ(open_file(file, false)->size, 4U);
  EXPECT_FALSE(open_file(folder.path("fifo"), true).has_value());
  EXPECT_FALSE(open_file(folder.path(), true).has_value());
  EXPECT_FALSE(open_file(folder.path("none"), true).has_value());
  EXPECT_TRUE(open_file(folder.path("link"), true).has_value());
  EXPECT_FALSE(open_file(folder.path("link"), false).has_value());
}

TEST(FileSource, GivesTheWholeFile) {
  const Folder folder;
  const std::string text(1'000'001, 'a');
  const auto file = open_file(folder.write("a.log", text), false);
  ASSERT_TRUE(file.has_value());
  Budget budget({});
  Layer layer("a.log");
  FileSource source(*file, budget, layer);
  EXPECT_EQ(read_all(source), text);
  EXPECT_TRUE(layer.damage.empty());
  EXPECT_EQ(source.failed_at_once(), 0);
}

TEST(FileSource, ReadsOnBehindTheSizeAtOpening) {
  const Folder folder;
  const std::string path = folder.write("a.log", "first\n");
  const auto file = open_file(path, false);
  ASSERT_TRUE(file.has_value());
  folder.write("a.log", "first\nsecond\n");
  Budget budget({});
  Layer layer("a.log");
  FileSource source(*file, budget, layer);
  EXPECT_EQ(read_all(source), "first\nsecond\n");
  EXPECT_TRUE(layer.damage.empty());
}

TEST(FileSource, AFileThatBecameShorterIsTruncated) {
  const Folder folder;
  const std::string path = folder.write("a.log", std::string(1000, 'a'));
  const auto file = open_file(path, false);
  ASSERT_TRUE(file.has_value());
  ASSERT_EQ(::truncate(path.c_str(), 10), 0);
  Budget budget({});
  Layer layer("a.log");
  FileSource source(*file, budget, layer);
  EXPECT_EQ(read_all(source).size(), 10U);
  ASSERT_EQ(layer.damage.size(), 1U);
  EXPECT_EQ(layer.damage[0].kind, DamageKind::truncated);
}

TEST(FileSource, APlainFileOverTheLimitIsALimit) {
  const Folder folder;
  const std::string path = folder.write("a.log", some_log(1'000'000));
  for (const std::uint64_t limit : {999'999U, 1'100'000U}) {
    const auto file = open_file(path, false);
    ASSERT_TRUE(file.has_value());
    Budget budget({.expanded_bytes = limit});
    Layer layer("a.log");
    FileSource source(*file, budget, layer);
    drain(source);
    const bool over = limit < 1'000'000;
    ASSERT_EQ(layer.damage.size(), over ? 1U : 0U);
    EXPECT_TRUE(!over || layer.damage[0].kind == DamageKind::limit);
  }
}

TEST(FileSource, AHoleWithoutEndIsALimit) {
  const Folder folder;
  const std::string path = folder.write("a.log", "start");
  ASSERT_EQ(::truncate(path.c_str(), off_t{1} << 40), 0);
  const auto file = open_file(path, false);
  ASSERT_TRUE(file.has_value());
  Budget budget({.expanded_bytes = 10'000'000});
  Layer layer("a.log");
  FileSource source(*file, budget, layer);
  drain(source);
  ASSERT_EQ(layer.damage.size(), 1U);
  EXPECT_EQ(layer.damage[0].kind, DamageKind::limit);
}

TEST(FileSource, AFileThatCannotBeReadSaysSoAtOnce) {
  const Folder folder;
  folder.write("a.log", "text");
  OpenFile file;
  file.fd = Descriptor(::open(folder.path("a.log").c_str(), O_WRONLY | O_CLOEXEC));
  file.size = 4;
  Budget budget({});
  Layer layer("a.log");
  FileSource source(file, budget, layer);
  EXPECT_TRUE(source.next().empty());
  EXPECT_EQ(source.failed_at_once(), EBADF);
  ASSERT_EQ(layer.damage.size(), 1U);
  EXPECT_EQ(layer.damage[0].kind, DamageKind::unreadable);
}

TEST(Spool, KeepsAllBytesInASeekableFile) {
  Bytes source(std::string(300'000, 'a') + "end", 1000);
  const auto fd = spool(source);
  ASSERT_TRUE(fd.has_value());
  EXPECT_EQ(::lseek(fd->get(), 0, SEEK_END), 300'003);
  char end[3];
  ASSERT_EQ(::pread(fd->get(), end, 3, 300'000), 3);
  EXPECT_EQ(std::string(end, 3), "end");
  struct stat about {};
  ASSERT_EQ(::fstat(fd->get(), &about), 0);
  EXPECT_EQ(about.st_nlink, 0U) << "the file still has a name";
}

}  // namespace
}  // namespace jitgate::open
