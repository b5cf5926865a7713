// The words of a policy and what each sets. One function takes a dotted key and its text, so that a file, an
// override, a flag and an environment variable all go through the same door and accept the same values. The
// alternative, a typed setter a key, would need the list of keys once more in every place that reads text.
#include "model/policy.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "model/worker.h"

namespace jitgate::model {
namespace {

constexpr int kMostWorkers = 65536;

std::optional<Treatment> treatment_of(std::string_view word) {
  for (const Treatment t : {Treatment::failed, Treatment::invalid, Treatment::flagged, Treatment::ignored}) {
    if (word == to_string(t)) return t;
  }
  return std::nullopt;
}

// What a finding may make of a point. `valid` is not among them: nobody may look at a point that lacks its
// evidence and see a clean one. `flagged` passes the gate as well and stays visible.
bool set_status(Status& target, std::string_view word) {
  for (const Status s : {Status::flagged, Status::invalid, Status::failed}) {
    if (word == to_string(s)) {
      target = s;
      return true;
    }
  }
  return false;
}

template <typename T>
bool choose(T& target, std::string_view word, std::initializer_list<std::pair<std::string_view, T>> choices) {
  const auto found = std::find_if(choices.begin(), choices.end(), [&](const auto& c) { return c.first == word; });
  if (found == choices.end()) return false;
  target = found->second;
  return true;
}

bool set_duration(base::Duration& target, std::string_view text, base::Duration least) {
  const auto duration = base::parse_duration(text);
  if (!duration || *duration < least) return false;
  target = *duration;
  return true;
}

bool set_compiler(Rulings& rulings, const std::string& name, std::string_view value) {
  const auto treatment = treatment_of(value);
  if (!treatment || name.empty()) return false;
  if (name == "default") {
    rulings.default_compiler = *treatment;
  } else {
    rulings.compilers[name] = *treatment;
  }
  return true;
}

bool set_event(Rulings& rulings, std::string_view type, std::string_view value) {
  for (int i = 0; i < kEventTypes; ++i) {
    if (type == to_string(static_cast<EventType>(i))) {
      return choose(rulings.counts[static_cast<std::size_t>(i)], value, {{"count", true}, {"ignore", false}});
    }
  }
  return false;
}

bool set_workers(Rulings& rulings, const std::string& role, std::string_view value) {
  if (!serves(role_of(role))) return false;
  int count = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  if (error != std::errc() || end != value.data() + value.size() || count < 1 || count > kMostWorkers) return false;
  rulings.workers[role] = count;
  return true;
}

bool set_coverage(Rulings& rulings, const std::string& key, std::string_view value) {
  if (key == "require_monitor") return choose(rulings.require_monitor, value, {{"true", true}, {"false", false}});
  if (key == "max_silence") return set_duration(rulings.max_silence, value, 1);
  if (key == "logs") {
    return choose(rulings.logs, value, {{"expected", LogsPolicy::expected}, {"optional", LogsPolicy::optional}});
  }
  if (key == "workers" && value == "from-results") {
    rulings.workers.clear();
    return true;
  }
  static constexpr std::string_view kRole = "workers.";
  return key.substr(0, kRole.size()) == kRole && set_workers(rulings, key.substr(kRole.size()), value);
}

bool set_window(Rulings& rulings, std::string_view key, const std::string& value) {
  if (key == "guard") return set_duration(rulings.guard, value, 0);
  if (key == "start_pattern") {
    rulings.window_start_pattern = value;
    return true;
  }
  if (key == "end_pattern") {
    rulings.window_end_pattern = value;
    return true;
  }
  return false;
}

}  // namespace

const char* to_string(Treatment treatment) {
  switch (treatment) {
    case Treatment::failed:
      return "failed";
    case Treatment::invalid:
      return "invalid";
    case Treatment::flagged:
      return "flagged";
    case Treatment::ignored:
      return "ignored";
  }
  return "unknown";
}

bool apply_setting(Rulings& rulings, const std::string& key, const std::string& value) {
  if (key == "unobservable") {
    return choose(rulings.unobservable, value,
                  {{"report", Unobservable::report},
                   {"flagged", Unobservable::flagged},
                   {"inconclusive", Unobservable::inconclusive}});
  }
  const std::size_t dot = key.find('.');
  if (dot == std::string::npos) return false;
  const std::string section = key.substr(0, dot);
  const std::string name = key.substr(dot + 1);
  if (section == "compilers") return set_compiler(rulings, name, value);
  if (section == "events") return set_event(rulings, name, value);
  if (section == "findings" && name == "suspect") return set_status(rulings.suspect, value);
  if (section == "findings" && name == "unproven") return set_status(rulings.unproven, value);
  if (section == "findings" && name == "inconclusive") return set_status(rulings.inconclusive, value);
  if (section == "coverage") return set_coverage(rulings, name, value);
  if (section == "window") return set_window(rulings, name, value);
  return false;
}

}  // namespace jitgate::model
