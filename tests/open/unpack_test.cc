// Every compressed layer, and the damage that none may pass over.
#include "open/unpack.h"

#include <gtest/gtest.h>

#include "containers.h"
#include "reading.h"

namespace jitgate::open {
namespace {

using model::Checksum;
using model::DamageKind;

struct Form {
  const char* filter;
  Format format;
  Checksum checksum;
};

class Forms : public testing::TestWithParam<Form> {
 protected:
  struct Unpacked {
    std::string bytes;
    Layer layer{"a"};
  };
  static Unpacked unpack(const std::string& packed, std::size_t block = 1 << 20, const Limits& limits = {}) {
    Unpacked result;
    Bytes source(packed, block);
    Budget budget(limits);
    budget.start_file(packed.size());
    const auto layer = unpacking(source, GetParam().format, budget, result.layer);
    result.bytes = read_all(*layer);
    EXPECT_TRUE(layer->next().empty());
    return result;
  }
  static std::string packed(std::string_view content) { return make_filtered(content, GetParam().filter); }
};

TEST_P(Forms, GiveTheBytesHoweverTheyAreCut) {
  for (const std::size_t block : {1, 13, 1 << 20}) {
    const Unpacked result = unpack(packed(some_log(20'000)), block);
    EXPECT_EQ(result.bytes, some_log(20'000));
    EXPECT_EQ(result.layer.checksum, GetParam().checksum);
    EXPECT_TRUE(result.layer.damage.empty());
  }
}

TEST_P(Forms, OfNothingAreNothing) {
  const Unpacked result = unpack(packed(""));
  EXPECT_TRUE(result.bytes.empty());
  EXPECT_TRUE(result.layer.damage.empty()) << result.layer.damage[0].what;
}

TEST_P(Forms, ReadConcatenatedStreams) {
  const Unpacked result = unpack(packed("one\n") + packed("two\n"));
  EXPECT_EQ(result.bytes, "one\ntwo\n");
  EXPECT_TRUE(result.layer.damage.empty());
}

TEST_P(Forms, DataBehindTheLastStreamIsDamage) {
  for (const std::size_t block : {1, 1 << 20}) {
    const Unpacked result = unpack(packed("one\n") + "and this is lost", block);
    // libarchive may fail before it gave the last block.
    EXPECT_TRUE(std::string("one\n").starts_with(result.bytes));
    EXPECT_FALSE(result.layer.damage.empty());
    EXPECT_EQ(result.layer.checksum, Checksum::failed);
  }
}

TEST_P(Forms, ADamagedHeaderIsDamage) {
  std::string bytes = packed(some_log(500));
  bytes[0] = 'x';
  const Unpacked result = unpack(bytes);
  EXPECT_TRUE(result.bytes.empty());
  EXPECT_FALSE(result.layer.damage.empty());
}

TEST_P(Forms, StopAtTheLimitOfBytes) {
  const Unpacked result = unpack(packed(std::string(10'000'000, 'a')), 1 << 20, {.expanded_bytes = 1'000'000});
  EXPECT_LT(result.bytes.size(), 3'000'000U);
  ASSERT_EQ(result.layer.damage.size(), 1U);
  EXPECT_EQ(result.layer.damage[0].kind, DamageKind::limit);
}

// What the strongest presets may look back for stands in the header, however little there is.
TEST(Unpack, AWindowOverTheLimitIsToldAndNotTaken) {
  for (const auto& [filter, format, level] :
       {std::tuple("xz", Format::xz, "9"), std::tuple("zstd", Format::zstd, "22")}) {
    Layer layer("a");
    Bytes source(make_filtered(some_log(500), filter, level));
    Budget budget({});
    const auto unpacked = unpacking(source, format, budget, layer);
    EXPECT_TRUE(unpacked->next().empty()) << filter;
    ASSERT_EQ(layer.damage.size(), 1U) << filter;
    EXPECT_EQ(layer.damage[0].kind, DamageKind::limit) << layer.damage[0].what;
    EXPECT_NE(layer.damage[0].what.find("16 MB"), std::string::npos) << layer.damage[0].what;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Forms,
                         testing::Values(Form{"xz", Format::xz, Checksum::none},
                                         Form{"zstd", Format::zstd, Checksum::none},
                                         Form{"bzip2", Format::bzip2, Checksum::verified}),
                         [](const auto& tested) { return std::string(tested.param.filter); });

}  // namespace
}  // namespace jitgate::open
