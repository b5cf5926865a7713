#include "recognise/recogniser.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "recognise/captured.h"
#include "recognise/folding.h"
#include "recognise/head.h"
#include "recognise/odd_date.h"
#include "recognise/one_writer.h"
#include "recognise/printed_list.h"
#include "recognise/recogniser_state.h"
#include "recognise/second_look.h"
#include "recognise/unknown_record.h"

namespace jitgate::recognise {
namespace {

constexpr std::size_t kMostAbove = 2 * kLongestText;  // bytes kept of what stands above a line
constexpr int kAsks = 64;  // of one head for what stands above: a hostile log may hold nothing but such lines
constexpr std::uint64_t kMostUndated = 1000;  // lines that are looked at for dates that were not read

}  // namespace

Recogniser::Recogniser(const Catalogue& catalogue, std::string path, Listening listening, RecogniseLimits limits) {
  const RuleIndex& index = catalogue.state_->index;
  auto wanted = catalogue.state_->wanted.with(index.needles, listening.needles);
  state_ = std::make_unique<State>(catalogue, catalogue.state_->rules, index, std::move(path), std::move(listening),
                                   limits, std::move(wanted));
}
Recogniser::Recogniser(Recogniser&&) noexcept = default;
Recogniser::~Recogniser() = default;

bool Recogniser::looks_for(std::string_view text) const {
  std::vector<Hit> hits;
  find_needles(state_->wanted->table, text, hits);
  return !hits.empty();
}

void Recogniser::scan(const model::Block& block) {
  State& state = *state_;
  model::Block rest = block;
  while (state.opening.open() && !rest.text.empty()) {
    if (!state.opening.take(&rest)) return;
    state.begin(false);
  }
  state.scan(rest);
}

// Some of the first lines, which were held back. What was learned of heads is of lines without the label.
void Recogniser::State::begin(bool whole) {
  opening.close(whole);
  if (opening.empty()) return;
  labels.learn(opening, *rules);
  if (labels.learned()) shapes = HeadShapes();
  scan(opening.block());
  if (!labels.learned()) opening.go_on();
}

void Recogniser::State::scan(const model::Block& block) {
  find_needles(wanted->table, block.text, hits);
  const Hit* hit = hits.data();
  const Hit* const end = hit + hits.size();
  std::uint64_t number = block.first_line;
  std::size_t nth = 0;
  since = block_text = block.text.data();
  frames = block.text.find('\r') != std::string_view::npos;
  tabs = block.text.find('\t') != std::string_view::npos;
  for (std::size_t at = 0; at < block.text.size(); ++nth) {
    const void* found = std::memchr(block.text.data() + at, '\n', block.text.size() - at);
    const std::size_t stop = found == nullptr
                                 ? block.text.size()
                                 : static_cast<std::size_t>(static_cast<const char*>(found) - block.text.data());
    const Hit* first = hit;
    while (hit != end && hit->at < stop) ++hit;
    std::uint64_t byte = block.first_byte + at;
    if (block.origins != nullptr && nth < block.origins->size()) {
      number = (*block.origins)[nth].number;
      byte = (*block.origins)[nth].byte;
    }
    if (stop > at) line(block.text.substr(at, stop - at), first, hit, number, byte);
    last_line = std::max(last_line, number);
    ++number;
    at = stop + 1;
  }
  leave(block.text);
}

// Whatever the cutting into blocks, the same text stands above a line.
void Recogniser::State::leave(std::string_view block) {
  const std::string_view rest = block.substr(static_cast<std::size_t>(since - block.data()));
  above.append(rest.substr(0, kMostAbove - std::min(kMostAbove, above.size())));
  if (!rest.empty() && rest.back() != '\n' && above.size() < kMostAbove) above += '\n';
}

// False: not all of the line was looked at.
bool Recogniser::State::match(std::string_view text, const model::LineHead& head) {
  const auto any = [&](auto&& is) {
    return std::any_of(candidates.begin(), candidates.end(),
                       [&](std::uint32_t number) { return is((*rules)[number]); });
  };
  const bool torn = any([](const Rule& rule) { return rule.head.torn; });
  const bool marks_something = any([](const Rule& rule) { return rule.is_mark; });
  Above above_it = torn || marks_something ? above_line(text, head) : Above::nothing;
  const bool complete = matcher.match(text, head, candidates, matches, above_it == Above::text);
  // That an engine is ready, armed or alive is not believed of a line that somebody may have sent.
  if (above_it != Above::nothing)
    std::erase_if(matches, [this](const Match& m) { return (*rules)[m.rule].is_mark && !m.head.record; });
  const auto event = [this](const Match& match) { return !(*rules)[match.rule].is_mark; };
  const auto sure = [&](const Match& match) { return event(match) && !match.doubtful; };
  const bool found = std::any_of(matches.begin(), matches.end(), event);
  if (std::any_of(matches.begin(), matches.end(), sure) || !any([](const Rule& rule) { return !rule.is_mark; })) {
    return complete;
  }
  if (!torn && !marks_something) above_it = above_line(text, head);
  std::vector<Match> again;
  if (above_it != Above::text)
    look_again(*rules, matcher, text, head, candidates, is_listed(text, head), unfolded, again);
  // What looks torn may be whole behind a head that is not known.
  const bool torn_only = std::all_of(matches.begin(), matches.end(), [](const Match& m) { return m.headless; });
  if (found && (torn_only ? !again.empty() : std::any_of(again.begin(), again.end(), sure))) matches.clear();
  if (!found || matches.empty()) matches.insert(matches.end(), again.begin(), again.end());
  return complete;
}

// Of a line that has no head, though a rule that may take it wants one: what stands above tells whether it is what a
// torn record left, or the next line of a prompt. Where each physical line has its process in front, so have the lines
// of a prompt.
Above Recogniser::State::above_line(std::string_view text, const model::LineHead& head) {
  if (head.record || ++asked > kAsks) return Above::nothing;
  return what_stands_above(of_one_writer(lines_above(text), head.process));
}

std::string Recogniser::State::lines_above(std::string_view text) const {
  std::string lines = above;
  const auto here = static_cast<std::size_t>(text.data() - since);
  return lines.append(since, std::min(here, kMostAbove - std::min(kMostAbove, lines.size())));
}

// Is the line one of a list of what a command printed? After many it is one if one was.
bool Recogniser::State::is_listed(std::string_view text, const model::LineHead& head) {
  if (head.record || list_element(head.message).empty()) return false;
  if (++asked <= kAsks) listed = in_printed_list(lines_above(text));
  return listed;
}

// A line is split at CR: what follows overwrites it on a terminal. The process prefix stands once, in front.
void Recogniser::State::line(std::string_view text, const Hit* hit, const Hit* end, std::uint64_t number,
                             std::uint64_t byte) {
  model::Process writer;
  if (!frames || text.find('\r') == std::string_view::npos) {
    if (!known(text, hit, end, number)) segment(text, hit, end, number, byte, writer, true);
    return;
  }
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t stop = std::min(text.find('\r', at), text.size());
    const Hit* first = hit;
    const auto stop_in_block = static_cast<std::size_t>(text.data() - block_text) + stop;
    while (hit != end && hit->at < stop_in_block) ++hit;
    if (stop > at) segment(text.substr(at, stop - at), first, hit, number, byte, writer, false);
    at = stop + 1;
  }
}

