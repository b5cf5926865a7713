// One log record that a transport or a logger wrote as a JSON object on a line, turned into the text its runtime
// would have written. Which form it is, its keys tell (facts: jit-catalogue.md §1, §13, §17):
//
//   container  {"log":"…\n","stream":"stderr","time":"…Z"}                              docker's json-file
//   journal    {"MESSAGE":"…","__REALTIME_TIMESTAMP":"1785868590123456",…}              journalctl -o json
//   dynamo     {"time":…,"level":…,"target":…,"message":…, fields…}                     Dynamo's JSONL
//   logger     {"asctime":…,"levelname":…,"name":…,"process":…,"message":…}             vLLM's JSON formatter
//              {"ts":…,"level":…,"msg":…} and their many relatives                      json_logger.h
//
// Only the message becomes text: other fields hold what users sent. They pass as words without blanks where they tie
// the record to a request or an instance ("request_id"), because routing is told by nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jitgate::read {

enum class RecordForm : std::uint8_t {
  none,    // an object of another kind, or no object: it is text
  broken,  // begins like one of these and does not parse
  container,
  journal,
  dynamo,
  logger,
};

struct JsonRecord {
  RecordForm form = RecordForm::none;
  std::string head;      // stands in front of every line of the message; may be empty
  std::string message;   // unescaped, with its newlines
  std::string fields;    // " key=value" for each; may be empty
  std::string stream;    // container: "stdout", "stderr"
  bool partial = false;  // container: it says itself that another part follows
  bool whole = false;    // container: … that none does
  bool lost = false;     // the transport left the message out
};

// `line` begins with '{'.
JsonRecord read_json_record(std::string_view line);

}  // namespace jitgate::read
