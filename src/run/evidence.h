// Reads everything under the named paths once: each stream is offered to the document reader and scanned as a log at
// the same time, because what a stream is shows only in its content.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/evidence.h"
#include "model/results.h"
#include "open/open.h"
#include "recognise/catalogue.h"
#include "snapshot/listing.h"

namespace jitgate::run {

struct Evidence {
  std::vector<model::LogEvidence> logs;  // in the order they were met
  model::ResultEvidence results;
  std::vector<model::Damage> damage;        // that belongs to no log
  std::vector<snapshot::Listing> listings;  // of caches; run/caches.h makes events of them
};

// Behind what is there.
void append(Evidence& to, Evidence&& from);

// How much is read, of a path, of a line, of a log, and by how many. What lies behind a limit is told as damage.
struct ReadLimits : open::Limits {
  std::size_t line = std::size_t{1} << 20;  // bytes of a line that are read; dumps of settings and prompts pass whole
  std::size_t events = 1'000'000;           // of one log
  std::size_t threads = 2;                  // that read; what is found does not depend on them
};

// Called with a stream's path and the bytes read so far in all, for progress.
using Progress = std::function<void(const std::string& path, std::uint64_t bytes)>;

// `patterns`: of lines that bound windows (run/boundary_scan.h).
base::Result<Evidence> read_evidence(const std::vector<std::string>& paths, const recognise::Catalogue& catalogue,
                                     const ReadLimits& limits, const Progress& progress = {},
                                     const std::vector<std::string>& patterns = {});

}  // namespace jitgate::run
