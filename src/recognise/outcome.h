// Applies the cases of a rule's `when` to a finished record: a bar that ran at thousands a second loaded, a tuner's
// window without a tuning line tuned nothing.
#pragma once

#include <optional>
#include <vector>

#include "model/evidence.h"
#include "recognise/draft.h"
#include "recognise/rule.h"

namespace jitgate::recognise {

struct Outcome {
  bool drop = false;
  std::optional<model::MarkKind> becomes;
};

// The first case that holds, rule by rule, changes the draft's event.
Outcome settle(Draft& draft, const std::vector<const Rule*>& rules);

}  // namespace jitgate::recognise
