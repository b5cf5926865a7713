// How damage and checksums of one path add up.
#include "open/layer.h"

#include <gtest/gtest.h>

namespace jitgate::open {
namespace {

using model::Checksum;
using model::DamageKind;

TEST(Layer, TellsTheSameDamageOnce) {
  Layer layer("a.gz");
  layer.add(DamageKind::corrupt, "is odd");
  layer.add(DamageKind::corrupt, "is odd");
  layer.add(DamageKind::truncated, "is odd");
  ASSERT_EQ(layer.damage.size(), 2U);
  EXPECT_EQ(layer.damage[1].path, "a.gz");
}

TEST(Layer, ListsABoundedNumberAndSaysThatThereIsMore) {
  Layer layer("a");
  for (int i = 0; i < 1000; ++i) layer.add(DamageKind::corrupt, "number " + std::to_string(i));
  ASSERT_EQ(layer.damage.size(), 17U);
  EXPECT_NE(layer.damage.back().what.find("more damage"), std::string::npos);
}

TEST(Layer, AFailedChecksumOutweighsAll) {
  Layer layer("a");
  layer.note(Checksum::none);
  EXPECT_EQ(layer.checksum, Checksum::none);
  layer.note(Checksum::verified);
  layer.note(Checksum::none);
  EXPECT_EQ(layer.checksum, Checksum::verified);
  layer.note(Checksum::failed);
  layer.note(Checksum::verified);
  EXPECT_EQ(layer.checksum, Checksum::failed);
}

}  // namespace
}  // namespace jitgate::open
