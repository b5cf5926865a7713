// Where each worker stands while the run goes on: what `wait` waits for, and the rows of the status.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "run/check.h"

namespace jitgate::run {

struct LiveWorker {
  std::string name, role;
  bool armed = false;        // its monitor, since its engine began last
  bool ready = false;        // it is armed, or says that it serves
  bool reports_all = false;  // its monitor names every compile, not each kernel once
  bool dead = false;         // it said that it ends, and nothing after
  std::string last_words;    // the line that told so
  int events = 0;            // compile events, start-up included
  int events_in_window = 0;
  std::string last_event;    // "triton compile _rms_norm_kernel"
  std::uint64_t served = 0;  // grows whenever something shows that it served a request
};

// By role and number. Loads and misses are no events here.
std::vector<LiveWorker> live_workers(const Checked& checked);

// What is not there yet of what is expected, one sentence each; empty: everything is armed or ready.
std::vector<std::string> lacking(const std::vector<LiveWorker>& workers, const std::map<std::string, int>& expected);

// A compile event, of whatever log, and not one of those that stand elsewhere too.
bool is_compile(const model::PlacedEvent& event);
// Whether it lies certainly in a window between marks, and is counted once.
bool in_marked_window(const Checked& checked, const model::PlacedEvent& event);
// "triton compile _rms_norm_kernel on decode_w1 (node0_decode_w1.out:120)"
std::string event_text(const Checked& checked, const model::PlacedEvent& event);

// One line a worker, in columns, the first line their names.
std::vector<std::string> worker_table(const std::vector<LiveWorker>& workers);

}  // namespace jitgate::run