// What stands above a record's head is no part of what follows it.
void Recogniser::State::begin_record(std::string_view text) {
  above.clear();
  since = text.data();
  asked = 0;
  listed = false;
}

// First and last stamps of the file, pairs that tell its zone. The timeline is not fed here.
void Recogniser::State::note_stamps(model::LineHead& head, int process, std::uint64_t number) {
  if (head.ray) evidence.merged = true;
  std::optional<model::Stamp>& own = head.inner ? head.inner : head.outer;
  if (own && !own->zoned && !own->paired) own->folded = steps.see(process, *own);
  zones.see(head, number);
  for (const std::optional<model::Stamp>* stamp : {&head.inner, &head.outer}) {
    if (!*stamp) continue;
    std::optional<model::Stamp>& first = (*stamp)->zoned ? evidence.first_zoned_stamp : evidence.first_stamp;
    if (!first) first = *stamp;
    ((*stamp)->zoned ? evidence.last_zoned_stamp : evidence.last_stamp) = *stamp;
  }
}

void Recogniser::State::note_odd_date(std::string_view text, std::uint64_t number) {
  const std::string_view date = odd_date(text);
  if (!date.empty()) evidence.odd_date = model::OddDate{base::valid_utf8(date, date.size()), number};
}

void Recogniser::State::segment(std::string_view text, const Hit* hit, const Hit* end, std::uint64_t number,
                                std::uint64_t byte, model::Process& writer, bool whole) {
  model::LineHead head = read_head(text);
  if (labels.learned()) take_label(&text, &head, &writer);
  if (head.process.told()) {
    writer = head.process;
  } else {
    head.process = writer;
  }
  matches.clear();
  moments.clear();
  unfolded.clear();
  std::uint64_t heard = 0;
  if (hit != end) {
    index->candidates(hit, end, candidates);
    // What was not looked at is told: a line that could not be read must not look like one without events.
    if (!candidates.empty() && !match(text, head)) ++evidence.coverage.unreadable_lines;
    for (const Hit* h = hit; h != end; ++h) heard |= wanted->listened[h->needle];
  }
  heads = heads || head.record;
  if (head.record) begin_record(text);
  const std::optional<model::Stamp>& stamp = head.inner ? head.inner : head.outer;
  const int process = stamp ? processes.number_of(head.process) : kNoProcess;
  note_stamps(head, process, number);
  if (!stamp && !evidence.odd_date && number <= kMostUndated) note_odd_date(text, number);
  folded = stamp && stamp->folded;
  // A line that is an event gives its stamp with its ticket; one that only holds another's record gives it here.
  const bool own = std::any_of(matches.begin(), matches.end(), [](const Match& m) { return m.record_begin == 0; });
  if (!own && stamp) timeline.dated(process, *stamp);
  renewable.reset();
  for (const Match& match : matches) matched(match, text, number, byte);
  // Lines are known by how they begin, with their labels.
  if (whole && !labels.learned()) remember(text, head, hit, end, own);
  if (heard != 0 && listening.heard) listening.heard({path, text, &head, number, heard});
}

