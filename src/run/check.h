// `jitgate check`: open, read, recognise, place, judge.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "model/placed.h"
#include "model/policy.h"
#include "model/verdict.h"
#include "open/open.h"
#include "place/place.h"
#include "recognise/catalogue.h"
#include "run/evidence.h"

namespace jitgate::run {

struct CheckRequest {
  std::vector<std::string> paths;
  model::Policy policy;
  place::Asked asked;
  judge::Wanted wanted;
  ReadLimits limits;
  Progress progress;
  std::map<std::string, std::string> run;  // what identifies the run (run/run_identity.h)
  std::vector<model::Damage> missing;      // what should be among the paths and could not be had
};

// Everything a report may need. `placed` points into `evidence`.
struct Checked {
  Evidence evidence;
  std::vector<model::RuleFacts> facts;  // RawEvent::rule indexes it
  model::Placed placed;
  model::Verdict verdict;
};

base::Result<std::unique_ptr<Checked>> check(const CheckRequest& request, const recognise::Catalogue& catalogue);

// Its second half, for evidence that was come by otherwise. Errors: a configured window that names no single point.
base::Result<std::unique_ptr<Checked>> judge_evidence(Evidence evidence, const CheckRequest& request,
                                                      const recognise::Catalogue& catalogue);

}  // namespace jitgate::run
