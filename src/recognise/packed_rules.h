// The built-in catalogue as bytes. The rules are written and reviewed as YAML; reading 5,000 lines of it takes longer
// than everything else a small run needs, so the build reads the files once, with the same reader that --rules uses,
// and packs what it read. Tables written as C++ were the alternative: they compile slowly and start no faster.
#pragma once

#include <string>
#include <string_view>

#include "recognise/rule_file.h"

namespace jitgate::recognise {

std::string pack(const RuleFile& file);

// Throws std::logic_error where the bytes are not what pack() wrote: they are ours, so that is a fault of the build.
RuleFile unpack(std::string_view bytes);

// pack()ed by src/recognise/pack when this program was built: all files of rules/, in the order of their names.
std::string_view embedded_rules();

}  // namespace jitgate::recognise
