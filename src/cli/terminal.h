// What may be asked of a terminal: colours, its width, and whether a line of it can be drawn over. TERM=dumb, as
// editors and CI systems set it for what only looks like one, takes no escapes; COLUMNS stands for its width wherever
// it is set, as for every other program that folds its lines.
#pragma once

#include <string>

namespace jitgate::cli {

// Takes escapes: a terminal that is not dumb.
bool is_screen(int fd);
// `option`: auto, always or never.
bool wants_color(const std::string& option, int fd);
// To fold text to: at least 40, where a name still stands on a line, and at most 160; 100 where nothing tells.
int text_width(int fd);
// That a line which is drawn over must fit into, or it could not be taken back; never more than the terminal has.
int line_width(int fd);

}  // namespace jitgate::cli
