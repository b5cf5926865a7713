// Which of the lines above one that has no record's head may belong to one text with it. A process's prefix stands in
// front of every physical line it writes, of prompts too: so a line with a prefix goes on with what that process wrote,
// and one without goes on with whatever stands above it, but not over another's line.
#pragma once

#include <string>
#include <string_view>

#include "model/worker.h"

namespace jitgate::recognise {

// `above` is whole lines, the first of which may have a record's head; `writer` is of the line below, told or not.
std::string of_one_writer(std::string_view above, const model::Process& writer);

}  // namespace jitgate::recognise
