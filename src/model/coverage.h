// What was read, and how well. A log that could not be read to its end is not an error of the program: it is
// evidence that is missing, and the judge weighs it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/worker.h"

namespace jitgate::model {

enum class Checksum : std::uint8_t { none, verified, failed };
const char* to_string(Checksum checksum);

enum class DamageKind : std::uint8_t {
  unreadable,  // could not be opened or decoded at all
  truncated,   // the container ended early: length, missing end blocks, cut stream
  corrupt,     // checksum or structure wrong
  encrypted,
  limit,    // a limit of DESIGN §10 stopped the reading
  expired,  // an artifact that the CI keeps no longer
  missing,  // one that should be there and is not
};
const char* to_string(DamageKind kind);

struct Damage {
  DamageKind kind = DamageKind::unreadable;
  std::string path;      // the container or stream it concerns, with its path through the containers
  std::string what;      // one sentence
  std::string job = {};  // the job it concerns, as the head of its points' ids; empty: any
};

// How one stream (log or document) came out of its containers.
struct StreamEnd {
  std::uint64_t bytes = 0;
  Checksum checksum = Checksum::none;
  std::vector<Damage> damage;  // of this stream and of the containers around it as far as known at its end
  [[nodiscard]] bool complete() const { return damage.empty(); }
};

struct LogCoverage {
  std::string path;
  WorkerId worker;  // from the path; role unknown where it tells nothing
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  std::uint64_t unreadable_lines = 0;  // recognised as damaged beyond reading (hard-wrapped, cut)
  Checksum checksum = Checksum::none;
  std::vector<Damage> damage;
  // Of a log that is no worker's: what could not be read of it. It matters where a point rests on this log.
  std::vector<Damage> unread;
  std::string content_hash;  // of all bytes: equal logs are counted once
};

}  // namespace jitgate::model
