// The property that everything rests on: whatever is cut off or flipped, either the same streams come with the same
// bytes, or damage is told. Tried on every offset and every bit of small containers.
#include <gtest/gtest.h>

#include "containers.h"
#include "open/open.h"
#include "reading.h"

namespace jitgate::open {
namespace {

const std::vector<Packed>& members() {
  static const std::vector<Packed> kMembers = {
      {"node-1_decode_w0.out", some_log(180, 1)}, {"node-1_decode_w1.out", some_log(120, 2)}, {"empty.log", ""}};
  return kMembers;
}

void holds_when_cut(const std::string& name, const std::string& whole, std::size_t from = 0) {
  Reading intact;
  read_bytes(intact, name, whole);
  ASSERT_TRUE(intact.undamaged()) << intact.told();
  ASSERT_FALSE(intact.streams.empty());
  for (std::size_t size = from; size < whole.size(); ++size) {
    Reading cut;
    read_bytes(cut, name, whole.substr(0, size));
    EXPECT_TRUE(!cut.undamaged() || cut.same_streams(intact)) << name << " cut at " << size << " of " << whole.size();
  }
}

void holds_when_flipped(const std::string& name, const std::string& whole) {
  Reading intact;
  read_bytes(intact, name, whole);
  ASSERT_TRUE(intact.undamaged()) << intact.told();
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    Reading damaged;
    read_bytes(damaged, name, flipped(whole, bit));
    EXPECT_TRUE(!damaged.undamaged() || damaged.same_streams(intact))
        << name << " byte " << bit / 8 << " bit " << bit % 8;
  }
}

TEST(Cuts, TarGz) { holds_when_cut("a.tar.gz", make_gzip(make_tar(members()))); }
TEST(Cuts, TarGzWhateverItsName) { holds_when_cut("a", make_gzip(make_tar(members())), 1); }
TEST(Cuts, Gz) { holds_when_cut("a.log.gz", make_gzip(some_log(600))); }
TEST(Cuts, Tar) { holds_when_cut("a.tar", make_tar(members(), "ustar")); }
TEST(Cuts, TarPax) { holds_when_cut("a.tar", make_tar({{std::string(200, 'n') + ".log", some_log(300)}}, "pax")); }
// Below its first name's length a cut tar is nothing but a few letters.
TEST(Cuts, TarWhateverItsName) { holds_when_cut("a", make_tar(members(), "ustar"), 21); }
TEST(Cuts, Zip) { holds_when_cut("a.zip", make_zip(members())); }
TEST(Cuts, ZipWhateverItsName) { holds_when_cut("a", make_zip(members()), 2); }
TEST(Cuts, ZipStored) { holds_when_cut("a.zip", make_zip(members(), {.compression = "store"})); }
TEST(Cuts, Zip64) { holds_when_cut("a.zip", make_zip(members(), {.zip64 = true})); }
TEST(Cuts, Xz) { holds_when_cut("a.log.xz", make_filtered(some_log(600), "xz")); }
TEST(Cuts, Zstd) { holds_when_cut("a.log.zst", make_filtered(some_log(600), "zstd")); }
TEST(Cuts, Bzip2) { holds_when_cut("a.log.bz2", make_filtered(some_log(600), "bzip2")); }

// Members that end in zeros: what stands before the cut looks like an end mark.
TEST(Cuts, TarWhoseMembersEndInZeros) {
  holds_when_cut("a.tar",
                 make_tar({{"a", std::string(2048, '\0')}, {"b", some_log(100) + std::string(1900, '\0')}}, "ustar"));
}

TEST(Flips, TarGz) { holds_when_flipped("a.tar.gz", make_gzip(make_tar(members()))); }
TEST(Flips, TarGzWhateverItsName) { holds_when_flipped("a", make_gzip(make_tar(members()), "name.tar")); }
TEST(Flips, Gz) { holds_when_flipped("a", make_gzip(some_log(300)) + make_gzip(some_log(300, 2))); }
TEST(Flips, Bzip2) { holds_when_flipped("a", make_filtered(some_log(300), "bzip2")); }
TEST(Flips, Xz) { holds_when_flipped("a", make_filtered(some_log(300), "xz")); }
TEST(Flips, GzInZip) { holds_when_flipped("a", make_zip({{"b.log.gz", make_gzip(some_log(300))}})); }
TEST(Flips, TarGzInZip) {
  holds_when_flipped("a", make_zip({{"b.tar.gz", make_gzip(make_tar(members()))}}, {.compression = "store"}));
}

// Without an empty member: one that becomes a directory by a flipped bit has lost nothing.
const std::vector<Packed>& full_members() {
  static const std::vector<Packed> kMembers(members().begin(), members().begin() + 2);
  return kMembers;
}
TEST(Flips, Zip) { holds_when_flipped("a", make_zip(full_members())); }
TEST(Flips, Zip64) { holds_when_flipped("a", make_zip({{"w0.log", some_log(200)}}, {.zip64 = true})); }
TEST(Flips, ZipStored) { holds_when_flipped("a", make_zip(full_members(), {.compression = "store"})); }

// A bare tar has checksums for its headers only.
TEST(Flips, TarHeaders) {
  const std::string whole = make_tar({{"a.log", some_log(100)}}, "ustar");
  Reading intact;
  read_bytes(intact, "a", whole);
  for (std::size_t bit = 0; bit < 512 * 8; ++bit) {
    Reading damaged;
    read_bytes(damaged, "a", flipped(whole, bit));
    EXPECT_TRUE(!damaged.undamaged() || damaged.same_streams(intact)) << "byte " << bit / 8 << " bit " << bit % 8;
  }
}

}  // namespace
}  // namespace jitgate::open
