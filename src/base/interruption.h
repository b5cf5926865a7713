// Being told to stop: SIGINT or SIGTERM, as a terminal, a CI's cancellation or its time limit sends them, or SIGHUP, as
// a terminal that goes away. A command that can save what it has says so and then asks, between two blocks or two
// requests, whether it should; all others die of the signal as any program. The same signal again always ends the
// program at once: nobody is made to wait.
//
// A command of the user's that runs beside us is in a group of its own, so it hears nothing of all that: whoever starts
// one names its group here, and it ends with us however we do (but by SIGKILL, which nobody hears of).
#pragma once

#include <sys/types.h>

namespace jitgate::base {

// From here on a first SIGINT, SIGTERM or SIGHUP is only noted. One that is ignored (nohup) stays so.
void note_interruptions();
// The signal that was noted; 0: none.
int interruption();
// "SIGINT", "SIGTERM" or "SIGHUP"; empty: none was noted.
const char* interruption_name();

// Where a signal ends the program at once, SIGKILL is sent to this group first; `false`: no longer. At most eight.
void ends_with_us(pid_t group, bool still = true);

}  // namespace jitgate::base
