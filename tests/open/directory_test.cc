// Order, links and things that cannot be read in a directory.
#include "open/directory.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "containers.h"
#include "open/open.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

std::vector<std::string> below(const Folder& folder, const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (const std::string& name : names) paths.push_back(folder.path(name));
  return paths;
}

TEST(Directory, IsReadInTheOrderOfNames) {
  const Folder folder;
  for (const char* name : {"b/2.log", "a.log", "b/10.log", "c/d/e/f.log", "B.log", ".hidden"}) folder.write(name, name);
  folder.write("b.zip", make_zip({{"z.log", "z"}}));
  std::filesystem::create_directory(folder.path("empty"));
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {}, reading).has_value());
  EXPECT_EQ(reading.paths(),
            below(folder, {".hidden", "B.log", "a.log", "b/10.log", "b/2.log", "b.zip!z.log", "c/d/e/f.log"}));
  EXPECT_EQ(reading.stream(folder.path("b/2.log")).bytes, "b/2.log");
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

// Takes every other file that it is offered, and reads them all when the end is near.
class Aside : public Reading {
 public:
  bool set_aside(const std::string& path, std::uint64_t size, std::function<void(Sink&)>&& read) override {
    offered.emplace_back(path, size);
    if (offered.size() % 2 == 0) return false;
    waiting.push_back(std::move(read));
    return true;
  }
  void settle() override {
    for (const auto& read : waiting) read(*this);
    waiting.clear();
  }

  std::vector<std::pair<std::string, std::uint64_t>> offered;
  std::vector<std::function<void(Sink&)>> waiting;
};

TEST(Directory, PlainFilesMayBeReadElsewhere) {
  const Folder folder;
  const std::string text(5000, 'x');
  for (const char* name : {"a.log", "b.log", "c/d.log", "e.tar"}) folder.write(name, text);
  folder.write("f.zip", make_zip({{"z.log", "z"}}));
  folder.write("g.tar", std::string(2048, '\0'));
  Aside reading;
  ASSERT_TRUE(open_path(folder.path(), {}, reading).has_value());
  std::vector<std::pair<std::string, std::uint64_t>> offered;
  for (const std::string& path : below(folder, {"a.log", "b.log", "c/d.log", "e.tar"}))
    offered.emplace_back(path, 5000);
  EXPECT_EQ(reading.offered, offered) << "no container is";
  EXPECT_EQ(reading.paths(), below(folder, {"b.log", "e.tar", "f.zip!z.log", "a.log", "c/d.log"}));
  for (const auto& [path, size] : offered) EXPECT_EQ(reading.stream(path).bytes, text) << path;
  EXPECT_TRUE(reading.has(DamageKind::corrupt, folder.path("e.tar"))) << reading.told();
}

// Who reads a file does not move the limit.
TEST(Directory, WhatIsReadElsewhereCountsInItsTurn) {
  const Folder folder;
  for (const char* name : {"a.log", "b.log", "c.log", "d.log"}) folder.write(name, std::string(1000, 'x'));
  for (const std::uint64_t limit : {999U, 1000U, 2500U, 4000U}) {
    Limits limits;
    limits.expanded_bytes = limit;
    Reading here;
    Aside elsewhere;
    ASSERT_TRUE(open_path(folder.path(), limits, here).has_value());
    ASSERT_TRUE(open_path(folder.path(), limits, elsewhere).has_value());
    EXPECT_EQ(here.told(), elsewhere.told()) << limit;
    ASSERT_EQ(here.paths().size(), elsewhere.paths().size()) << limit;
    for (const std::string& path : here.paths()) EXPECT_EQ(here.stream(path).bytes, elsewhere.stream(path).bytes);
  }
}

TEST(Directory, IsShownAsItWasNamed) {
  const Folder folder;
  folder.write("a.log", "a");
  Reading reading;
  ASSERT_TRUE(open_path(folder.path() + "/", {}, reading).has_value());
  EXPECT_EQ(reading.paths(), std::vector<std::string>{folder.path() + "/a.log"});
}

TEST(Directory, NamesCannotForgeMembers) {
  const Folder folder;
  folder.write("a.zip!w0.out", "forged");
  folder.write("b\n.log", "b");
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {}, reading).has_value());
  EXPECT_EQ(reading.paths(), below(folder, {"a.zip%21w0.out", "b%0A.log"}));
  EXPECT_EQ(reading.streams[0].bytes, "forged");
}

TEST(Directory, WhatCannotBeReadIsNamedAndNothingBlocks) {
  const Folder folder;
  folder.write("a.log", "a");
  folder.write("z.log", "z");
  ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
  ASSERT_EQ(::symlink("nowhere", folder.path("dangling").c_str()), 0);
  ASSERT_EQ(::symlink("loop", folder.path("loop").c_str()), 0);
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {}, reading).has_value());
  EXPECT_EQ(reading.paths(), below(folder, {"a.log", "z.log"}));
  EXPECT_EQ(reading.without_stream.size(), 3U);
  for (const char* name : {"fifo", "dangling", "loop"}) {
    EXPECT_TRUE(reading.has(DamageKind::unreadable, folder.path(name))) << name << reading.told();
  }
}

