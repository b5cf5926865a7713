// Where nothing tells a log's zone, the verdict under UTC is only one of many: each point is judged under every other
// offset, and one whose finding depends on it is inconclusive.
#pragma once

#include <functional>

#include "model/verdict.h"

namespace jitgate::run {

void try_other_zones(model::Verdict& verdict, const std::function<model::Verdict(int offset_s)>& judge_at);

}  // namespace jitgate::run
