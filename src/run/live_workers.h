// Where each worker stands while the run goes on: what `wait` waits for, and the rows of the status.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "run/check.h"
#include "run/live_logs.h"

namespace jitgate::run {

struct LiveWorker {
  std::string name, role;
  bool armed = false;                // its monitor, since its engine began last, in each of its ranks
  bool ready = false;                // it is armed, or says that it serves
  bool reports_all = false;          // its monitor names every compile, not each kernel once
  std::vector<std::string> unarmed;  // processes without a monitor where others of their kind have one
  bool left_behind = false;          // its logs are of a server that seems to be no more
  base::Instant changed = 0;         // when they were last written
  bool removed = false;              // its logs, all of them
  bool dead = false;                 // it said that it ends, and nothing after; or let go of its logs
  std::string last_words;            // the line that told so
  model::Interval died;              // when that was written
  bool died_before = false;          // it stood there when the log was seen first
  std::vector<std::uint64_t> parts;  // its logs, as following numbers them
  std::string copy_of;               // another worker's name: its logs hold nothing but what that one's do
  int events = 0;                    // compile events, start-up included
  int events_in_window = 0;
  std::string last_event;    // "triton compile _rms_norm_kernel"
  std::uint64_t routed = 0;  // requests that a frontend gave it
  Work work;                 // what its own lines tell of requests
};

// By role and number. Loads and misses are no events here. `told`: of the logs that were judged; of one of which it
// tells nothing, all is believed.
std::vector<LiveWorker> live_workers(const Checked& checked, const std::map<LogKey, LiveLog>& told);
// Names those whose logs are all copies of others' (LiveLogs::copies).
void mark_copies(const std::map<std::uint64_t, std::uint64_t>& copies, std::vector<LiveWorker>& workers);

// What is not there yet of what is expected, one sentence each; empty: everything is armed or ready. Logs that were
// left behind, and copies, are no workers: where enough others are there, they do not matter.
std::vector<std::string> lacking(const std::vector<LiveWorker>& workers, const std::map<std::string, int>& expected);

// A compile event, of whatever log, and not one of those that stand elsewhere too.
bool is_compile(const model::PlacedEvent& event);
// Whether it lies certainly in a window between marks, and is counted once.
bool in_marked_window(const Checked& checked, const model::PlacedEvent& event);
// Whether it may lie in one, though not certainly; and whether its own lines tell a time at all.
enum class Placing : std::uint8_t { elsewhere, near, unplaced };
Placing placing_at_marks(const Checked& checked, const model::PlacedEvent& event);
// "triton compile _rms_norm_kernel on decode_w1 (node0_decode_w1.out:120)"
std::string event_text(const Checked& checked, const model::PlacedEvent& event);

// One line a worker, in columns, the first line their names.
std::vector<std::string> worker_table(const std::vector<LiveWorker>& workers);

}  // namespace jitgate::run