TEST(Directory, LinksInsideAreReadOnceUnderTheirTargetsName) {
  const Folder folder;
  folder.write("run/a.log", "a");
  ASSERT_EQ(::symlink("run", folder.path("latest").c_str()), 0);
  ASSERT_EQ(::symlink("run/a.log", folder.path("a.log").c_str()), 0);
  ASSERT_EQ(::symlink("..", folder.path("run/up").c_str()), 0);
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {}, reading).has_value());
  EXPECT_EQ(reading.paths(), below(folder, {"run/a.log"}));
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Directory, LinksOutsideAreNotFollowedAndNamed) {
  const Folder outside;
  outside.write("secret.log", "secret");
  const Folder folder;
  ASSERT_EQ(::symlink(outside.path("secret.log").c_str(), folder.path("a.log").c_str()), 0);
  ASSERT_EQ(::symlink(outside.path().c_str(), folder.path("d").c_str()), 0);
  // A directory whose name begins like ours is not ours.
  ASSERT_EQ(::symlink((folder.path() + "-other").c_str(), folder.path("e").c_str()), 0);
  std::filesystem::create_directory(folder.path() + "-other");
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {}, reading).has_value());
  std::filesystem::remove(folder.path() + "-other");
  EXPECT_TRUE(reading.streams.empty());
  EXPECT_EQ(reading.without_stream.size(), 3U) << reading.told();
  EXPECT_TRUE(reading.has(DamageKind::unreadable, folder.path("a.log")));
}

TEST(Directory, ANamedLinkIsFollowed) {
  const Folder folder;
  folder.write("run/a.log", "a");
  ASSERT_EQ(::symlink("run", folder.path("latest").c_str()), 0);
  ASSERT_EQ(::symlink("run/a.log", folder.path("b.log").c_str()), 0);
  Reading directory;
  ASSERT_TRUE(open_path(folder.path("latest"), {}, directory).has_value());
  EXPECT_EQ(directory.paths(), below(folder, {"latest/a.log"}));
  Reading file;
  ASSERT_TRUE(open_path(folder.path("b.log"), {}, file).has_value());
  EXPECT_EQ(file.paths(), below(folder, {"b.log"}));
}

TEST(Directory, SocketsAndDevicesAreNamedAndNeverOpened) {
  const Folder folder;
  folder.write("a.log", "a");
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_GE(fd, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  folder.path("socket").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ::close(fd);
  // Making a device takes a right that tests need not have.
  const bool device = ::mknod(folder.path("device").c_str(), S_IFCHR | 0600, makedev(1, 5)) == 0;
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {}, reading).has_value());
  EXPECT_EQ(reading.paths(), below(folder, {"a.log"}));
  EXPECT_TRUE(reading.has(DamageKind::unreadable, folder.path("socket"))) << reading.told();
  EXPECT_EQ(reading.has(DamageKind::unreadable, folder.path("device")), device) << reading.told();
}

TEST(Directory, LoopsOfLinksEnd) {
  const Folder folder;
  folder.write("run/a.log", "a");
  ASSERT_EQ(::symlink("../run", folder.path("run/again").c_str()), 0);
  ASSERT_EQ(::symlink("two", folder.path("one").c_str()), 0);
  ASSERT_EQ(::symlink("one", folder.path("two").c_str()), 0);
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {}, reading).has_value());
  EXPECT_EQ(reading.paths(), below(folder, {"run/a.log"}));
  EXPECT_EQ(reading.without_stream.size(), 2U) << reading.told();
}

TEST(Directory, StopsWhenTheBytesAreUsedUp) {
  const Folder folder;
  for (int i = 0; i < 10; ++i) folder.write("d/" + std::to_string(i) + ".log", std::string(300'000, 'a'));
  folder.write("e.log", "e");
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {.expanded_bytes = 1'000'000}, reading).has_value());
  EXPECT_EQ(reading.streams.size(), 4U);
  EXPECT_TRUE(reading.has(DamageKind::limit, folder.path("d/3.log"))) << reading.told();
  EXPECT_TRUE(reading.has(DamageKind::limit, folder.path("d"))) << reading.told();
}

TEST(Directory, StopsAtTheLimitOfEntries) {
  const Folder folder;
  for (int i = 0; i < 10; ++i) folder.write("d" + std::to_string(i) + "/a.log", "a");
  Reading reading;
  ASSERT_TRUE(open_path(folder.path(), {.entries = 12}, reading).has_value());
  EXPECT_EQ(reading.streams.size(), 6U);
  EXPECT_TRUE(reading.has(DamageKind::limit)) << reading.told();
}

}  // namespace
}  // namespace jitgate::open
