// Reads the head of a line: transport wrappers, process prefixes, stamps, level and tag, up to the message. Written
// by hand and not as patterns, because every line near an event passes here; it allocates only for the process name.
#pragma once

#include <optional>
#include <string_view>

#include "model/heard.h"

namespace jitgate::recognise {

// Never fails: a line without any known head is all message.
model::LineHead read_head(std::string_view line);

// The stamp at the very beginning of `text`, in any of the known shapes; `length` receives the bytes it takes.
std::optional<model::Stamp> read_stamp(std::string_view text, std::size_t* length);

// Looks for a record head in the middle of a line that ends exactly at `message_at` (a progress bar with a record
// glued on, two records in one line). Returns where it begins; npos: there is none.
std::size_t find_glued_head(std::string_view line, std::size_t message_at);

}  // namespace jitgate::recognise
