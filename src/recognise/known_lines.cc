// The lines that need no reading: of a known shape, and holding nothing that is looked for but perhaps a heartbeat.
// Most lines of an engine's log are either, so this is what the speed of reading hangs on. What comes out is what
// reading the line in full would give (a test compares them).
#include <algorithm>

#include "recognise/pattern_run.h"
#include "recognise/recogniser_state.h"

namespace jitgate::recognise {
namespace {

// May the pattern ask what stands behind its match?
bool looks_behind(std::string_view pattern) {
  return pattern.find('$') != std::string_view::npos || pattern.find("\\b") != std::string_view::npos ||
         pattern.find("\\B") != std::string_view::npos || pattern.find("\\z") != std::string_view::npos;
}

}  // namespace

// A line of a known shape in which nothing is looked for, or nothing but a heartbeat: by far the most lines.
bool Recogniser::State::known(std::string_view text, const Hit* hit, const Hit* end, std::uint64_t number) {
  shape = shapes.find(text, tabs);
  if (shape == nullptr || end - hit > 1) return false;
  if (hit != end) return pulse(text, *hit, number);
  begin_record(text);
  if (!shape->head.inner) return true;
  note_stamps(shape->head, shape->process, number);
  timeline.dated(shape->process, *shape->head.inner);
  return true;
}

// The heartbeat that a line before of this shape was: what was found there is found again, but for time and numbers.
bool Recogniser::State::pulse(std::string_view text, const Hit& hit, std::uint64_t number) {
  const std::size_t message = HeadShapes::message_of(*shape, text);
  if (message == std::string_view::npos) return false;
  const std::size_t at = static_cast<std::size_t>(block_text + hit.at - text.data()) - message;
  const auto same = [&](const Pulse& before) {
    return hit.needle == before.needle && at == before.at && !before.words.empty() &&
           text.substr(message, before.words.size()) == before.words;
  };
  const auto* const before = std::find_if(shape->pulses.begin(), shape->pulses.end(), same);
  if (before == shape->pulses.end()) return false;
  begin_record(text);
  note_stamps(shape->head, shape->process, number);
  ready = true;
  ++order;
  marks.renew(before->place, text, number, timeline.note(shape->process, shape->head.inner));
  if (wanted->listened[hit.needle] == 0 || !listening.heard) return true;
  shape->head.message = text.substr(message);
  shape->head.tag = HeadShapes::tag_of(*shape, text);
  listening.heard({path, text, &shape->head, number, wanted->listened[hit.needle]});
  return true;
}

// Keeps what was read of a line for the next ones like it. `own`: a rule took the line's own record.
void Recogniser::State::remember(std::string_view text, const model::LineHead& head, const Hit* hit, const Hit* end,
                                 bool own) {
  const std::optional<model::Stamp>& stamp = head.inner ? head.inner : head.outer;
  if (!own) {
    if (shape == nullptr) shapes.learn(text, head, stamp ? processes.number_of(head.process) : kNoProcess);
    return;
  }
  // Only a heartbeat of one rule, in the plain form: no captures, nothing that the rest of the line could change.
  if (!renewable || end - hit != 1 || candidates.size() != 1 || matches.size() != 1) return;
  const Match& match = matches.front();
  const Rule& rule = (*rules)[match.rule];
  const bool plain = rule.is_mark && rule.mark == model::MarkKind::progress && rule.head.message_begins &&
                     rule.head.tags.empty() && rule.unless.empty() && match.groups.size() == 1 && !match.doubtful &&
                     !match.headless && !match.unfamiliar;
  if (!plain || looks_behind(rule.pattern) || match.begin != offset_in(text, head.message)) return;
  if (shape == nullptr) shape = shapes.learn(text, head, processes.number_of(head.process));
  if (shape == nullptr) return;
  Pulse& pulse = shape->pulses[shape->next_pulse];
  shape->next_pulse = (shape->next_pulse + 1) % shape->pulses.size();
  pulse.words = text.substr(match.begin, match.end - match.begin);
  pulse.at = static_cast<std::size_t>(block_text + hit->at - text.data()) - match.begin;
  pulse.needle = hit->needle;
  pulse.place = *renewable;
}

}  // namespace jitgate::recognise
