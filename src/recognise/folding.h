// Counts records that one stream holds in several wrapper forms once. Under Ray a worker's line is printed with all
// its prefixes by the driver and again with fewer; those are one happening. Two equal lines of the same form are two
// (a monitor may name a kernel again). So per form they are counted and the maximum is taken, never the sum.
// Records of `once` rules (exceptions) are one for each process, however often it prints them, and what a process only
// passes on counts as the process's that had it first.
#pragma once

#include <deque>

#include "recognise/draft.h"
#include "recognise/timeline.h"

namespace jitgate::recognise {

// Drafts must be in the order of the log. Folded ones are removed; the kept ones' `repeats` grow.
void fold(std::deque<Draft>& drafts, Timeline& timeline);

}  // namespace jitgate::recognise
