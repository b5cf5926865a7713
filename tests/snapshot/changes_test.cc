#include "snapshot/changes.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "snapshot/compilers.h"
#include "snapshot/listing_file.h"

namespace jitgate::snapshot {
namespace {

namespace fs = std::filesystem;

using base::Instant;
using base::kSecond;

constexpr Instant kStart = 1796000000 * kSecond;

Listing listing(bool end, std::vector<CacheFile> files) {
  Listing out;
  out.name = "c12";
  out.end = end;
  out.host = "gpu-7";
  out.directory = "/home/ci/.triton/cache";
  out.compiler = "triton";
  out.begun = out.ended = end ? kStart + 100 * kSecond : kStart;
  out.files = std::move(files);
  out.source = end ? "end.jsonl" : "start.jsonl";
  out.lines = 99;
  return out;
}

CacheFile file(const char* path, int second, std::uint64_t size = 1) {
  return {path, size, kStart + second * kSecond, 7};
}

TEST(Changes, NewFilesOfAFolderAreOneBuild) {
  const CacheFile old = file("AAA/old.cubin", -500);
  const auto changes = changes_between(
      {listing(true, {old, file("BBB/_rope.cubin", 40), file("BBB/_rope.json", 42), file("CCC/lock", 50)}),
       listing(false, {old})});
  EXPECT_TRUE(changes.damage.empty());
  ASSERT_EQ(changes.caches.size(), 1U);
  EXPECT_EQ(changes.caches[0].host, "gpu-7");
  ASSERT_EQ(changes.caches[0].events.size(), 1U);
  const model::RawEvent& event = changes.caches[0].events[0];
  EXPECT_EQ(event.target, "_rope");
  EXPECT_EQ(event.detail, "BBB");
  EXPECT_EQ(facts()[event.rule].compiler, "triton");
  EXPECT_EQ(event.certainty, model::Certainty::definite);
  // It began after the first listing and before its first file, and ended with its last.
  EXPECT_EQ(event.first.own->resolution, 40 * kSecond + 50 * base::kMillisecond + 1);
  EXPECT_LE(event.last.own->resolution, kSecond / 5);
  EXPECT_NE(event.line, event.last_line);
}

TEST(Changes, AFileFromElsewhereIsOnlyProbablyABuild) {
  const auto changes = changes_between({listing(false, {}), listing(true, {file("BBB/copied.so", -9999)})});
  ASSERT_EQ(changes.caches.at(0).events.size(), 1U);
  EXPECT_EQ(changes.caches[0].events[0].certainty, model::Certainty::probable);
}

TEST(Changes, AFileOfWhichOnlyTheTimeChangedIsOnlyProbablyABuild) {
  const auto certainty = [](std::vector<CacheFile> after) {
    const auto changes = changes_between(
        {listing(false, {file("AAA/a.json", -9), file("AAA/a.so", -9)}), listing(true, std::move(after))});
    return changes.caches.at(0).events.at(0).certainty;
  };
  EXPECT_EQ(certainty({file("AAA/a.json", 40), file("AAA/a.so", 41)}), model::Certainty::probable);
  EXPECT_EQ(certainty({file("AAA/a.json", -9), file("AAA/a.so", 41, 2)}), model::Certainty::definite);
  EXPECT_EQ(certainty({file("AAA/a.json", 40), file("AAA/a.so", -9), file("AAA/b.so", 41)}),
            model::Certainty::definite);
}

TEST(Changes, ChangedFilesCountAndOthersDoNot) {
  const auto events = [](std::vector<CacheFile> before, std::vector<CacheFile> after) {
    return changes_between({listing(false, std::move(before)), listing(true, std::move(after))})
        .caches.at(0)
        .events.size();
  };
  EXPECT_EQ(events({file("a.so", -5)}, {file("a.so", -5)}), 0U);
  EXPECT_EQ(events({file("a.so", -5)}, {file("a.so", 5)}), 1U);
  EXPECT_EQ(events({file("a.so", -5)}, {file("a.so", -5, 2)}), 1U);
  EXPECT_EQ(events({file("a.so", -5)}, {}), 0U);
  EXPECT_EQ(events({}, {file("x/build.ninja", 5), file("x/.ninja_log", 5), file("x/y.lock", 5)}), 0U);
}

TEST(Changes, NinjaTellsItsBuildsAndTheirFilesAreNoFurtherOnes) {
  Listing end = listing(true, {file("ext/ext.so", 60), file("other/o.so", 70)});
  NinjaBuild build;
  build.start = {kStart + 50 * kSecond, kStart + 50 * kSecond};
  build.end = {kStart + 60 * kSecond, kStart + 60 * kSecond};
  build.duration_s = 10;
  end.builds.push_back({"ext", build});
  build.end = build.start = {kStart - 50 * kSecond, kStart - 50 * kSecond};
  end.builds.push_back({"ext", build});  // long ago
  const auto changes = changes_between({listing(false, {}), end});
  ASSERT_EQ(changes.caches.at(0).events.size(), 2U);
  EXPECT_EQ(changes.caches[0].events[0].target, "ext");
  EXPECT_EQ(changes.caches[0].events[0].duration_s, 10);
  EXPECT_EQ(changes.caches[0].events[1].target, "o");
}

// One log above several modules' folders, as FlashInfer's and AITER's: what lies outside of its builds' times is no
// build of theirs.
TEST(Changes, ABuildHidesOnlyTheProductsOfItsTime) {
  const auto targets = [](const char* folder, std::vector<CacheFile> files) {
    Listing end = listing(true, std::move(files));
    NinjaBuild build;
    build.start = {kStart + 50 * kSecond, kStart + 50 * kSecond};
    build.end = {kStart + 60 * kSecond, kStart + 60 * kSecond};
    build.output = "b.so";
    end.builds.push_back({folder, build});
    std::vector<std::string> out;
    const auto changes = changes_between({listing(false, {}), end});
    for (const model::RawEvent& event : changes.caches.at(0).events) out.push_back(event.target);
    return out;
  };
  using Targets = std::vector<std::string>;
  const std::vector<CacheFile> own = {file("m/b/b.cu", 45), file("m/b/b.o", 55), file("m/b/b.so", 60),
                                      file("m/c.so", 61)};
  for (const char* folder : {"", "m"}) {
    EXPECT_EQ(targets(folder, own).size(), 1U) << folder;
    for (const int second : {30, 80}) {
      std::vector<CacheFile> files = own;
      files.push_back(file("m/z/z.so", second));
      EXPECT_EQ(targets(folder, files).back(), "z") << folder << second;
    }
  }
  EXPECT_EQ(targets("m/b", own), (Targets{"b", "c"}));
}

TEST(Changes, AListingWithoutItsOtherEndIsMissed) {
  for (const bool end : {false, true}) {
    const auto changes = changes_between({listing(end, {})});
    EXPECT_TRUE(changes.caches.empty());
    ASSERT_EQ(changes.damage.size(), 1U);
    EXPECT_EQ(changes.damage[0].kind, model::DamageKind::missing);
  }
  Listing other = listing(true, {});
  other.host = "gpu-8";
  EXPECT_EQ(changes_between({listing(false, {}), other}).damage.size(), 2U);
}

// An empty one is known to have been there; one that never was may be anyone's but the server's.
TEST(Changes, ADirectoryThatIsAtNeitherEndIsMissed) {
  const auto damage = [](bool before, bool after) {
    Listing start = listing(false, {});
    Listing end = listing(true, {});
    start.absent = before;
    end.absent = after;
    return changes_between({start, end}).damage.size();
  };
  EXPECT_EQ(damage(true, true), 1U);
  EXPECT_EQ(damage(true, false), 0U);
  EXPECT_EQ(damage(false, false), 0U);
}

TEST(ListingFile, ComesBackAsItWasWritten) {
  Listing written = listing(true, {file("a\"b\n/x.so", 3), file("c.so", 4, 1ULL << 40)});
  NinjaBuild build;
  build.start = build.end = {kStart, kStart + 1};
  build.output = "c.so";
  written.builds.push_back({"", build});
  written.unread = {"x: no permission"};
  written.absent = true;
  const std::string text = text_of(written);
  for (const std::size_t piece : {1U, 5U, 100'000U}) {
    ListingReader reader("dir/end.jsonl");
    for (std::size_t at = 0; at < text.size(); at += piece)
      EXPECT_TRUE(reader.feed(std::string_view(text).substr(at, piece)));
    ASSERT_TRUE(reader.finish());
    EXPECT_EQ(reader.fault(), "");
    EXPECT_EQ(text_of(reader.listing()), text);
    EXPECT_TRUE(reader.listing().absent);
    EXPECT_EQ(reader.listing().source, "dir/end.jsonl");
  }
}

TEST(ListingFile, WhatWasCutIsKnownAsCut) {
  const std::string text = text_of(listing(true, {file("a.so", 3), file("c.so", 4)}));
  for (std::size_t size = 25; size < text.size() - 1; ++size) {
    ListingReader reader("x");
    reader.feed(std::string_view(text).substr(0, size));
    EXPECT_TRUE(reader.finish()) << size;
    EXPECT_NE(reader.fault(), "") << size;
  }
  // A line less.
  std::string less = text;
  less.erase(text.find("{\"file\":\"a.so\""), text.find("{\"file\":\"c.so\"") - text.find("{\"file\":\"a.so\""));
  ListingReader reader("x");
  reader.feed(less);
  EXPECT_TRUE(reader.finish());
  EXPECT_NE(reader.fault(), "");
}

// Its name says what it was: emptied, overwritten, or cut before it told.
TEST(ListingFile, OneOfThatNameIsNeverAnythingElse) {
  const std::string text = text_of(listing(true, {file("a.so", 3)}));
  for (const std::string& left : {std::string(), text.substr(0, 1), text.substr(0, 20), std::string("\0\0\0", 3),
                                  std::string("{}\n"), std::string("some text\n")}) {
    ListingReader reader("a.zip!results/jitgate_snapshot_c12_end_1_1.jsonl");
    reader.feed(left);
    EXPECT_TRUE(reader.finish()) << left;
    EXPECT_NE(reader.fault(), "") << left;
    EXPECT_EQ(reader.readable(), false) << left;
    ListingReader other("a.zip!results/other.jsonl");
    other.feed(left);
    EXPECT_FALSE(other.finish()) << left;
  }
}

TEST(ListingFile, OtherJsonIsNone) {
  ListingReader reader("x");
  EXPECT_FALSE(reader.feed("{\"jitgate_mark\":1}\n"));
  EXPECT_FALSE(reader.finish());
}

class ListCache : public testing::Test {
 protected:
  ListCache() {
    std::string name = (fs::temp_directory_path() / "jitgate-test.XXXXXX").string();
    folder_ = fs::canonical(::mkdtemp(name.data()));
    fs::create_directories(folder_ / "cache" / "AAA");
    fs::create_directories(folder_ / "far" / "deep");
    for (const char* path : {"cache/AAA/a.cubin", "far/b.cubin", "far/deep/c.cubin"})
      std::ofstream(folder_ / path) << "x";
  }
  ~ListCache() override { fs::remove_all(folder_); }
  void link(const char* name, const std::string& to) const { fs::create_symlink(to, folder_ / name); }
  [[nodiscard]] std::vector<std::string> paths(Listing* all = nullptr) const {
    auto listed = list_cache((folder_ / "cache").string());
    EXPECT_TRUE(listed);
    std::vector<std::string> out;
    for (const CacheFile& one : listed->files) out.push_back(one.path);
    if (all != nullptr) *all = *listed;
    return out;
  }
  fs::path folder_;
};
using Paths = std::vector<std::string>;

TEST_F(ListCache, LinksLeadOutOfItAndAreFollowed) {
  link("cache/BBB", (folder_ / "far").string());
  link("cache/one.cubin", "../far/b.cubin");
  Listing all;
  EXPECT_EQ(paths(&all), (Paths{"AAA/a.cubin", "BBB/b.cubin", "BBB/deep/c.cubin", "one.cubin"}));
  EXPECT_TRUE(all.unread.empty());
  EXPECT_FALSE(all.absent);
}

TEST_F(ListCache, OneThatIsNotThereIsEmptyAndSaysSo) {
  const auto listed = list_cache((folder_ / "typo").string());
  ASSERT_TRUE(listed);
  EXPECT_TRUE(listed->absent);
  EXPECT_TRUE(listed->files.empty());
}

// What is inside has its own name; what leads round ends; what is listed already is not listed again.
TEST_F(ListCache, LinksWithinItAndLoopsAddNothing) {
  link("cache/BBB", (folder_ / "far").string());
  link("cache/CCC", (folder_ / "far" / "deep").string());
  link("cache/DDD", (folder_ / "far").string());
  link("cache/same", "AAA");
  link("cache/same.cubin", "AAA/a.cubin");
  link("cache/AAA/round", "..");
  link("far/deep/back", (folder_ / "cache").string());
  link("far/deep/over", (folder_ / "far").string());
  link("cache/dangling", "nothing");
  Listing all;
  EXPECT_EQ(paths(&all), (Paths{"AAA/a.cubin", "BBB/b.cubin", "BBB/deep/c.cubin"}));
  EXPECT_TRUE(all.unread.empty());
}

TEST_F(ListCache, ALinkThatIsNotFollowedIsTold) {
  link("cache/above", "../..");
  link("cache/itself", "itself");
  Listing all;
  EXPECT_EQ(paths(&all), (Paths{"AAA/a.cubin"}));
  ASSERT_EQ(all.unread.size(), 2U);
  EXPECT_NE(all.unread[0].find("above: is a link"), std::string::npos);
  EXPECT_NE(all.unread[1].find("itself: is a link"), std::string::npos);
}

// However it is written, and whether it is there yet.
TEST_F(ListCache, ADirectoryHasOneNameAtBothEnds) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  const std::string late = (folder_ / "late").string();
  for (const char* name : {"late", "./late/", "cache/../late//"}) EXPECT_EQ(list_cache(name)->directory, late) << name;
  fs::create_directory("late");
  for (const char* name : {"late", "./late/"}) EXPECT_EQ(list_cache(name)->directory, late) << name;
  EXPECT_EQ(list_cache(late + '/')->directory, late);
  fs::current_path(before);
}

}  // namespace
}  // namespace jitgate::snapshot
