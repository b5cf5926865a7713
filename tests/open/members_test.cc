// Gzip: members, what stands between and behind them, cuts, wrong checksums and limits.
#include "open/members.h"

#include <gtest/gtest.h>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::Checksum;
using model::DamageKind;

struct Unpacked {
  std::string bytes;
  Layer layer{"a.gz"};
};

Unpacked gunzip(const std::string& packed, std::size_t block = 1 << 20, const Limits& limits = {},
                std::unique_ptr<Inflater> inflater = make_inflater()) {
  Unpacked result;
  Bytes source(packed, block);
  Budget budget(limits);
  budget.start_file(packed.size());
  Gunzip layer(source, budget, result.layer, std::move(inflater));
  result.bytes = read_all(layer);
  EXPECT_TRUE(layer.next().empty());
  return result;
}

void expect_damage(const Unpacked& result, DamageKind kind, const std::string& part) {
  ASSERT_EQ(result.layer.damage.size(), 1U);
  EXPECT_EQ(result.layer.damage[0].kind, kind);
  EXPECT_NE(result.layer.damage[0].what.find(part), std::string::npos) << result.layer.damage[0].what;
}

TEST(Gunzip, VerifiesAMember) {
  const std::string text = some_log(2'000'000);
  for (const std::size_t block : {1000, 4096, 1 << 20}) {
    const Unpacked result = gunzip(make_gzip(text), block);
    EXPECT_EQ(result.bytes, text);
    EXPECT_EQ(result.layer.checksum, Checksum::verified);
    EXPECT_TRUE(result.layer.damage.empty());
  }
}

TEST(Gunzip, ReadsConcatenatedMembersHoweverTheyAreCut) {
  const std::string packed =
      make_gzip("one\n") + make_gzip("") + make_gzip(some_log(3000)) + make_gzip("end\n", "name");
  for (std::size_t block = 1; block < 60; ++block) {
    const Unpacked result = gunzip(packed, block);
    EXPECT_EQ(result.bytes, "one\n" + some_log(3000) + "end\n") << block;
    EXPECT_EQ(result.layer.checksum, Checksum::verified) << block;
    EXPECT_TRUE(result.layer.damage.empty()) << block;
  }
}

TEST(Gunzip, ZlibReadsTheSame) {
  const std::string packed = make_gzip("one\n") + make_gzip(some_log(3000));
  for (std::size_t block = 1; block < 60; ++block) {
    const Unpacked result = gunzip(packed, block, {}, make_zlib_inflater());
    EXPECT_EQ(result.bytes, "one\n" + some_log(3000)) << block;
    EXPECT_EQ(result.layer.checksum, Checksum::verified) << block;
  }
}

TEST(Gunzip, ToleratesZerosBehindTheLastMember) {
  for (const std::size_t zeros : {1, 2, 3, 511, 5000}) {
    for (const std::size_t block : {1, 7, 100'000}) {
      const Unpacked result = gunzip(make_gzip("text") + std::string(zeros, '\0'), block);
      EXPECT_EQ(result.bytes, "text");
      EXPECT_TRUE(result.layer.damage.empty()) << zeros;
      EXPECT_EQ(result.layer.checksum, Checksum::verified);
    }
  }
}

TEST(Gunzip, AnythingElseBehindTheLastMemberIsDamage) {
  for (const std::string& behind :
       {std::string("x"), std::string("\x1f"), std::string("\x1e\x8b\x08"), std::string(100, '\0') + "x"}) {
    for (const std::size_t block : {1, 100'000}) {
      const Unpacked result = gunzip(make_gzip("text") + behind, block);
      EXPECT_EQ(result.bytes, "text");
      EXPECT_EQ(result.layer.checksum, Checksum::failed);
      expect_damage(result, DamageKind::corrupt, "after its last gzip member");
    }
  }
}

TEST(Gunzip, ACutIsDamageAndWhatCameBeforeCounts) {
  const std::string text = some_log(600'000);
  const std::string packed = make_gzip(text);
  const Unpacked result = gunzip(packed.substr(0, packed.size() / 2));
  EXPECT_GT(result.bytes.size(), text.size() / 4);
  EXPECT_EQ(result.bytes, text.substr(0, result.bytes.size()));
  EXPECT_EQ(result.layer.checksum, Checksum::failed);
  expect_damage(result, DamageKind::truncated, "ends inside");
}

TEST(Gunzip, AWrongChecksumIsDamageAndTheDataStillComes) {
  const std::string packed = make_gzip(some_log(1000));
  const Unpacked result = gunzip(flipped(packed, (packed.size() - 6) * 8));
  EXPECT_EQ(result.bytes, some_log(1000));
  EXPECT_EQ(result.layer.checksum, Checksum::failed);
  expect_damage(result, DamageKind::corrupt, "checksum");
}

TEST(Gunzip, StopsAtTheLimitOfBytes) {
  const Unpacked result = gunzip(make_gzip(std::string(10'000'000, 'a')), 1 << 20, {.expanded_bytes = 1'000'000});
  EXPECT_LT(result.bytes.size(), 2'000'000U);
  EXPECT_EQ(result.layer.checksum, Checksum::none);
  expect_damage(result, DamageKind::limit, "expanded bytes");
}

TEST(Gunzip, StopsAtTheRatio) {
  const Unpacked result = gunzip(make_gzip(std::string(80 << 20, 'a')), 1 << 20, {.ratio = 100});
  EXPECT_LT(result.bytes.size(), std::size_t{66} << 20);
  expect_damage(result, DamageKind::limit, "expanded to packed");
}

}  // namespace
}  // namespace jitgate::open
