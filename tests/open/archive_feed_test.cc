// What passed by must be known again where a tar ends.
#include "open/archive_feed.h"

#include <archive_entry.h>
#include <gtest/gtest.h>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

// Reads all headers of a tar through a feed and asks what stood from the last one on.
TEST(ArchiveFeed, RemembersTheEndOfATarHoweverItIsCut) {
  const std::string tar = make_tar({{"a.log", some_log(3000)}, {"b.log", "b"}}, "ustar");
  for (const std::size_t block : {1, 7, 511, 512, 513, 1'000'000}) {
    Bytes source(tar, block);
    ArchiveFeed feed(source);
    const ReadArchive handle(archive_read_new());
    archive_read_support_format_tar(handle.get());
    ASSERT_EQ(feed.open(handle.get()), ARCHIVE_OK);
    archive_entry* entry = nullptr;
    while (archive_read_next_header(handle.get(), &entry) == ARCHIVE_OK) {
    }
    const auto last = static_cast<std::uint64_t>(archive_read_header_position(handle.get()));
    EXPECT_EQ(last, tar.size() - 1024) << block;
    bool complete = false;
    EXPECT_EQ(feed.from(last, complete), std::string(feed.given() - last, '\0')) << block;
    EXPECT_TRUE(complete) << block;
    EXPECT_GE(feed.given() - last, 512U);
  }
}

TEST(ArchiveFeed, SaysWhenItHasForgotten) {
  Bytes source(std::string(100'000, 'a'), 1000);
  ArchiveFeed feed(source);
  const ReadArchive handle(archive_read_new());
  archive_read_support_format_raw(handle.get());
  ASSERT_EQ(feed.open(handle.get()), ARCHIVE_OK);
  archive_entry* entry = nullptr;
  ASSERT_EQ(archive_read_next_header(handle.get(), &entry), ARCHIVE_OK);
  const void* data = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  while (archive_read_data_block(handle.get(), &data, &size, &offset) == ARCHIVE_OK) {
  }
  EXPECT_EQ(feed.given(), 100'000U);
  bool complete = true;
  EXPECT_LT(feed.from(10, complete).size(), 100'000U - 10);
  EXPECT_FALSE(complete);
  EXPECT_TRUE(feed.from(100'000, complete).empty());
  EXPECT_TRUE(complete);
}

}  // namespace
}  // namespace jitgate::open
