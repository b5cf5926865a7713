// What the help of the whole program and its manual page say besides the table of commands.
#pragma once

namespace jitgate::cli {

inline constexpr const char* kAbout =
    "jitgate tells whether a kernel compiled while an LLM benchmark was measured, and whether the logs can prove that "
    "none did.";

inline constexpr const char* kExitStatuses = R"(  0   every benchmark point is valid or flagged
  80  a point is failed
  81  a point is invalid: a compile was in its window
  82  a point is invalid: evidence is missing
  83  wrong usage, policy or rule file
  84  jitgate could not do the job (I/O, internal error))";

inline constexpr const char* kExamples =
    R"(  jitgate check results/                          judge a directory of logs and results
  jitgate check bmk_X.zip server_logs_X.zip --out jit/
  jitgate check server.log --window 'run=2026-08-04T18:38:42Z..2026-08-04T18:40:04Z'
  jitgate policy init > jitgate.yaml              the default policy, commented)";

inline constexpr const char* kVariables =
    "Every option can also be given as a variable: --max-bytes as JITGATE_MAX_BYTES.";

}  // namespace jitgate::cli
