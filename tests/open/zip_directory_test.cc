// The directory of a zip against what stands in the file.
#include "open/zip_directory.h"

#include <gtest/gtest.h>

#include "containers.h"
#include "open/file_source.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

ZipDirectory inspect(const std::string& zip, std::uint64_t most = 1000) {
  const Folder folder;
  const auto file = open_file(folder.write("a.zip", zip), false);
  EXPECT_TRUE(file.has_value());
  return inspect_zip(file->fd.get(), most);
}

std::string two_entries(bool zip64 = false) { return make_zip({{"a.log", "a"}, {"b.log", "b"}}, {.zip64 = zip64}); }

TEST(ZipDirectory, CountsItsEntries) {
  for (const bool zip64 : {false, true}) {
    const ZipDirectory directory = inspect(two_entries(zip64));
    EXPECT_TRUE(directory.usable);
    EXPECT_EQ(directory.entries, 2U);
    EXPECT_EQ(directory.problem, "");
  }
  EXPECT_TRUE(inspect(make_zip({})).usable);
}

TEST(ZipDirectory, ACommentBelongsToIt) {
  std::string zip = two_entries();
  // A comment that looks like an end record itself.
  const std::string comment = "PK\x05\x06 comment";
  zip[zip.size() - 2] = static_cast<char>(comment.size());
  const ZipDirectory directory = inspect(zip + comment);
  EXPECT_TRUE(directory.usable);
  EXPECT_EQ(directory.problem, "");
}

TEST(ZipDirectory, WithoutAnEndRecordItIsCut) {
  const std::string zip = two_entries();
  const ZipDirectory directory = inspect(zip.substr(0, zip.size() - 1));
  EXPECT_FALSE(directory.usable);
  EXPECT_EQ(directory.kind, DamageKind::truncated);
  EXPECT_FALSE(inspect("").usable);
  EXPECT_FALSE(inspect("PK").usable);
}

TEST(ZipDirectory, TheNumberOfEntriesMustAgree) {
  std::string zip = two_entries();
  zip[zip.size() - 22 + 8] = 3;
  zip[zip.size() - 22 + 10] = 3;
  EXPECT_FALSE(inspect(zip).usable);
  EXPECT_NE(inspect(zip).problem.find("2 entries where 3"), std::string::npos) << inspect(zip).problem;
}

TEST(ZipDirectory, AHeaderThatIsNoneIsDamage) {
  std::string zip = two_entries();
  zip[zip.find("PK\x01\x02") + 1] = 'X';
  EXPECT_FALSE(inspect(zip).usable);
  EXPECT_EQ(inspect(zip).kind, DamageKind::corrupt);
}

TEST(ZipDirectory, NamesMustAgreeWithThoseBeforeTheData) {
  std::string zip = two_entries();
  zip[zip.find("b.log")] = 'c';
  const ZipDirectory directory = inspect(zip);
  EXPECT_TRUE(directory.usable);
  EXPECT_NE(directory.problem, "");
}

TEST(ZipDirectory, ASecondZipInFrontIsDamage) {
  const ZipDirectory directory = inspect(two_entries() + two_entries());
  EXPECT_NE(directory.problem, "");
}

TEST(ZipDirectory, DataBehindTheEndIsDamageZerosAreNot) {
  EXPECT_NE(inspect(two_entries() + "more").problem, "");
  EXPECT_EQ(inspect(two_entries() + std::string(100, '\0')).problem, "");
}

TEST(ZipDirectory, AVolumeOfSeveralIsUnreadable) {
  std::string zip = two_entries();
  zip[zip.size() - 22 + 4] = 1;
  EXPECT_FALSE(inspect(zip).usable);
  EXPECT_EQ(inspect(zip).kind, DamageKind::unreadable);
}

TEST(ZipDirectory, OffsetsOutsideOfTheFileAreDamage) {
  std::string zip = two_entries();
  zip[zip.size() - 22 + 19] = 0x70;
  EXPECT_FALSE(inspect(zip).usable);
  zip = two_entries(true);
  zip[zip.size() - 22 - 20 + 15] = 0x70;
  EXPECT_FALSE(inspect(zip).usable);
}

TEST(ZipDirectory, TooManyEntriesAreALimit) {
  EXPECT_TRUE(inspect(two_entries(), 2).usable);
  EXPECT_FALSE(inspect(two_entries(), 1).usable);
  EXPECT_EQ(inspect(two_entries(), 1).kind, DamageKind::limit);
}

}  // namespace
}  // namespace jitgate::open
