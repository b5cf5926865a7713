#include <algorithm>

#include "model/placed.h"

namespace jitgate::model {

double Window::uncertainty_s() const { return base::to_seconds(std::max(start.hi - start.lo, end.hi - end.lo)); }

}  // namespace jitgate::model
