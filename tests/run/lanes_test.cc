// Threads that read streams: each stream in order, nothing lost, what is thrown there is thrown here.
#include "run/lanes.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace jitgate::run {
namespace {

TEST(Lanes, EachLaneKeepsItsOrder) {
  constexpr std::size_t kStreams = 40;
  std::vector<std::string> got(kStreams);
  std::vector<std::function<void(std::string_view)>> uses(kStreams);
  std::string wanted;
  {
    Lanes lanes(3);
    for (std::size_t s = 0; s < kStreams; ++s) {
      uses[s] = [&got, s](std::string_view bytes) { got[s] += bytes; };
      const std::size_t lane = lanes.shortest();
      for (int i = 0; i < 50; ++i) lanes.pass(lane, std::to_string(i) + ',', &uses[s]);
      lanes.run(lane, [&got, s] { got[s] += "end"; });
    }
    lanes.finish();
    for (int i = 0; i < 50; ++i) wanted += std::to_string(i) + ',';
    for (const std::string& one : got) EXPECT_EQ(one, wanted + "end");
    // And again, after all was done.
    lanes.run(0, [&got] { got[0] = "more"; });
  }
  EXPECT_EQ(got[0], "more") << "ending waits for what was given";
}

TEST(Lanes, KnowsWhoIsIdle) {
  Lanes lanes(2);
  std::mutex busy;
  busy.lock();
  for (int i = 0; i < 2; ++i) {
    const auto lane = lanes.idle();
    ASSERT_TRUE(lane) << i;
    lanes.run(*lane, [&busy] { const std::lock_guard wait(busy); });
  }
  EXPECT_FALSE(lanes.idle());
  busy.unlock();
  lanes.finish();
  EXPECT_TRUE(lanes.idle());
}

TEST(Lanes, WhatIsThrownThereIsThrownHere) {
  Lanes lanes(2);
  const std::function<void(std::string_view)> use = [](std::string_view bytes) {
    if (bytes == "bad") throw std::runtime_error("no");
  };
  // More than there are buffers: the opener must not wait for a reader that gave up.
  for (int i = 0; i < 100; ++i) lanes.pass(0, i == 3 ? "bad" : "good", &use);
  EXPECT_THROW(lanes.finish(), std::runtime_error);
  lanes.finish();
}

}  // namespace
}  // namespace jitgate::run
