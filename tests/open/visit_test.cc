// Nestings, and what is told of them. The single containers have their own tests.
#include "open/visit.h"

#include <gtest/gtest.h>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::Checksum;
using model::DamageKind;

TEST(Visit, APlainLog) {
  Reading reading;
  read_bytes(reading, "a.log", some_log(700'000));
  EXPECT_EQ(reading.stream("a.log").bytes, some_log(700'000));
  EXPECT_EQ(reading.stream("a.log").end.checksum, Checksum::none);
  EXPECT_TRUE(reading.undamaged());
  EXPECT_TRUE(reading.containers.empty());
}

TEST(Visit, AnEmptyLogIsAStreamOfNothing) {
  Reading reading;
  read_bytes(reading, "a.log", "");
  EXPECT_EQ(reading.stream("a.log").end.bytes, 0U);
  EXPECT_TRUE(reading.stream("a.log").end.complete());
}

TEST(Visit, ALogThatBeginsWithZerosIsALog) {
  for (const std::size_t zeros : {600, 1024, 100'000}) {
    Reading reading;
    read_bytes(reading, "a.log", std::string(zeros, '\0') + some_log(3000));
    EXPECT_EQ(reading.stream("a.log").bytes, std::string(zeros, '\0') + some_log(3000));
    EXPECT_TRUE(reading.undamaged()) << reading.told();
  }
  Reading only_zeros;
  read_bytes(only_zeros, "a.log", std::string(100'000, '\0'));
  EXPECT_EQ(only_zeros.stream("a.log").end.bytes, 100'000U);
}

TEST(Visit, AGzippedLogKeepsItsPath) {
  Reading reading;
  read_bytes(reading, "a.log.gz", make_gzip(some_log(3000)));
  EXPECT_EQ(reading.stream("a.log.gz").bytes, some_log(3000));
  EXPECT_EQ(reading.stream("a.log.gz").end.checksum, Checksum::none);
  EXPECT_EQ(reading.container("a.log.gz").checksum, Checksum::verified);
  EXPECT_TRUE(reading.undamaged());
}

TEST(Visit, ATarInACompressedLayerIsOneContainer) {
  for (const std::string& packed : {make_gzip(make_tar({{"w0.out", "0"}, {"w1.out", "1"}})),
                                    make_filtered(make_tar({{"w0.out", "0"}, {"w1.out", "1"}}), "bzip2")}) {
    Reading reading;
    read_bytes(reading, "a", packed, {.depth = 1});
    EXPECT_EQ(reading.paths(), (std::vector<std::string>{"a!w0.out", "a!w1.out"}));
    ASSERT_EQ(reading.containers.size(), 1U);
    EXPECT_EQ(reading.container("a").checksum, Checksum::verified);
    EXPECT_TRUE(reading.undamaged()) << reading.told();
  }
}

TEST(Visit, AnArtifactOfATarGzOfGzippedLogs) {
  const std::string tar =
      make_tar({{"./logs/w0.out.gz", make_gzip(some_log(900))}, {"./logs/w1.out", some_log(300)}, {"r.json", "{}"}});
  Reading reading;
  read_bytes(reading, "run.zip", make_zip({{"logs.tar.gz", make_gzip(tar)}, {"b.log", "b"}}));
  EXPECT_EQ(reading.paths(),
            (std::vector<std::string>{"run.zip!logs.tar.gz!logs/w0.out.gz", "run.zip!logs.tar.gz!logs/w1.out",
                                      "run.zip!logs.tar.gz!r.json", "run.zip!b.log"}));
  EXPECT_EQ(reading.stream("run.zip!logs.tar.gz!logs/w0.out.gz").bytes, some_log(900));
  std::vector<std::string> ended;
  for (const EndedContainer& container : reading.containers) ended.push_back(container.path);
  EXPECT_EQ(ended, (std::vector<std::string>{"run.zip!logs.tar.gz!logs/w0.out.gz", "run.zip!logs.tar.gz", "run.zip"}));
  EXPECT_EQ(reading.container("run.zip!logs.tar.gz").checksum, Checksum::verified);
  EXPECT_EQ(reading.container("run.zip").checksum, Checksum::none);
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Visit, ZipsInZipsToTheLimitOfDepth) {
  std::string packed = some_log(2000);
  std::string path;
  for (int i = 0; i < 4; ++i) {
    packed = make_zip({{"z" + std::to_string(i), packed}});
    path = "!z" + std::to_string(i) + path;
  }
  Reading reading;
  read_bytes(reading, "a.zip", packed);
  EXPECT_EQ(reading.stream("a.zip" + path).bytes, some_log(2000));
  EXPECT_TRUE(reading.undamaged()) << reading.told();
  Reading shallow;
  read_bytes(shallow, "a.zip", packed, {.depth = 3});
  EXPECT_TRUE(shallow.streams.empty());
  EXPECT_TRUE(shallow.has(DamageKind::limit, "a.zip!z3!z2!z1")) << shallow.told();
  EXPECT_EQ(shallow.without_stream.size(), 1U);
}

TEST(Visit, GzipInGzipCountsAsDepth) {
  std::string packed = "text";
  for (int i = 0; i < 5; ++i) packed = make_gzip(packed);
  Reading reading;
  read_bytes(reading, "a.gz", packed, {.depth = 5});
  EXPECT_EQ(reading.stream("a.gz").bytes, "text");
  Reading shallow;
  read_bytes(shallow, "a.gz", packed);
  EXPECT_TRUE(shallow.has(DamageKind::limit, "a.gz")) << shallow.told();
  EXPECT_TRUE(shallow.streams.empty());
}

TEST(Visit, ResultsDoNotDependOnNames) {
  const std::string tar_gz = make_gzip(make_tar({{"w0.out", some_log(300)}}));
  for (const char* name : {"a", "a.log", "a.zip", "a.json", "a.tar"}) {
    Reading reading;
    read_bytes(reading, name, tar_gz);
    EXPECT_EQ(reading.stream(std::string(name) + "!w0.out").bytes, some_log(300));
    EXPECT_TRUE(reading.undamaged()) << name << reading.told();
  }
}

TEST(Visit, WhatIsNoContainerButNamedSoIsReadAndTold) {
  for (const char* name : {"logs.zip", "logs.tar.gz", "logs.tar"}) {
    Reading reading;
    read_bytes(reading, name, "<Error><Code>BlobNotFound</Code></Error>\n");
    EXPECT_EQ(reading.streams.size(), 1U);
    EXPECT_TRUE(reading.has(DamageKind::corrupt, name)) << name;
    Reading empty;
    read_bytes(empty, name, "");
    EXPECT_TRUE(empty.has(DamageKind::truncated, name)) << name;
  }
  Reading unpacked_on_the_way;
  read_bytes(unpacked_on_the_way, "w0.log.gz", some_log(300));
  EXPECT_TRUE(unpacked_on_the_way.undamaged());
}

TEST(Visit, AFormThatIsNotReadIsDamageAndNoLog) {
  Reading reading;
  read_bytes(reading, "run.zip",
             make_zip({{"a.7z", std::string("7z\xbc\xaf\x27\x1c\0\4", 8) + noise(500)}, {"b.log", "b"}}));
  EXPECT_EQ(reading.paths(), std::vector<std::string>{"run.zip!b.log"});
  EXPECT_TRUE(reading.has(DamageKind::unreadable, "run.zip!a.7z")) << reading.told();
  EXPECT_TRUE(reading.stream("run.zip!b.log").end.complete());
}

TEST(Visit, DamageOfAnOuterLayerIsKnownToTheStreamsThatFollowIt) {
  const std::string gz = make_gzip(make_tar({{"w0.out", noise(600'000)}, {"w1.out", noise(900'000, 2)}}));
  Reading reading;
  read_bytes(reading, "a.tar.gz", gz.substr(0, gz.size() * 3 / 4));
  EXPECT_TRUE(reading.stream("a.tar.gz!w0.out").end.complete());
  EXPECT_EQ(reading.stream("a.tar.gz!w0.out").bytes, noise(600'000));
  EXPECT_FALSE(reading.stream("a.tar.gz!w1.out").end.complete());
  EXPECT_EQ(reading.container("a.tar.gz").checksum, Checksum::failed);
  EXPECT_TRUE(reading.has(DamageKind::truncated, "a.tar.gz")) << reading.told();
}

// The checksum stands behind the tar's end: a reader that stops there would not see it.
TEST(Visit, AWrongGzipChecksumBehindATarIsSeen) {
  std::string gz = make_gzip(make_tar({{"w0.out", some_log(3000)}}));
  gz = flipped(gz, (gz.size() - 5) * 8);
  for (const std::string& packed : {gz, make_zip({{"a.tar.gz", gz}})}) {
    Reading reading;
    read_bytes(reading, "a", packed);
    ASSERT_EQ(reading.streams.size(), 1U);
    EXPECT_EQ(reading.streams[0].bytes, some_log(3000));
    EXPECT_EQ(reading.containers.at(0).checksum, Checksum::failed);
    EXPECT_TRUE(reading.has(DamageKind::corrupt)) << reading.told();
  }
}

TEST(Visit, AWrongZipChecksumAroundATarIsSeen) {
  std::string zip = make_zip({{"a.tar", make_tar({{"w0.out", noise(3000)}})}}, {.compression = "store"});
  zip[2000] ^= 1;
  Reading reading;
  read_bytes(reading, "a.zip", zip);
  EXPECT_EQ(reading.container("a.zip!a.tar").checksum, Checksum::failed);
  EXPECT_TRUE(reading.has(DamageKind::corrupt, "a.zip!a.tar")) << reading.told();
  Reading intact;
  zip[2000] ^= 1;
  read_bytes(intact, "a.zip", zip);
  EXPECT_EQ(intact.container("a.zip!a.tar").checksum, Checksum::verified);
}

TEST(Visit, DamageOfAContainerWithoutStreamsBelongsToNoStream) {
  Reading reading;
  read_bytes(reading, "a.zip", std::string("PK\x03\x04", 4) + noise(100));
  EXPECT_TRUE(reading.streams.empty());
  EXPECT_FALSE(reading.without_stream.empty());
}

TEST(Visit, ALimitStopsEveryContainerAround) {
  const std::string tar = make_tar({{"w0.out", std::string(4'000'000, 'a')}, {"w1.out", some_log(300)}});
  Reading reading;
  read_bytes(reading, "a.zip", make_zip({{"a.tar.gz", make_gzip(tar)}, {"b.log", "b"}}), {.expanded_bytes = 1'000'000});
  EXPECT_EQ(reading.paths(), std::vector<std::string>{"a.zip!a.tar.gz!w0.out"});
  EXPECT_TRUE(reading.has(DamageKind::limit, "a.zip!a.tar.gz")) << reading.told();
  EXPECT_TRUE(reading.has(DamageKind::limit, "a.zip")) << reading.told();
  EXPECT_FALSE(reading.streams[0].end.complete());
}

TEST(Visit, DoesNotDependOnBlocks) {
  const std::string tar =
      make_tar({{"w0.out.gz", make_gzip(some_log(9000))}, {"b.zip", make_zip({{"c.log", some_log(500)}})}});
  for (const std::string& packed : {make_gzip(tar), make_filtered(tar, "xz"), make_zip({{"a.tar", tar}})}) {
    std::vector<std::string> bytes;
    for (const std::size_t block : {1, 5, 511, 4096, 1'000'000}) {
      Reading reading;
      const Limits limits;
      Opening opening(limits, reading);
      opening.budget.start_file(packed.size());
      Layer layer("a");
      Bytes source(packed, block);
      read_item(opening, layer, source, -1, 0);
      ASSERT_EQ(reading.streams.size(), 2U) << block;
      EXPECT_EQ(reading.streams[0].bytes, some_log(9000)) << block;
      EXPECT_EQ(reading.streams[1].bytes, some_log(500)) << block;
      EXPECT_TRUE(reading.undamaged()) << block << reading.told();
    }
  }
}

TEST(Visit, WhatAFileManagerLeftIsPassedOver) {
  using namespace std::string_literals;
  const std::string apple = "\0\5\x16\7\0\2\0\0Mac OS X"s + std::string(200, '\0');
  const std::string settings = "\0\0\0\1Bud1"s + std::string(200, '\0');
  const std::string pictures = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"s + std::string(200, '\0');
  Reading reading;
  read_bytes(reading, "a.tar.gz",
             make_gzip(make_tar({{"__MACOSX/._w0.out", apple},
                                 {"._x.tar.gz", apple},
                                 {"logs/.DS_Store", settings},
                                 {"Thumbs.db", pictures},
                                 {"w0.out", some_log(100)}})));
  EXPECT_EQ(reading.paths(), (std::vector<std::string>{"a.tar.gz!w0.out"}));
  EXPECT_EQ(reading.passed, (std::vector<std::string>{"a.tar.gz!__MACOSX/._w0.out", "a.tar.gz!._x.tar.gz",
                                                      "a.tar.gz!logs/.DS_Store", "a.tar.gz!Thumbs.db"}));
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Visit, ANameOrABeginningAloneIsNoReasonToPassOver) {
  using namespace std::string_literals;
  const std::string apple = "\0\5\x16\7"s + some_log(100);
  const std::vector<std::pair<std::string, std::string>> files = {
      {"w0.out", apple}, {"._w0.out", some_log(100)}, {".DS_Store", some_log(100)}, {"Thumbs.db", ""}};
  for (const auto& [name, bytes] : files) {
    Reading reading;
    read_bytes(reading, name, bytes);
    EXPECT_EQ(reading.stream(name).bytes, bytes);
    EXPECT_TRUE(reading.passed.empty()) << name;
  }
}

}  // namespace
}  // namespace jitgate::open
