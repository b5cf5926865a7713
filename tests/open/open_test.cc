// The public call: its errors, and that no damage whatever makes it crash.
#include "open/open.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <random>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

TEST(OpenPath, APathThatDoesNotExistIsTheUsersError) {
  const Folder folder;
  folder.write("file", "text");
  for (const char* name : {"none", "none/none", "file/none"}) {
    Reading reading;
    const base::Result<void> result = open_path(folder.path(name), {}, reading);
    ASSERT_FALSE(result.has_value()) << name;
    EXPECT_EQ(result.error().blame, base::Blame::user);
    EXPECT_EQ(result.error().where, folder.path(name));
    EXPECT_TRUE(reading.streams.empty());
  }
}

TEST(OpenPath, APathThatCannotBeReadIsTheWorlds) {
  const Folder folder;
  ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
  Reading reading;
  const base::Result<void> result = open_path(folder.path("fifo"), {}, reading);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().blame, base::Blame::world);
}

TEST(OpenPath, ANamedLinkThatLeadsNowhereIsTheWorlds) {
  const Folder folder;
  ASSERT_EQ(::symlink("nowhere", folder.path("dangling").c_str()), 0);
  ASSERT_EQ(::symlink("loop", folder.path("loop").c_str()), 0);
  for (const char* name : {"dangling", "loop"}) {
    Reading reading;
    const base::Result<void> result = open_path(folder.path(name), {}, reading);
    ASSERT_FALSE(result.has_value()) << name;
    EXPECT_EQ(result.error().blame, base::Blame::world) << name;
  }
}

// Whatever is done to an archive: no crash, no hang, and the sink's contract holds (the sink itself looks).
TEST(OpenPath, SurvivesManyKindsOfDamage) {
  const std::string tar = make_tar({{"w0.out", some_log(900)}, {"x", noise(700), "", "", false, {{256, 100}}}}, "pax");
  const std::vector<std::string> seeds = {tar,
                                          make_gzip(tar),
                                          make_zip({{"a.tar.gz", make_gzip(tar)}, {"b.log", some_log(500)}}),
                                          make_zip({{"a", "a"}, {"b", "b"}}, {.zip64 = true}),
                                          make_filtered(tar, "xz"),
                                          make_filtered(tar, "zstd"),
                                          make_filtered(tar, "bzip2")};
  std::mt19937 random(7);
  const Limits limits = {.depth = 6, .entries = 100, .expanded_bytes = 10'000'000};
  for (int round = 0; round < 300; ++round) {
    for (const std::string& seed : seeds) {
      std::string bytes = seed;
      for (unsigned change = random() % 8; change-- > 0;) {
        const std::size_t at = random() % bytes.size();
        switch (random() % 4) {
          case 0:
            bytes[at] = static_cast<char>(random());
            break;
          case 1:
            bytes[at] = static_cast<char>(random() % 2 == 0 ? 0xff : 0);
            break;
          case 2:
            bytes.insert(at, bytes, random() % bytes.size(), random() % 600);
            break;
          default:
            bytes.erase(at, random() % 600);
            if (bytes.empty()) bytes = "x";
        }
      }
      Reading reading;
      read_bytes(reading, "a", bytes, limits);
      EXPECT_FALSE(reading.streams.empty() && reading.undamaged() && reading.containers.empty());
    }
  }
}

}  // namespace
}  // namespace jitgate::open