// Takes the label off that stands in front of what is known of the line. What stands behind it has its time from in
// front.
void Recogniser::State::take_label(std::string_view* text, model::LineHead* head, model::Process* writer) const {
  const bool read = head->record || head->process.told();
  const LineLabel label = labels.at(read ? *text : head->message);
  if (label.length == 0) return;
  if (labels.several()) writer->name = label.name;
  if (read) return;
  const model::LineHead front = std::move(*head);
  *text = front.message.substr(label.length);
  *head = read_head(*text);
  Around around;
  around.stamp = label.stamp ? label.stamp : front.inner ? front.inner : front.outer;
  date_by(around, *head);
}

void Recogniser::State::note_armed(int writer) {
  any_armed = true;
  if (writer != kNoProcess && std::find(armed.begin(), armed.end(), writer) == armed.end() && armed.size() < 2) {
    armed.push_back(writer);
  }
}

void Recogniser::State::mark(const Rule& rule, model::MarkKind kind, const std::string& detail, const Match& match,
                             int writer, Timeline::Ticket ticket, std::string_view text, std::uint64_t number) {
  // Where a server's ready line is lost or written elsewhere, its first heartbeat tells that it serves.
  if (kind == model::MarkKind::ready || kind == model::MarkKind::progress) ready = true;
  if (kind == model::MarkKind::armed) note_armed(writer);
  model::RawMark mark;
  mark.kind = kind;
  mark.rule = rule.facts.id;
  mark.compiler = rule.facts.compiler;
  mark.detail = detail;
  mark.process = match.head.process;
  mark.line = number;
  mark.text = text;
  renewable = marks.add(std::move(mark), writer, ticket);
}

// Several rules may take one record: it is one line all the same.
Timeline::Moment Recogniser::State::moment_of(const Match& match, const Piece& piece) {
  for (const auto& [begin, moment] : moments) {
    if (begin == match.record_begin) return moment;
  }
  moments.emplace_back(match.record_begin, timeline.pass(piece.writer, piece.stamp));
  return moments.back().second;
}

