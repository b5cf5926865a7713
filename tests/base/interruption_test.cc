// Each in a process of its own: what a signal did cannot be undone.
#include "base/interruption.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace jitgate::base {
namespace {

TEST(Interruption, TheFirstSignalIsNoted) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const std::string_view name = number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : "SIGHUP";
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

// A CI's cancellation sends SIGINT and some seconds later SIGTERM: the second is no haste of a person's.
TEST(Interruption, AnotherSignalIsNotedAsWell) {
  EXPECT_EXIT(
      {
        note_interruptions();
        std::raise(SIGINT);
        std::raise(SIGTERM);
        std::exit(interruption());
      },
      ::testing::ExitedWithCode(SIGTERM), "");
}

// The group's processes hold a pipe's writing end: it is closed when they are gone.
TEST(Interruption, WhatEndsTheProgramAtOnceEndsItsGroupsToo) {
  for (const std::vector<int>& signals : {std::vector{SIGTERM, SIGTERM}, {SIGHUP, SIGHUP}, {SIGQUIT}}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    EXPECT_EXIT(
        {
          note_interruptions();
          const pid_t child = ::fork();
          if (child == 0) {
            ::setpgid(0, 0);
            ::close(STDERR_FILENO);
            for (;;) ::pause();
          }
          ::setpgid(child, child);
          ::close(ends[1]);
          ends_with_us(1'000'000'000);  // one that is forgotten again
          ends_with_us(1'000'000'000, false);
          ends_with_us(child);
          for (const int number : signals) std::raise(number);
        },
        ::testing::KilledBySignal(signals.back()), "");
    ::close(ends[1]);
    char byte = 0;
    EXPECT_EQ(::read(ends[0], &byte, 1), 0);
    ::close(ends[0]);
  }
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
