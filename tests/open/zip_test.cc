// Checksums of members, damage that must not hide other members, directories that are lost.
#include "open/zip.h"

#include <gtest/gtest.h>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::Checksum;
using model::DamageKind;

std::size_t nth(const std::string& text, const std::string& part, int n) {
  std::size_t at = text.find(part);
  while (n-- > 0) at = text.find(part, at + 1);
  EXPECT_NE(at, std::string::npos);
  return at;
}

TEST(Zip, VerifiesDeflatedAndStoredMembers) {
  for (const char* compression : {"deflate", "store"}) {
    Reading reading;
    read_bytes(reading, "a.zip",
               make_zip({{"a.log", some_log(900'000)}, {"d/b.log", "b"}}, {.compression = compression}));
    EXPECT_EQ(reading.paths(), (std::vector<std::string>{"a.zip!a.log", "a.zip!d/b.log"}));
    EXPECT_EQ(reading.stream("a.zip!a.log").bytes, some_log(900'000));
    EXPECT_EQ(reading.stream("a.zip!a.log").end.checksum, Checksum::verified);
    EXPECT_EQ(reading.stream("a.zip!d/b.log").end.checksum, Checksum::verified);
    EXPECT_TRUE(reading.undamaged()) << reading.told();
    EXPECT_EQ(reading.container("a.zip").checksum, Checksum::none);
  }
}

TEST(Zip, AWrongChecksumIsDamageOfThatMemberAndItsDataStillComes) {
  for (const char* compression : {"deflate", "store"}) {
    std::string zip = make_zip({{"a.log", noise(3000)}, {"b.log", "b"}}, {.compression = compression});
    // Noise is stored also by deflate, so that one changed byte changes one byte.
    zip[nth(zip, "a.log", 0) + 1000] ^= 1;
    Reading reading;
    read_bytes(reading, "a.zip", zip);
    EXPECT_EQ(reading.stream("a.zip!a.log").bytes.size(), 3000U);
    EXPECT_EQ(reading.stream("a.zip!a.log").end.checksum, Checksum::failed);
    EXPECT_TRUE(reading.has(DamageKind::corrupt, "a.zip!a.log")) << reading.told();
    EXPECT_EQ(reading.stream("a.zip!b.log").end.checksum, Checksum::verified);
    EXPECT_TRUE(reading.stream("a.zip!b.log").end.complete());
  }
}

TEST(Zip, OneMemberThatCannotBeInflatedDoesNotHideTheOthers) {
  std::string zip = make_zip({{"a.log", some_log(5000)}, {"b.log", some_log(5000, 2)}, {"c.log", "c"}});
  for (int i = 0; i < 300; ++i) zip[nth(zip, "b.log", 0) + 100 + static_cast<std::size_t>(i)] = '\xff';
  Reading reading;
  read_bytes(reading, "a.zip", zip);
  EXPECT_TRUE(reading.stream("a.zip!a.log").end.complete());
  EXPECT_TRUE(reading.stream("a.zip!c.log").end.complete());
  EXPECT_EQ(reading.stream("a.zip!c.log").bytes, "c");
  EXPECT_TRUE(reading.has(DamageKind::corrupt, "a.zip!b.log")) << reading.told();
  EXPECT_TRUE(reading.container("a.zip").damage.empty());
}

TEST(Zip, ManyBrokenMembersEndTheReading) {
  std::vector<Packed> members;
  for (unsigned i = 0; i < 40; ++i) members.push_back({"w" + std::to_string(i + 10) + ".log", some_log(500, i)});
  std::string zip = make_zip(members);
  const std::size_t directory = zip.find("PK\x01\x02");
  for (std::size_t at = zip.find(".log"); at < directory; at = zip.find(".log", at + 4)) {
    for (std::size_t i = 60; i < 120; ++i) zip[at + i] = '\xff';
  }
  Reading reading;
  read_bytes(reading, "a.zip", zip);
  EXPECT_TRUE(reading.has(DamageKind::corrupt, "a.zip")) << reading.told();
}

TEST(Zip, EncryptedMembersAreNamed) {
  Reading reading;
  read_bytes(reading, "a.zip", make_zip({{"a.log", some_log(500)}}, {.passphrase = "secret"}));
  EXPECT_TRUE(reading.streams.empty());
  ASSERT_EQ(reading.without_stream.size(), 1U);
  EXPECT_EQ(reading.without_stream[0].kind, DamageKind::encrypted);
  EXPECT_EQ(reading.without_stream[0].path, "a.zip!a.log");
}

TEST(Zip, AMethodThatCannotBeReadIsDamageAndTheNextMemberCounts) {
  std::string zip = make_zip({{"a.log", some_log(500)}, {"b.log", "b"}});
  zip[8] = 97;  // the method in the first local header: WavPack
  zip[zip.find("PK\x01\x02") + 10] = 97;
  Reading reading;
  read_bytes(reading, "a.zip", zip);
  EXPECT_EQ(reading.paths(), std::vector<std::string>{"a.zip!b.log"});
  ASSERT_EQ(reading.without_stream.size(), 1U);
  EXPECT_EQ(reading.without_stream[0].path, "a.zip!a.log");
}

TEST(Zip, WithoutItsDirectoryIsReadFromTheFrontAndDamaged) {
  const std::string zip = make_zip({{"a.log", some_log(500)}, {"b.log", some_log(700, 2)}});
  Reading reading;
  read_bytes(reading, "a.zip", zip.substr(0, zip.find("PK\x01\x02") + 40));
  EXPECT_EQ(reading.stream("a.zip!a.log").bytes, some_log(500));
  EXPECT_EQ(reading.stream("a.zip!b.log").bytes, some_log(700, 2));
  EXPECT_TRUE(reading.has(DamageKind::truncated, "a.zip")) << reading.told();
  // Each stream is told of it, although its own bytes are verified: members may be missing.
  EXPECT_FALSE(reading.stream("a.zip!a.log").end.complete());
  EXPECT_EQ(reading.stream("a.zip!a.log").end.checksum, Checksum::verified);
}

TEST(Zip, EmptyHasNoStreams) {
  Reading reading;
  read_bytes(reading, "a.zip", make_zip({}));
  EXPECT_TRUE(reading.streams.empty());
  EXPECT_TRUE(reading.undamaged()) << reading.told();
  EXPECT_EQ(reading.containers.size(), 1U);
}

TEST(Zip, SixtyFourBitFormsAreRead) {
  Reading reading;
  read_bytes(reading, "a.zip", make_zip({{"a.log", some_log(500)}, {"b.log", "b"}}, {.zip64 = true}));
  EXPECT_EQ(reading.streams.size(), 2U);
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Zip, MoreEntriesThanSixteenBitsCount) {
  std::vector<Packed> members;
  for (int i = 0; i < 66'000; ++i) members.push_back({std::to_string(i), "x"});
  Reading reading;
  read_bytes(reading, "a.zip", make_zip(members, {.compression = "store"}));
  EXPECT_EQ(reading.streams.size(), 66'000U);
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Zip, PastTheLimitOfEntriesTheFirstOnesCount) {
  std::vector<Packed> members;
  for (int i = 0; i < 20; ++i) members.push_back({"w" + std::to_string(i) + ".log", "text"});
  Reading exact;
  read_bytes(exact, "a.zip", make_zip(members), {.entries = 20});
  EXPECT_EQ(exact.streams.size(), 20U);
  EXPECT_TRUE(exact.undamaged()) << exact.told();
  Reading reading;
  read_bytes(reading, "a.zip", make_zip(members), {.entries = 19});
  EXPECT_EQ(reading.streams.size(), 19U);
  EXPECT_TRUE(reading.has(DamageKind::limit, "a.zip")) << reading.told();
}

TEST(Zip, AFileMarkedAsALinkOrDirectoryIsDamage) {
  for (const int mode : {0xa1, 0x41}) {  // the high byte of a Unix mode: link, directory
    for (const std::string& content : {some_log(200), make_gzip("text"), make_zip({{"a", "b"}})}) {
      std::string zip = make_zip({{"a.log", content}, {"b.log", "b"}}, {.compression = "store"});
      const std::size_t entry = zip.find("PK\x01\x02", zip.find("b.log"));
      zip[entry + 41] = static_cast<char>(mode);
      Reading reading;
      read_bytes(reading, "a.zip", zip);
      EXPECT_TRUE(reading.has(DamageKind::unreadable)) << reading.told();
      EXPECT_EQ(reading.stream("a.zip!b.log").bytes, "b");
    }
  }
}

TEST(Zip, RealLinksAndDirectoriesAreNone) {
  Reading reading;
  read_bytes(reading, "a.zip", make_zip({{"d/", "", "", "", true}, {"d/a.log", "a"}, {"latest", "", "d/a.log"}}));
  EXPECT_EQ(reading.paths(), std::vector<std::string>{"a.zip!d/a.log"});
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

TEST(Zip, LinksToWhatIsNotThereAreDamage) {
  Reading reading;
  read_bytes(reading, "a.zip", make_zip({{"d/a.log", "a"}, {"d/b.log", "", "/shared/b.log"}}));
  EXPECT_EQ(reading.paths(), std::vector<std::string>{"a.zip!d/a.log"});
  EXPECT_TRUE(reading.has(DamageKind::unreadable, "a.zip!d/b.log")) << reading.told();
}

TEST(Zip, AnEncryptedZipInsideIsDamageAndTheRestCounts) {
  const std::string inner = make_zip({{"w0.out", some_log(500)}}, {.passphrase = "secret"});
  for (const std::string& zip : {make_zip({{"logs.zip", inner}, {"b.log", "b"}}),
                                 make_zip({{"logs.zip", inner}, {"b.log", "b"}}, {.compression = "store"})}) {
    Reading reading;
    read_bytes(reading, "a.zip", zip);
    EXPECT_EQ(reading.paths(), std::vector<std::string>{"a.zip!b.log"});
    EXPECT_TRUE(reading.has(DamageKind::encrypted, "a.zip!logs.zip!w0.out")) << reading.told();
  }
  Reading mixed;
  std::string zip = make_zip({{"w0.out", some_log(500)}, {"w1.out", some_log(500, 2)}}, {.compression = "store"});
  // The flag alone, at both places: what is marked as encrypted is not taken for text.
  zip[6] = static_cast<char>(zip[6] | 1);
  const std::size_t entry = zip.find("PK\x01\x02");
  zip[entry + 8] = static_cast<char>(zip[entry + 8] | 1);
  read_bytes(mixed, "a.zip", zip);
  EXPECT_EQ(mixed.paths(), std::vector<std::string>{"a.zip!w1.out"});
  EXPECT_TRUE(mixed.has(DamageKind::encrypted, "a.zip!w0.out")) << mixed.told();
}

TEST(Zip, NamesAreBytesWhateverTheLocale) {
  Reading reading;
  read_bytes(reading, "a.zip", make_zip({{"w\xc3\xb6rker.log", "a"}, {"bad\xff.log", "b"}, {"x!y.log", "c"}}));
  EXPECT_EQ(reading.paths(),
            (std::vector<std::string>{"a.zip!w\xc3\xb6rker.log", "a.zip!bad\xff.log", "a.zip!x%21y.log"}));
  EXPECT_TRUE(reading.undamaged()) << reading.told();
}

// Packers mark names as UTF-8; libarchive converts those to the locale, which here is "C".
TEST(Zip, NamesMarkedAsUtf8AreKept) {
  const auto marked = [](std::string zip) {
    for (std::size_t at = 0; (at = zip.find("PK\x03\x04", at)) != std::string::npos; ++at) zip[at + 7] |= 0x08;
    for (std::size_t at = 0; (at = zip.find("PK\x01\x02", at)) != std::string::npos; ++at) zip[at + 9] |= 0x08;
    return zip;
  };
  Reading reading;
  read_bytes(reading, "a.zip", marked(make_zip({{"w\xc3\xb6rker_decode_w0.out", "a"}, {"\xe6\x97\xa5/b.out", "b"}})));
  EXPECT_EQ(reading.paths(),
            (std::vector<std::string>{"a.zip!w\xc3\xb6rker_decode_w0.out", "a.zip!\xe6\x97\xa5/b.out"}));
  EXPECT_TRUE(reading.undamaged()) << reading.told();
  Reading wrong;
  read_bytes(wrong, "a.zip", marked(make_zip({{"bad\xff.out", "a"}, {"b.out", "b"}})));
  EXPECT_EQ(wrong.streams.size(), 2U);
  EXPECT_TRUE(wrong.has(DamageKind::corrupt)) << wrong.told();
}

TEST(Zip, ABombStopsAtTheRatio) {
  Reading reading;
  read_bytes(reading, "a.zip", make_zip({{"a.log", std::string(90 << 20, 'a')}, {"b.log", "b"}}), {.ratio = 100});
  EXPECT_TRUE(reading.has(DamageKind::limit, "a.zip!a.log")) << reading.told();
  EXPECT_TRUE(reading.has(DamageKind::limit, "a.zip")) << reading.told();
  EXPECT_EQ(reading.streams.size(), 1U);
}

}  // namespace
}  // namespace jitgate::open
