// jitgate's own files among the evidence: what an earlier check, gate or report wrote beside the logs, or what a
// build's artifacts bring back. They quote the lines of events, so that read as logs they would show each event once
// more, of a worker that never was. They are known by their content wherever they lie and whatever they are called,
// since folders are copied, packed and uploaded; and each must be ours from its first byte to its last, since a log
// that only begins like one must not vanish. What is left out is listed among the logs, and said to be so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/evidence.h"

namespace jitgate::run {

class OwnFile {
 public:
  // False as soon as the stream is none of ours: stop feeding.
  bool feed(std::string_view bytes);

  enum class Is : std::uint8_t {
    other,
    whole,      // ours: events.jsonl or verdict.json, each part of which was read
    imitation,  // begins as our events and goes on otherwise: fault()
    page,       // begins as a summary, an annotation, a page, a drawing or a JUnit file: ours if no event is in it
  };
  Is finish();
  // What it is, for people: "events.jsonl".
  [[nodiscard]] const char* name() const { return name_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  enum class Kind : std::uint8_t { open, none, events, verdict, page };

  void decide(bool at_end);
  void take_lines(bool at_end);

  Kind kind_ = Kind::open;
  const char* name_ = "";
  std::string text_;  // not looked at yet; of a verdict: all of it
  std::uint64_t lines_ = 0;
  std::string fault_;
};

// A file that was not read, as it stands among the logs; `what`: the predicate of a sentence.
model::LogEvidence passed_over(const std::string& path, std::string_view what);

}  // namespace jitgate::run
