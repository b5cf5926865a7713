#include "publish/agent_call.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "base/files.h"

namespace jitgate::publish {
namespace {

CallEnd shell(const std::string& script, std::chrono::milliseconds limit = std::chrono::seconds(60),
              const std::string& input = {}) {
  const auto end = call({"/bin/sh", {"-c", script}, input, limit});
  EXPECT_TRUE(end);
  return end ? *end : CallEnd{};
}

TEST(Call, GivesStatusAndBothOutputs) {
  const CallEnd end = shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(end.status, 7);
  EXPECT_FALSE(end.timed_out);
  EXPECT_EQ(end.output, "out\nerr\n");
  EXPECT_TRUE(shell("true").succeeded());
  EXPECT_EQ(shell("kill -9 $$").status, 128 + SIGKILL);
}

TEST(Call, ArgumentsAreNoShellText) {
  const auto end = call({"/bin/echo", {"$(id)", "; x", "a b", "*"}, {}, std::chrono::seconds(60)});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->output, "$(id) ; x a b *\n");
}

TEST(Call, InputIsAFileOrNothing) {
  const std::string path = testing::TempDir() + "/call_input";
  ASSERT_TRUE(base::write_file(path, std::string(300'000, 'x')));
  EXPECT_EQ(shell("wc -c", std::chrono::seconds(60), path).output.find("300000"), 0U);
  EXPECT_TRUE(shell("cat").output.empty());
  EXPECT_TRUE(shell("exit 0", std::chrono::seconds(60), path).succeeded());  // that leaves it unread
}

TEST(Call, KeepsNoMoreOutputThanAsked) {
  const auto end = call({"/bin/sh", {"-c", "head -c 3000000 /dev/zero; echo end"}, {}, std::chrono::seconds(60), 1000});
  ASSERT_TRUE(end);
  EXPECT_EQ(end->status, 0);
  EXPECT_EQ(end->output.size(), 1000U);
}

TEST(Call, EndsTheWholeGroupAtItsLimit) {
  const CallEnd end = shell("trap '' TERM; sleep 600 & echo $!; wait; sleep 600", std::chrono::milliseconds(300));
  EXPECT_TRUE(end.timed_out);
  EXPECT_FALSE(end.succeeded());
  const auto grandchild = static_cast<pid_t>(std::atoi(end.output.c_str()));
  ASSERT_GT(grandchild, 1);
  // Ended, and perhaps not yet waited for by whoever does that here; on a busy machine a signal takes its time.
  const auto ended = [grandchild] {
    const auto state = base::read_file("/proc/" + std::to_string(grandchild) + "/stat");
    return !state || state->find(") Z ") != std::string::npos;
  };
  for (int i = 0; i < 1000 && !ended(); ++i) usleep(10'000);
  EXPECT_TRUE(ended());
}

TEST(Call, DoesNotWaitForWhatALeftChildHoldsOpen) {
  const CallEnd end = shell("sleep 600 & echo $!", std::chrono::seconds(600));
  EXPECT_TRUE(end.succeeded());
  ::kill(static_cast<pid_t>(std::atoi(end.output.c_str())), SIGKILL);
}

TEST(Call, TellsWhatCannotBeStarted) {
  EXPECT_FALSE(call({"/nowhere/program", {}, {}, std::chrono::seconds(1)}));
  const std::string path = testing::TempDir() + "/call_text";
  ASSERT_TRUE(base::write_file(path, "text"));
  EXPECT_FALSE(call({path, {}, {}, std::chrono::seconds(1)}));
}

TEST(FindProgram, LooksThroughAbsoluteFoldersOnly) {
  EXPECT_EQ(find_program("sh", "/nowhere:/bin", ""), "/bin/sh");
  EXPECT_EQ(find_program("sh", "", "/bin"), "/bin/sh");
  EXPECT_EQ(find_program("sh", ".:bin:", ""), "");
  EXPECT_EQ(find_program("no-such-program", "/bin:/usr/bin", ""), "");
  EXPECT_EQ(find_program("bin", "/", ""), "");  // a folder
}

}  // namespace
}  // namespace jitgate::publish
