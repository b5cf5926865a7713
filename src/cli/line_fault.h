// What is wrong with a line that the parser refused, in this program's words: which word is unknown and what was meant,
// what is missing and what it is, what is too much. The parser's own messages speak of its types and counts, name no
// word, and meet a missing argument before the misspelt option that swallowed it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_table.h"

namespace jitgate::cli {

// The first fault in the line's order; nothing: none is seen. Its hint ends with the help to look at. `variable`: an
// environment variable's value.
std::optional<base::Problem> line_fault(const std::vector<Command>& commands, int argc, const char* const* argv,
                                        const std::function<std::optional<std::string>(const char*)>& variable);

// The help to look at for a fault of this line: of the innermost command that it names.
std::string help_of_line(const std::vector<Command>& commands, int argc, const char* const* argv);

}  // namespace jitgate::cli
