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
  open::Limits limits;
  Progress progress;
  std::map<std::string, std::string> run;  // what identifies the run (run/run_identity.h)
  std::vector<model::Damage> missing;      // what should be among the paths and could not be had
};

// Everything a report may need. `placed` points into `evidence`.
struct Checked {
  Evidence evidence;
  model::Placed placed;
  model::Verdict verdict;
};

base::Result<std::unique_ptr<Checked>> check(const CheckRequest& request, const recognise::Catalogue& catalogue);

}  // namespace jitgate::run
