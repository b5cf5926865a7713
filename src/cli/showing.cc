#include "cli/showing.h"

#include <unistd.h>

#include "cli/terminal.h"

namespace jitgate::cli {

void add_showing(Command& command, Showing& into, const char* quiet_help, const std::vector<std::string>& formats) {
  command.add(choice("format", into.format, formats, "What goes to stdout [text]"))
      .add(choice("color", into.color, {"auto", "always", "never"}, "Colours [auto]"))
      .add(flag("quiet", into.quiet, quiet_help))
      .add(flag("verbose", into.verbose, "Every event and worker on its own line"));
}

run::Look look_of(const Showing& showing) {
  return {wants_color(showing.color, STDOUT_FILENO), text_width(STDOUT_FILENO), showing.verbose};
}

}  // namespace jitgate::cli
