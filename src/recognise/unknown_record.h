// Events whose records stand behind heads that the head parser does not know (unknown_head.h), asked for only where
// nothing else took an event from the line. What a rule asks of a known head (its kind, level and tag) cannot be asked
// here: an event whose head tells less than a warning of a known time is marked doubtful instead, since a gate may
// answer "perhaps" but must not answer "clean".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "recognise/matcher.h"

namespace jitgate::recognise {

// What a wrapper around the line told of it, where the line itself does not: a JSON object's time and level.
struct Around {
  std::optional<model::Stamp> stamp;
  model::Level level = model::Level::none;
  bool vouches = false;  // the wrapper is a head in itself: the sentence may stand alone
};

// Gives the record the time that its wrapper tells: as its own where it has none, else as the outer stamp.
void date_by(const Around& around, model::LineHead& head);

// Appends what the `candidates` (indexes into `rules`) take in `segment`, whose head as far as it is known is `known`.
// At most one record, the first; several rules may take it. Views are into `segment`.
void match_unknown(const std::vector<Rule>& rules, std::string_view segment, const model::LineHead& known,
                   const std::vector<std::uint32_t>& candidates, const Around& around, std::vector<Match>& out);

}  // namespace jitgate::recognise
