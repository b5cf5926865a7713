#include "recognise/rule_fault.h"

#include "recognise/catalogue.h"

namespace jitgate::recognise {

tl::unexpected<base::Problem> rule_fault(const Rule& rule, base::TextPlace at, const std::string& what,
                                         const std::string& hint) {
  // The embedded rules' files are not at hand where the program runs.
  const std::string below =
      rule.file == nullptr ? hint : base::hint_below_line(rule.file->yaml, at, hint, rule.file->first_line);
  return base::refuse("rule '" + rule.facts.id + "': " + what, base::place_name(rule.source, at), below);
}

}  // namespace jitgate::recognise
