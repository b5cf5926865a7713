#include "setup/setting_text.h"

namespace jitgate::setup {

std::string setting_text(const model::Rulings& rulings, const std::string& key) {
  const std::size_t dot = key.find('.');
  const std::string section = dot == std::string::npos ? "" : key.substr(0, dot);
  const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
  if (section == "compilers") {
    const auto own = rulings.compilers.find(name);
    return to_string(own == rulings.compilers.end() ? rulings.default_compiler : own->second);
  }
  for (int i = 0; section == "events" && i < model::kEventTypes; ++i) {
    if (name == to_string(static_cast<model::EventType>(i)))
      return rulings.counts[static_cast<std::size_t>(i)] ? "count" : "ignore";
  }
  if (key == "findings.suspect") return to_string(rulings.suspect);
  if (key == "findings.unproven") return to_string(rulings.unproven);
  if (key == "findings.inconclusive") return to_string(rulings.inconclusive);
  if (key == "unobservable") {
    return rulings.unobservable == model::Unobservable::report    ? "report"
           : rulings.unobservable == model::Unobservable::flagged ? "flagged"
                                                                  : "inconclusive";
  }
  if (key == "coverage.require_monitor") return rulings.require_monitor ? "true" : "false";
  if (key == "coverage.max_silence") return base::format_duration(rulings.max_silence);
  if (key == "coverage.logs") return rulings.logs == model::LogsPolicy::expected ? "expected" : "optional";
  if (key == "window.guard") return base::format_duration(rulings.guard);
  if (key == "window.start_pattern") return rulings.window_start_pattern;
  if (key == "window.end_pattern") return rulings.window_end_pattern;
  return {};
}

}  // namespace jitgate::setup
