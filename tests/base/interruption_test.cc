// Each in a process of its own: what a signal did cannot be undone.
#include "base/interruption.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <string_view>

namespace jitgate::base {
namespace {

TEST(Interruption, TheFirstSignalIsNoted) {
  for (const int number : {SIGINT, SIGTERM}) {
    const std::string_view name = number == SIGINT ? "SIGINT" : "SIGTERM";
    EXPECT_EXIT(
        {
          note_interruptions();
          const bool none = interruption() == 0 && std::string_view(interruption_name()).empty();
          std::raise(number);
          std::exit(none && interruption() == number && interruption_name() == name ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "");
  }
}

TEST(Interruption, TheSecondEndsTheProgram) {
  EXPECT_EXIT(
      {
        note_interruptions();
        std::raise(SIGTERM);
        std::raise(SIGTERM);
      },
      ::testing::KilledBySignal(SIGTERM), "");
}

TEST(Interruption, OneThatIsIgnoredStaysSo) {
  EXPECT_EXIT(
      {
        std::signal(SIGINT, SIG_IGN);
        note_interruptions();
        std::raise(SIGINT);
        std::exit(interruption());
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace jitgate::base