void Recogniser::State::matched(const Match& match, std::string_view text, std::uint64_t number, std::uint64_t byte) {
  const Rule& rule = (*rules)[match.rule];
  Piece piece;
  piece.rule = &rule;
  piece.rule_number = match.rule;
  piece.captured = captured_by(rule, match);
  piece.process = match.head.process;
  if (piece.captured.pid) {
    piece.process = {};
    piece.process.pid = *piece.captured.pid;
    piece.process.name = piece.captured.process;
  } else if (!piece.captured.process.empty()) {
    piece.process.name = piece.captured.process;
  }
  piece.writer = processes.number_of(piece.process);
  piece.form = match.head.prefixes;
  piece.stamp = match.head.inner ? match.head.inner : match.head.outer;
  if (piece.stamp && folded) piece.stamp->folded = !piece.stamp->zoned && !piece.stamp->paired;
  piece.line = number;
  piece.byte = byte;
  piece.order = ++order;
  piece.text = match.unfolded.data() != nullptr ? match.unfolded : text.substr(match.record_begin);
  piece.message = match.head.message;
  piece.doubtful = match.doubtful;
  piece.headless = match.headless;
  piece.after_ready = ready;
  piece.after_armed = any_armed;
  piece.repeated = match.head.repeated;
  const Timeline::Moment moment = moment_of(match, piece);
  piece.ticket = timeline.hold(moment);
  if (match.record_begin != 0 || match.unfamiliar) {
    model::LineHead head = match.head;
    note_stamps(head, processes.number_of(head.process), number);
  }
  if (rule.is_mark) {
    return mark(rule, rule.mark, piece.captured.detail, match, piece.writer, piece.ticket, piece.text, number);
  }
  if (rule.facts.monitored && !piece.headless) note_armed(piece.writer);
  if (!rule.verbose_proof.empty()) {
    const std::string* proof = piece.captured.find(rule.verbose_proof);
    if (proof != nullptr && !proof->empty()) {
      mark(rule, model::MarkKind::monitor_config, "verbose=true", match, piece.writer, timeline.hold(moment),
           piece.text, number);
    }
  }
  if (rule.also) {
    mark(rule, *rule.also, piece.captured.target, match, piece.writer, timeline.hold(moment), piece.text, number);
  }
  assembler.add(piece);
}

void Recogniser::State::take(Draft&& draft) {
  if (drafts.size() >= limits.events) {
    too_many = true;
    timeline.forget(draft.first);
    if (draft.last != draft.first) timeline.forget(draft.last);
    return;
  }
  drafts.push_back(std::move(draft));
}

// A record that turned out to be a mark: its first line is the mark's.
void Recogniser::State::demote(const Draft& draft, model::MarkKind kind) {
  const Rule& rule = (*rules)[draft.event.rule];
  Match match;
  match.head.process = draft.event.process;
  if (draft.last != draft.first) timeline.forget(draft.last);
  mark(rule, kind, draft.event.target, match, draft.writer, draft.first, draft.event.text, draft.event.line);
}

model::LogEvidence Recogniser::finish() {
  State& state = *state_;
  if (state.opening.open()) state.begin(true);
  state.assembler.finish();
  const auto earlier = [](const Draft& a, const Draft& b) { return a.order < b.order; };
  if (!std::is_sorted(state.drafts.begin(), state.drafts.end(), earlier))
    std::stable_sort(state.drafts.begin(), state.drafts.end(), earlier);
  if (!state.drafts.empty()) fold(state.drafts, state.timeline);
  // Unprefixed lines are of the only process that a monitor spoke of, if there is just one.
  const int only = state.armed.size() == 1 ? state.armed.front() : kNoProcess;
  state.evidence.events.reserve(state.drafts.size());
  for (; !state.drafts.empty(); state.drafts.pop_front()) {
    Draft& draft = state.drafts.front();
    model::RawEvent& event = draft.event;
    // Only where loggers write heads can one be torn off.
    if (draft.headless && !state.heads) continue;
    if (!event.process.told() && only != kNoProcess) {
      event.process = state.processes.process(only);
      draft.writer = only;
    }
    event.first = state.timeline.resolve(draft.first, draft.writer);
    event.last = state.timeline.resolve(draft.last, draft.writer);
    state.evidence.events.push_back(std::move(event));
  }
  model::LogEvidence& evidence = state.evidence;
  evidence.marks = state.marks.finish();
  if (evidence.first_stamp || evidence.first_zoned_stamp) evidence.odd_date.reset();
  evidence.zone_pairs = state.zones.pairs();
  evidence.unpaired_stamps = state.zones.unpaired();
  evidence.set_back = state.steps.set_back();
  evidence.zones_apart = state.steps.apart();
  evidence.processes = state.processes.all();
  evidence.coverage.path = state.path;
  evidence.coverage.worker = worker_of_path(state.path);
  evidence.coverage.lines = state.last_line;
  if (state.too_many || state.marks.overflowed()) {
    evidence.coverage.damage.push_back({model::DamageKind::limit, state.path,
                                        "more than " + std::to_string(state.limits.events) +
                                            " events or too many kinds of marks in one log; the rest was not kept"});
  }
  return std::move(evidence);
}

}  // namespace jitgate::recognise
