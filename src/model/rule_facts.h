// What the stages after recognition need to know of a rule: no pattern, only facts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/instant.h"

namespace jitgate::model {

enum class EventType : std::uint8_t { compile, recompile, autotune, build, load, miss, download };
inline constexpr int kEventTypes = 7;
enum class Certainty : std::uint8_t { definite, probable };
enum class Cost : std::uint8_t { compile, load, unknown };
// Which end of the work the event's own stamp tells. A record whose both ends are known counts as `end`.
enum class Marks : std::uint8_t { start, end, unknown };
const char* to_string(EventType type);
const char* to_string(Certainty certainty);
const char* to_string(Cost cost);
const char* to_string(Marks marks);

struct RuleFacts {
  std::string id;
  std::string compiler;
  EventType type = EventType::compile;
  Certainty certainty = Certainty::definite;
  bool log_once = false;       // the runtime names each target once in a process unless verbose
  bool rank_filtered = false;  // only the first rank of a node prints
  bool monitored = false;      // the line of a monitor that is armed (vLLM's): proves what it hooks
  bool flushes_each_line = true;
  base::Duration max_span = 120 * base::kSecond;
  std::string advice;  // what usually causes it and how to warm it up
};

// Facts of a compiler that no rule carries.
struct CompilerFacts {
  std::string name;
  bool hooked = false;             // a monitor can prove its silence (Triton, CuTeDSL, TileLang)
  bool silent_by_default = false;  // compiles without a line unless told to speak
  std::string advice;
};

}  // namespace jitgate::model
