// The words that heads of unknown loggers and JSON records are told by: levels in any case, unix seconds, places in a
// program's text, the keys of a record's own fields, and the names under which users' and models' words are logged.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "model/heard.h"

namespace jitgate::recognise {

// Unix seconds, milliseconds, microseconds or nanoseconds, as all of `word`: "1796000885.25". Years 2001 to 2200.
std::optional<model::Stamp> unix_time(std::string_view word);

// A level's word in any case, alone: "warning", "WARN", "E" not.
model::Level level_word(std::string_view word);

// A name under which users' and models' words are logged: "prompt", "content", … of any case.
bool names_text(std::string_view name);

// Keys of logfmt and dictionaries, in lower case: of a record's time, of its level, of its sentence.
bool names_time(std::string_view key);
bool names_level(std::string_view key);
bool names_message(std::string_view key);

// "Tue " of a date as C writes it, at the beginning: its length.
std::size_t weekday(std::string_view text);

// "jit_monitor.py:86": a line of a program's text, and not of a log.
bool source_place(std::string_view word);

}  // namespace jitgate::recognise
