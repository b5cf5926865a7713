// An event in the making, and one recognised line of it. Times are tickets of the timeline until the log's end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/evidence.h"
#include "recognise/captured.h"
#include "recognise/rule.h"
#include "recognise/timeline.h"

namespace jitgate::recognise {

// One line that a rule took.
struct Piece {
  const Rule* rule = nullptr;
  std::uint32_t rule_number = 0;
  Captured captured;
  model::Process process;
  int writer = kNoProcess;            // the process's number in the timeline
  std::uint8_t form = 0;              // number of process prefixes in front: the wrapper form
  std::optional<model::Stamp> stamp;  // the line's own
  Timeline::Ticket ticket = 0;
  std::uint64_t line = 0, byte = 0, order = 0;
  std::string_view text;     // from the record's beginning
  std::string_view message;  // what identical records have in common
  bool doubtful = false, headless = false, after_ready = false, after_armed = false;
  std::uint32_t repeated = 1;  // as Ray prints it
};

struct Draft {
  model::RawEvent event;  // first, last and process are filled at the end
  Timeline::Ticket first = 0, last = 0;
  int writer = kNoProcess;
  std::uint8_t form = 0;
  std::uint64_t order = 0;
  std::uint64_t identity = 0;          // equal for identical records: process, stamps, message
  std::uint64_t message_identity = 0;  // the message only
  bool relay = false;                  // printed by a process that only passes messages on
  bool once = false;
  bool after_armed = false, ended = false, doubtful = false;
  bool headless = false;         // no line of it has the head that its rule wants: nothing, in a log without heads
  std::optional<double> span_s;  // between the own stamps of first and last line
  std::vector<std::string> saw;  // ids of the rules whose lines joined
  std::vector<std::pair<std::string, std::string>> captures;  // latest value of each
};

}  // namespace jitgate::recognise
