#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <string>

namespace jitgate::base {
namespace {

namespace fs = std::filesystem;

struct Folder {
  Folder() : path(fs::temp_directory_path() / ("files_test." + std::to_string(::getpid()))) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  [[nodiscard]] std::string file(const char* name) const { return (path / name).string(); }
  [[nodiscard]] long entries() const { return std::distance(fs::directory_iterator(path), {}); }
  fs::path path;
};

TEST(Files, AllAreWrittenOrNone) {
  const Folder folder;
  ASSERT_TRUE(write_files({{folder.file("a"), "1"}, {folder.file("b"), "2"}}));
  EXPECT_EQ(read_file(folder.file("a")).value() + read_file(folder.file("b")).value(), "12");
  EXPECT_FALSE(write_files({{folder.file("a"), "new"}, {folder.file("none/c"), "3"}}));
  EXPECT_EQ(read_file(folder.file("a")).value(), "1");
  fs::create_directory(folder.path / "folder");
  EXPECT_FALSE(write_files({{folder.file("a"), "new"}, {folder.file("folder"), "3"}}));
  EXPECT_EQ(read_file(folder.file("a")).value(), "1");
  EXPECT_EQ(folder.entries(), 3);
  EXPECT_TRUE(write_files({}));
}

TEST(Files, ATargetKeepsItsPermissions) {
  const Folder folder;
  ASSERT_TRUE(write_file(folder.file("a"), "1"));
  ASSERT_EQ(::chmod(folder.file("a").c_str(), 0604), 0);
  ASSERT_TRUE(write_files({{folder.file("a"), "2"}}));
  struct stat about {};
  ASSERT_EQ(::stat(folder.file("a").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0604U);
}

TEST(Files, ATargetKeepsItsOwnerWhereRootWrites) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  const Folder folder;
  ASSERT_TRUE(write_file(folder.file("a"), "1"));
  ASSERT_EQ(::chown(folder.file("a").c_str(), 4321, 1234), 0);
  ASSERT_TRUE(write_file(folder.file("a"), "2"));
  struct stat about {};
  ASSERT_EQ(::stat(folder.file("a").c_str(), &about), 0);
  EXPECT_EQ(about.st_uid, 4321U);
  EXPECT_EQ(about.st_gid, 1234U);
}

}  // namespace
}  // namespace jitgate::base
