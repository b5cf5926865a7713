// Workers told by the state they are in: of six decode workers whose logs are whole and whose monitors are armed,
// a person needs one line. A worker that differs has a line of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/verdict.h"

namespace jitgate::report {

struct WorkerState {
  std::string log;                   // "log complete, checksum verified"
  std::string monitor;               // "monitor armed (warn, each kernel once)"
  std::vector<std::string> workers;  // folded names
  std::size_t number = 0;            // of workers
  std::int64_t events = 0;
};
// Those that want for something first.
std::vector<WorkerState> worker_states(const std::vector<model::WorkerVerdict>& workers);
// "7 of 7 seen": of those that were expected, how many have a log.
std::string workers_headline(const model::Verdict& verdict);

}  // namespace jitgate::report
