#include "recognise/outcome.h"

#include <algorithm>
#include <charconv>

namespace jitgate::recognise {
namespace {

const std::string* capture(const Draft& draft, const std::string& name) {
  for (const auto& [key, value] : draft.captures) {
    if (key == name) return &value;
  }
  return nullptr;
}

bool holds(const Case& when, const Draft& draft) {
  const model::RawEvent& event = draft.event;
  if (when.duration_s && (event.duration_s < 0 || !when.duration_s->holds(event.duration_s))) return false;
  if (when.span_s && (!draft.span_s || !when.span_s->holds(*draft.span_s))) return false;
  if (when.candidates && !when.candidates->holds(event.candidates)) return false;
  if (when.waiters && !when.waiters->holds(event.waiters)) return false;
  if (when.ended && *when.ended != draft.ended) return false;
  if (when.failed && *when.failed != event.failed) return false;
  if (when.after_ready && *when.after_ready != event.after_ready) return false;
  if (when.after_armed && *when.after_armed != draft.after_armed) return false;
  for (const auto& [name, threshold] : when.numbers) {
    const std::string* text = capture(draft, name);
    if (text == nullptr) return false;
    double value = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc{} || end != text->data() + text->size() || !threshold.holds(value)) return false;
  }
  for (const auto& [name, expected] : when.texts) {
    const std::string* text = capture(draft, name);
    if (text == nullptr || *text != expected) return false;
  }
  return when.saw.empty() || std::any_of(when.saw.begin(), when.saw.end(), [&](const std::string& id) {
           return std::find(draft.saw.begin(), draft.saw.end(), id) != draft.saw.end();
         });
}

}  // namespace

Outcome settle(Draft& draft, const std::vector<const Rule*>& rules) {
  Outcome outcome;
  bool decided = false;
  for (const Rule* rule : rules) {
    for (const Case& when : rule->when) {
      if (decided || !holds(when, draft)) continue;
      decided = true;
      model::RawEvent& event = draft.event;
      if (when.event_type) event.type = *when.event_type;
      if (when.certainty) event.certainty = *when.certainty;
      if (when.cost) event.cost = *when.cost;
      if (when.marks) event.marks = *when.marks;
      outcome.drop = when.drop;
      outcome.becomes = when.becomes;
    }
  }
  // A torn record is never sure, whatever it seems to say.
  if (draft.doubtful) draft.event.certainty = model::Certainty::probable;
  return outcome;
}

}  // namespace jitgate::recognise
