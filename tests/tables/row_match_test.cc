#include "tables/row_match.h"

#include <gtest/gtest.h>

namespace jitgate::tables {
namespace {

model::PointKey key(std::optional<std::int64_t> conc, std::string model = "", std::string hardware = "") {
  model::PointKey out;
  out.conc = conc;
  out.model = std::move(model);
  out.hardware = std::move(hardware);
  return out;
}

std::vector<model::PointVerdict> points(const std::vector<std::pair<std::string, model::PointKey>>& all) {
  std::vector<model::PointVerdict> out;
  for (const auto& [id, its_key] : all) {
    out.emplace_back();
    out.back().id = id;
    out.back().key = its_key;
  }
  return out;
}

TEST(RowMatch, WhatBothTellMustAgree) {
  const auto all = points({{"a/conc4", key(4, "m")}, {"a/conc8", key(8, "m")}});
  EXPECT_EQ(match_row(key(8), "x.json", all).point, 1U);
  EXPECT_EQ(match_row(key(8, "m", "h100"), "x.json", all).point, 1U);
  EXPECT_EQ(match_row(key(8, "other"), "x.json", all).why_not, "it is no point of the verdict: conc8 differs in model");
  EXPECT_EQ(match_row(key(16, "m"), "x.json", all).why_not, "no point has concurrency 16");
  EXPECT_EQ(match_row(key(std::nullopt, "m"), "x.json", all).why_not, "it tells no concurrency");
}

TEST(RowMatch, SeveralPointsAreToldApartByTheirJobOrNotAtAll) {
  const auto all = points({{"job_1/conc4", key(4)}, {"job_2/conc4", key(4)}});
  EXPECT_EQ(match_row(key(4), "bmk_job_2.zip!agg.json", all).point, 1U);
  EXPECT_EQ(match_row(key(4), "agg.json", all).why_not, "several points have its key: job_1/conc4, job_2/conc4");
  EXPECT_FALSE(match_row(key(4), "job_1/job_2/agg.json", all).point);
}

TEST(RowMatch, APointThatTellsNoConcurrencyIsNobodys) {
  EXPECT_FALSE(match_row(key(4), "x.json", points({{"run", key(std::nullopt)}})).point);
}

}  // namespace
}  // namespace jitgate::tables
