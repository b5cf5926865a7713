// Being told to stop: SIGINT or SIGTERM, as a terminal, a CI's cancellation or its time limit sends them. A command
// that can save what it has says so and then asks, between two blocks or two requests, whether it should; all others
// die of the signal as any program. A second signal always ends the program at once: nobody is made to wait.
#pragma once

namespace jitgate::base {

// From here on a first SIGINT or SIGTERM is only noted. One that is ignored (nohup) stays so.
void note_interruptions();
// The signal that was noted; 0: none.
int interruption();
// "SIGINT" or "SIGTERM"; empty: none was noted.
const char* interruption_name();

}  // namespace jitgate::base
