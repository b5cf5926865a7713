// Records of loggers that no form of json_record.h names: zap, logrus, structlog, pino, loguru, python-json-logger,
// ECS, OpenTelemetry, the cloud's collectors. They agree on nothing but that the message is a string, so their keys are
// looked for by name:
//
//   message   message, msg, log; where level or time say that it is a record, also event, body, text, line
//   level     level, severity, lvl, … as a word, a letter or a number
//   time      time, ts, timestamp, @timestamp, … as a date or unix seconds, ms, µs or ns
//   process   process, pid, … ; logger, name, caller, …
//
// A record whose level is not told is taken for a warning: rules ask for one, and to hide an event is the worse
// mistake. Not so where a collector wrapped a bare line (it tells a host, a container, a file): that line stays bare,
// as does one that begins like a record of its own. An object that looks like a request (prompt, messages, temperature,
// …) is data, unless it has a level or a time and one of the plain message keys.
#pragma once

#include "read/json_record.h"

namespace jitgate::read {

class JsonFields;

// Fills `record` if the fields are such a record's; false: they are not.
bool read_logger_record(const JsonFields& fields, JsonRecord* record);

// The field's value if it is a word: no blank, so that no sentence can hide in it.
std::string json_word(const JsonFields& fields, std::string_view key, std::string_view fallback = {});
// The field's value as a stamp (json_time.h); empty: it is none.
std::string json_stamp(const JsonFields& fields, std::string_view key);

}  // namespace jitgate::read
