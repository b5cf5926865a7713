// Members of all tar forms, the end mark, damaged headers, links, names and holes.
#include "open/tar.h"

#include <gtest/gtest.h>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::Checksum;
using model::DamageKind;

// The tar's bytes through a source of blocks of this size.
void read_tar_in(Reading& reading, const std::string& tar, std::size_t block) {
  Limits limits;
  Opening opening(limits, reading);
  opening.budget.start_file(tar.size());
  Layer layer("a.tar");
  Bytes source(tar, block);
  read_item(opening, layer, source, -1, 0);
}

TEST(Tar, GivesItsMembersInOrder) {
  for (const char* form : {"ustar", "paxr", "gnutar", "v7tar"}) {
    Reading reading;
    read_bytes(
        reading, "a.tar",
        make_tar({{"./b.log", some_log(2000)}, {"d/", "", "", "", true}, {"d/a.log", "a"}, {"empty", ""}}, form));
    EXPECT_EQ(reading.paths(), (std::vector<std::string>{"a.tar!b.log", "a.tar!d/a.log", "a.tar!empty"})) << form;
    EXPECT_EQ(reading.stream("a.tar!b.log").bytes, some_log(2000));
    EXPECT_EQ(reading.stream("a.tar!b.log").end.checksum, Checksum::none);
    EXPECT_TRUE(reading.stream("a.tar!empty").end.complete());
    EXPECT_TRUE(reading.undamaged()) << reading.told();
    EXPECT_EQ(reading.container("a.tar").checksum, Checksum::none);
  }
}

TEST(Tar, DoesNotDependOnBlocks) {
  const std::string tar = make_tar({{"a.log", some_log(3000)}, {"b.log", some_log(10, 2)}});
  Reading whole;
  read_tar_in(whole, tar, 1'000'000);
  for (const std::size_t block : {1, 3, 511, 512, 513, 4096}) {
    Reading cut;
    read_tar_in(cut, tar, block);
    EXPECT_TRUE(cut.same_streams(whole)) << block;
    EXPECT_TRUE(cut.undamaged()) << block << cut.told();
  }
}

TEST(Tar, WithoutMembersHasNoStreams) {
  for (const std::size_t size : {1024, 10240}) {
    Reading reading;
    read_bytes(reading, "a", std::string(size, '\0'));
    EXPECT_TRUE(reading.streams.empty());
    EXPECT_TRUE(reading.undamaged()) << reading.told();
    EXPECT_EQ(reading.containers.size(), 1U);
  }
}

