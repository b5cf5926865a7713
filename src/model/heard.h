// One line as recognition read its head: what the stages that listen to frontend and client lines are given, so
// that only one place reads prefixes and stamps.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/stamp.h"
#include "model/worker.h"

namespace jitgate::model {

enum class Level : std::uint8_t { none, debug, info, warning, error, critical };

// Everything before the message of a line: wrappers, process prefixes, stamps, level, tag.
struct LineHead {
  std::optional<Stamp> inner;  // the record's own stamp: the innermost one
  std::optional<Stamp> outer;  // the outermost zoned one, if another: written by the transport, later
  Process process;             // innermost prefix; told() == false where there is none
  Level level = Level::none;
  std::string_view tag;        // "jit_monitor.py:135", "kernel.py:136", a Rust target, …; a view into the line
  bool record = false;         // a logger's record head was recognised (not only wrappers and prefixes)
  std::uint8_t prefixes = 0;   // process prefixes in front (1: plain vLLM; more: nested, Ray)
  bool ray = false;            // an ip= prefix or a Ray actor form: the stream was merged
  std::uint32_t repeated = 1;  // Ray's "[repeated Nx across cluster]"
  std::string_view message;    // the rest, a view into the line
};

struct HeardLine {
  std::string_view path;  // of the log
  std::string_view text;  // the whole line, escapes removed, at most a megabyte
  const LineHead* head = nullptr;
  std::uint64_t number = 0;
  std::uint64_t words = 0;  // a bit for each word that was listened for and stands in the line, in the listener's order
};

}  // namespace jitgate::model
