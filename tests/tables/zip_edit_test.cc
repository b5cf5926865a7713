#include "tables/zip_edit.h"

#include <gtest/gtest.h>

namespace jitgate::tables {
namespace {

// Little-endian.
std::string number(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
  return out;
}

struct Member {
  std::string name, data;
  unsigned flags = 0;
  bool streamed = false;  // sizes in a descriptor behind the data, as archivers that stream write it
};

std::string zip_of(const std::vector<Member>& members, const std::string& comment = "") {
  std::string out, directory;
  for (const Member& m : members) {
    const unsigned flags = m.flags | (m.streamed ? 8U : 0U);
    const std::string facts = number(crc32(m.data), 4) + number(m.data.size(), 4) + number(m.data.size(), 4);
    const std::string head = number(20, 2) + number(flags, 2) + number(0, 2) + number(0x12345678, 4);
    const std::string names = number(m.name.size(), 2) + number(4, 2);
    directory += "PK\1\2" + number(20, 2) + head + facts + names + number(3, 2) + number(0, 2) + number(1, 2) +
                 number(0x81A40000, 4) + number(out.size(), 4) + m.name + "EXTR" + "cmt";
    out += "PK\3\4" + head + (m.streamed ? std::string(12, '\0') : facts) + names + m.name + "extr" + m.data;
    if (m.streamed) out += "PK\7\10" + facts;
  }
  const std::string end = number(members.size(), 2) + number(members.size(), 2) + number(directory.size(), 4) +
                          number(out.size(), 4) + number(comment.size(), 2) + comment;
  return out + directory + "PK\5\6" + number(0, 4) + end;
}

std::string exchanged(const std::string& zip, const std::map<std::size_t, std::string>& contents) {
  const auto index = index_zip(zip);
  EXPECT_TRUE(index) << index.error().what;
  return exchange_members(zip, *index, contents).value_or("");
}

TEST(ZipEdit, KnownChecksum) { EXPECT_EQ(crc32("123456789"), 0xCBF43926U); }

TEST(ZipEdit, WithoutChangesNothingChanges) {
  const std::string zip = zip_of({{"a.json", "{}"}, {"d/b.bin", std::string(300, 'x'), 0, true}, {"c", ""}}, "hello");
  EXPECT_EQ(exchanged(zip, {}), zip);
  EXPECT_EQ(exchanged(zip_of({}), {}), zip_of({}));
}

TEST(ZipEdit, AnExchangedMemberIsAsIfItHadAlwaysBeenThere) {
  const std::vector<Member> before = {{"a", "old"}, {"b", "kept", 0x800, true}, {"c", "old"}, {"d", "kept"}};
  std::vector<Member> after = before;
  after[0].data = "something longer";
  after[2].data = "";
  EXPECT_EQ(exchanged(zip_of(before, "comment"), {{0, after[0].data}, {2, ""}}), zip_of(after, "comment"));
  // A streamed one is written at rest; its names stay UTF-8.
  std::vector<Member> rested = before;
  rested[1] = {"b", "new", 0x800, false};
  EXPECT_EQ(exchanged(zip_of(before), {{1, "new"}}), zip_of(rested));
}

TEST(ZipEdit, RefusesWhatItWouldBreak) {
  const std::string zip = zip_of({{"a", "data"}, {"b", "data"}});
  EXPECT_FALSE(index_zip("{}"));
  EXPECT_FALSE(index_zip("junk" + zip));
  EXPECT_FALSE(index_zip(zip.substr(0, zip.size() - 1)));
  EXPECT_FALSE(index_zip(zip + "x"));
  const std::string encrypted = zip_of({{"a", "data", 1}});
  EXPECT_FALSE(exchange_members(encrypted, *index_zip(encrypted), {{0, "x"}}));
  EXPECT_TRUE(exchange_members(encrypted, *index_zip(encrypted), {}));
  // Any damaged byte gives an error or a zip, never a crash.
  for (std::size_t at = 0; at < zip.size(); ++at) {
    for (const char flip : {'\x01', '\xFF', '\x80'}) {
      std::string bad = zip;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      if (const auto index = index_zip(bad); index && index->entries.size() == 2) (void)exchanged(bad, {{1, "new"}});
    }
  }
}

}  // namespace
}  // namespace jitgate::tables
