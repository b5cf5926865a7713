#include "snapshot/told.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace jitgate::snapshot {
namespace {

using base::Instant;
using base::kSecond;

constexpr Instant kStart = 1796000000 * kSecond;

struct Edge {
  bool end;
  int second;
  const char* compiler;
};

// Taken in the second before a start's mark, or after an end's.
Listing listing(const Edge& edge, const char* name = "c12") {
  Listing out;
  out.name = name;
  out.end = edge.end;
  out.compiler = edge.compiler;
  out.begun = kStart + (edge.second - (edge.end ? 0 : 1)) * kSecond;
  out.ended = out.begun + kSecond;
  return out;
}

model::ToldListing told(const Edge& edge) {
  return {"mark.json",  "c12", edge.end, kStart + edge.second * kSecond, std::to_string(edge.second) + edge.compiler,
          edge.compiler};
}

// Two repetitions of a measurement with two caches.
const std::vector<Edge> kAll = {{false, 0, "triton"},     {false, 0, "flashinfer"}, {true, 10, "triton"},
                                {true, 10, "flashinfer"}, {false, 20, "triton"},    {false, 20, "flashinfer"},
                                {true, 30, "triton"},     {true, 30, "flashinfer"}};

TEST(Told, WhicheverIsNotThereIsNamed) {
  std::vector<model::ToldListing> marks;
  for (const Edge& edge : kAll) marks.push_back(told(edge));
  for (std::uint32_t gone = 0; gone < (1U << kAll.size()); ++gone) {
    std::vector<Listing> listings;
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < kAll.size(); ++i) {
      if ((gone & (1U << i)) == 0) {
        listings.push_back(listing(kAll[i]));
      } else {
        missing.push_back(told(kAll[i]).file);
      }
    }
    const auto damage = missing_listings(listings, marks);
    ASSERT_EQ(damage.size(), missing.size()) << gone;
    for (const std::string& file : missing) {
      const bool named = std::any_of(damage.begin(), damage.end(), [&](const model::Damage& one) {
        return one.kind == model::DamageKind::missing && one.path == "mark.json" && one.what.ends_with(": " + file);
      });
      EXPECT_TRUE(named) << gone << ' ' << file;
    }
  }
}

TEST(Told, AnothersListingIsNone) {
  const Edge edge{false, 0, "triton"};
  EXPECT_TRUE(missing_listings({listing(edge)}, {told(edge)}).empty());
  EXPECT_EQ(missing_listings({listing(edge, "c24")}, {told(edge)}).size(), 1U);
  EXPECT_EQ(missing_listings({listing({true, 0, "triton"})}, {told(edge)}).size(), 1U);
  EXPECT_EQ(missing_listings({listing({false, 0, "aiter"})}, {told(edge)}).size(), 1U);
  EXPECT_EQ(missing_listings({listing({false, 5, "triton"})}, {told(edge)}).size(), 1U);  // taken after the mark
  EXPECT_TRUE(missing_listings({listing(edge)}, {}).empty());
}

}  // namespace
}  // namespace jitgate::snapshot
