// Caches of JIT compilers among the evidence: ninja logs and snapshots. Their events have rules of their own, which
// stand behind those of the catalogue.
#pragma once

#include <string>
#include <vector>

#include "recognise/catalogue.h"
#include "run/evidence.h"
#include "snapshot/ninja_log.h"

namespace jitgate::run {

// The catalogue's rules, then those of caches: RawEvent::rule indexes it.
std::vector<model::RuleFacts> all_facts(const recognise::Catalogue& catalogue);

// A ninja log as evidence.
model::LogEvidence evidence_of(snapshot::NinjaLogReader& log, const std::string& path,
                               const recognise::Catalogue& catalogue);

// Turns the evidence's listings into logs of events, and what is missing of them into damage.
void take_caches(Evidence& evidence, const recognise::Catalogue& catalogue);

}  // namespace jitgate::run
