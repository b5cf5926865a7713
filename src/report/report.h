// Renders a judged run. Pure functions: values in, text out; every text that came from a log, name or document is
// escaped for the place it goes to.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/evidence.h"
#include "model/placed.h"
#include "model/rule_facts.h"
#include "model/verdict.h"

namespace jitgate::report {

// One event a line, schemas/event.schema.json, sorted by log and line; ASCII only. `run_id` may be empty: the events
// then have no "run".
std::string events_jsonl(const model::Placed& placed, const std::vector<model::LogEvidence>& logs,
                         const std::vector<model::RuleFacts>& facts, const std::string& run_id);
// schemas/verdict.schema.json, indented, with a final newline; ASCII only.
std::string verdict_json(const model::Verdict& verdict);
// What verdict_json wrote, for rendering it again. Strict: a part that is missing or of the wrong type, an unknown
// word, or an exit code that is better than its points is a Problem (of the world: the file is not what it says).
base::Result<model::Verdict> parse_verdict(const std::string& json);

struct TextOptions {
  bool color = false;
  int width = 100;
  bool verbose = false;                    // every point, kernel, worker and log
  std::vector<std::string> written_files;  // named at the end
  std::string timeline = {};               // what timeline_text gives; empty: none
};
// What a person reads on a terminal: status first, then per point finding, reasons with what to do, events by
// compiler, workers, files. Fits a screen for a run of a few points.
std::string text(const model::Verdict& verdict, const TextOptions& options);
// summary.md: verdict, conditions Yes/No, then what to do. At most `budget` bytes; what is left out is counted.
// `timeline`: what timeline_text gives.
std::string markdown(const model::Verdict& verdict, std::size_t budget = 200 * 1024, const std::string& timeline = {});
// A Buildkite annotation (Markdown with GitHub's tables; facts: buildkite.md §2.2): what happened, the points and what
// to do in sight, the rest folded. `artifacts`: paths of what is uploaded, for the links and the only image; `note`:
// one sentence of the job, may be empty. At most `budget` bytes: the server refuses more than 1 MiB, and older ones
// less.
struct BuildkiteArtifacts {
  std::string summary, page, timeline;  // empty: not uploaded
};
std::string buildkite(const model::Verdict& verdict, const BuildkiteArtifacts& artifacts, const std::string& note,
                      std::size_t budget = 1'000'000);
// JUnit XML: a case a point, which fails, errs, is skipped or passes as the exit status has it.
std::string junit(const model::Verdict& verdict);
// GitHub workflow commands: at most one annotation a point and reason, ten of a kind. `notices`: what the step could
// not do, told as such before any advice.
std::string github(const model::Verdict& verdict, const std::vector<std::string>& notices = {});

}  // namespace jitgate::report