TEST(Tar, NeedsBothZeroRecordsAtItsEnd) {
  const std::string tar = make_tar({{"a.log", "a"}, {"b.log", "b"}}, "ustar");
  ASSERT_EQ(tar.size(), 2 * 1024U + 1024U);
  for (const std::size_t missing : {1, 512, 1023, 1024}) {
    for (const std::size_t block : {1, 512, 100'000}) {
      Reading reading;
      read_tar_in(reading, tar.substr(0, tar.size() - missing), block);
      EXPECT_EQ(reading.stream("a.tar!b.log").bytes, "b");
      EXPECT_TRUE(reading.has(DamageKind::truncated, "a.tar")) << missing << " " << block;
    }
  }
}

TEST(Tar, PaddingBehindItsEndIsNoDamage) {
  Reading reading;
  read_bytes(reading, "a.tar", make_tar({{"a.log", "a"}}) + std::string(9000, '\0'));
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Tar, DataBehindItsEndIsDamage) {
  for (const std::string& behind : {make_tar({{"b.log", "b"}}), std::string(512, '\0') + "x"}) {
    Reading reading;
    read_bytes(reading, "a.tar", make_tar({{"a.log", "a"}}) + behind);
    EXPECT_EQ(reading.stream("a.tar!a.log").bytes, "a");
    EXPECT_TRUE(reading.has(DamageKind::corrupt, "a.tar")) << reading.told();
  }
}

TEST(Tar, OneZeroRecordBetweenMembersIsDamage) {
  const std::string one = make_tar({{"a.log", "a"}}, "ustar");
  Reading reading;
  read_bytes(reading, "a.tar", one.substr(0, 1024 + 512) + make_tar({{"b.log", "b"}}, "ustar"));
  EXPECT_FALSE(reading.undamaged());
}

TEST(Tar, ADamagedHeaderIsToldAndWhatFollowsCounts) {
  const std::string tar = make_tar({{"a.log", "a"}, {"b.log", some_log(900)}, {"c.log", "c"}}, "ustar");
  for (const std::size_t header : {std::size_t{0}, std::size_t{1024}}) {
    std::string damaged = tar;
    damaged[header] = 'x';
    Reading reading;
    read_bytes(reading, "a.tar", damaged);
    EXPECT_EQ(reading.streams.size(), 2U);
    EXPECT_EQ(reading.stream("a.tar!c.log").bytes, "c");
    EXPECT_TRUE(reading.has(DamageKind::corrupt, "a.tar")) << reading.told();
  }
}

TEST(Tar, ACutMemberIsDamagedItself) {
  const std::string tar = make_tar({{"a.log", some_log(5000)}}, "ustar");
  Reading reading;
  read_bytes(reading, "a.tar", tar.substr(0, 3000));
  EXPECT_EQ(reading.stream("a.tar!a.log").bytes, some_log(5000).substr(0, 3000 - 512));
  EXPECT_FALSE(reading.stream("a.tar!a.log").end.complete());
  EXPECT_TRUE(reading.has(DamageKind::truncated, "a.tar!a.log")) << reading.told();
  EXPECT_TRUE(reading.has(DamageKind::truncated, "a.tar")) << reading.told();
}

TEST(Tar, LinksAndDirectoriesHaveNoData) {
  Reading reading;
  read_bytes(reading, "a.tar",
             make_tar({{"a.log", "a"}, {"latest", "", "a.log"}, {"same", "", "", "a.log"}, {"d", "", "", "", true}}));
  EXPECT_EQ(reading.paths(), std::vector<std::string>{"a.tar!a.log"});
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Tar, NamesAreBytesWhateverTheLocale) {
  for (const char* form : {"ustar", "paxr", "gnutar"}) {
    Reading reading;
    read_bytes(reading, "a.tar",
               make_tar({{"w\xc3\xb6rker.log", "a"}, {"bad\xff.log", "b"}, {"x!y\n.log", "c"}}, form));
    EXPECT_EQ(reading.paths(),
              (std::vector<std::string>{"a.tar!w\xc3\xb6rker.log", "a.tar!bad\xff.log", "a.tar!x%21y%0A.log"}))
        << form;
    EXPECT_TRUE(reading.undamaged()) << form << reading.told();
  }
}

TEST(Tar, DuplicateAndOddNamesAreOnlyLabels) {
  Reading reading;
  read_bytes(reading, "a.tar", make_tar({{"w.log", "1"}, {"w.log", "2"}, {"../../etc/x", "3"}, {"/abs", "4"}}));
  EXPECT_EQ(reading.paths(),
            (std::vector<std::string>{"a.tar!w.log", "a.tar!w.log", "a.tar!../../etc/x", "a.tar!/abs"}));
  EXPECT_TRUE(reading.undamaged());
}

// A log whose writer went on after it was cut to nothing begins with a hole.
TEST(Tar, HolesOfSparseMembersAreZeros) {
  const std::string content = std::string(1 << 20, '\0') + some_log(5000) + std::string(1 << 19, '\0');
  Reading reading;
  read_bytes(reading, "a.tar", make_tar({{"a.log", content, "", "", false, {{1 << 20, 5000}}}, {"b.log", "b"}}, "pax"));
  EXPECT_EQ(reading.stream("a.tar!a.log").bytes.size(), content.size());
  EXPECT_EQ(reading.stream("a.tar!a.log").bytes,
            content.substr(0, (1 << 20) + 5000) + std::string(content.size() - (1 << 20) - 5000, '\0'));
  EXPECT_EQ(reading.stream("a.tar!b.log").bytes, "b");
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Tar, HolesCountAsUnpackedBytes) {
  const std::string content = std::string(1 << 20, '\0') + some_log(5000);
  Reading reading;
  read_bytes(reading, "a.tar", make_tar({{"a.log", content, "", "", false, {{1 << 20, 5000}}}}, "pax"),
             {.expanded_bytes = 100'000});
  EXPECT_TRUE(reading.has(DamageKind::limit, "a.tar!a.log")) << reading.told();
  EXPECT_LT(reading.streams.at(0).bytes.size(), 200'000U);
}

TEST(Tar, StopsAtTheLimitOfEntries) {
  std::vector<Packed> members;
  for (int i = 0; i < 20; ++i) members.push_back({"w" + std::to_string(i) + ".log", "text"});
  Reading reading;
  read_bytes(reading, "a.tar", make_tar(members), {.entries = 7});
  EXPECT_EQ(reading.streams.size(), 7U);
  EXPECT_TRUE(reading.has(DamageKind::limit, "a.tar")) << reading.told();
}

}  // namespace
}  // namespace jitgate::open
