// The words that heads of unknown loggers and JSON records are told by: levels in any case, unix seconds, places in a
// program's text, and the names under which users' and models' words are logged.
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

// "jit_monitor.py:86": a line of a program's text, and not of a log.
bool source_place(std::string_view word);

}  // namespace jitgate::recognise
