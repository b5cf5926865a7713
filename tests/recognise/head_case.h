// One line and what its head must read as; shared by the tests of the head parser. Stamps are given as written.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "recognise/head.h"

namespace jitgate::recognise {

struct HeadCase {
  std::string line;
  std::string message;
  std::string process = {};  // "Worker_TP0 pid=771"; empty: not told
  model::Level level = model::Level::none;
  std::string tag = {};
  bool record = true;
  std::string inner = {};  // empty: none
  std::string outer = {};
  int prefixes = 0;
  bool ray = false;
};

inline std::optional<model::Stamp> stamp_of(std::string_view text) {
  std::size_t length = 0;
  auto stamp = read_stamp(text, &length);
  EXPECT_TRUE(text.empty() || (stamp && length == text.size())) << text;
  return stamp;
}

inline void expect_head(const HeadCase& expected) {
  SCOPED_TRACE(expected.line);
  const model::LineHead head = read_head(expected.line);
  EXPECT_EQ(head.message, expected.message);
  EXPECT_EQ(name_of(head.process), expected.process);
  EXPECT_EQ(static_cast<int>(head.level), static_cast<int>(expected.level));
  EXPECT_EQ(head.tag, expected.tag);
  EXPECT_EQ(head.record, expected.record);
  EXPECT_TRUE(head.inner == stamp_of(expected.inner)) << "inner, not " << expected.inner;
  EXPECT_TRUE(head.outer == stamp_of(expected.outer)) << "outer, not " << expected.outer;
  EXPECT_EQ(static_cast<int>(head.prefixes), expected.prefixes);
  EXPECT_EQ(head.ray, expected.ray);
}

}  // namespace jitgate::recognise
