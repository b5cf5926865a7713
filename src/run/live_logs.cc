#include "run/live_logs.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "base/wall_clock.h"
#include "follow/writers.h"
#include "model/path_name.h"
#include "read/blocks.h"
#include "recognise/recogniser.h"
#include "results/documents.h"
#include "run/drawn_over.h"
#include "run/heard_offset.h"
#include "run/pace.h"
#include "snapshot/ninja_log.h"

namespace jitgate::run {
namespace {

constexpr std::int64_t kLazyMs = 10'000;  // a word that no rule took is looked into after that long
constexpr std::int64_t kShare = 4;        // reading logs again takes at most one part in that many of the time

constexpr std::size_t kMostPieces = 2 << 20;  // bytes; reading joins no record that is longer
constexpr std::size_t kHead = 512;            // bytes; copies are alike in them

bool is_utf16(std::string_view head) { return head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"); }

constexpr std::int64_t kWritersMs = 1000;  // how often writers are looked for
constexpr std::int64_t kHoldsMs = 2000;    // who holds a log open that long is its writer
constexpr int kMissed = 2;                 // looks without one

// Whoever wrote a log that short a time before we came is taken to be there.
constexpr base::Duration kRecent = base::kMinute;

}  // namespace

std::vector<LogKey> keys_of(const std::vector<model::LogEvidence>& logs) {
  std::vector<LogKey> keys;
  std::map<std::string, std::size_t> met;
  for (const model::LogEvidence& log : logs) keys.emplace_back(log.coverage.path, met[log.coverage.path]++);
  return keys;
}

LiveLogs::LiveLogs(std::vector<std::string> paths, const recognise::Catalogue& catalogue, Notice notice,
                   follow::Settings settings)
    : catalogue_(catalogue),
      notice_(std::move(notice)),
      begun_(base::wall_clock()),
      follower_(std::move(paths), *this, settings) {}

LiveLogs::~LiveLogs() = default;

void LiveLogs::begin(std::uint64_t number, const follow::Found& found) {
  Part& part = parts_[number];
  part.path = found.path;
  part.own_path = own_path(found.path);
  part.identity = found.identity;
  part.live.part = number;
  part.live.changed = found.changed;
  part.live.left_behind = found.changed < begun_ - kRecent;
  const bool there_before = found.changed != base::kLatest && polls_ <= 1;
  if (part.live.left_behind || (there_before && follow::writers_would_show(found.path))) old_.push_back(number);
  part.fresh = polls_ > 1 && !part.live.left_behind;  // it has just been made
  part.stream = std::make_unique<LogStream>(part.own_path, catalogue_, no_patterns_);
}

// Evidence is known by its log's path. A log that took another's place under its name is another all the same, so it is
// told by another path to the same place: what the old one says must not be taken for the new one's.
std::string LiveLogs::own_path(const std::string& path) {
  std::string own = path;
  const std::size_t name = path.rfind('/');
  for (std::size_t n = paths_[path]++; n > 0; --n) own.insert(name == std::string::npos ? 0 : name + 1, "./");
  return own;
}

// True: there is another than before, or one less.
bool LiveLogs::find_removed() {
  std::map<std::uint64_t, std::string> removed = follower_.removed();
  if (removed == removed_) return false;
  removed_ = std::move(removed);
  for (auto& [number, part] : parts_) part.live.removed = removed_.count(number) != 0;
  return true;
}

// A log may get its permissions late, or its file server answer again; then it is read from its beginning. Of one that
// is gone unread nobody knows what it held.
void LiveLogs::look_at_troubles() {
  for (LiveTrouble& trouble : troubles_) {
    if (!trouble.lasts || follower_.troubled(trouble.path)) continue;
    std::error_code error;
    trouble.lasts = false;
    trouble.over = std::filesystem::exists(trouble.path, error);
  }
}

// A server with nothing to do holds its log open, and was started before it wrote there last. One that was killed just
// before we came wrote there a moment ago, and only its writer that lacks tells.
bool LiveLogs::find_writers() {
  if (old_.empty()) return watch_writers();
  std::set<follow::Identity> files;
  for (const std::uint64_t number : old_) files.insert(parts_[number].identity);
  const auto writers = follow::writers_of(files);
  for (const std::uint64_t number : old_) {
    Part& part = parts_[number];
    const auto writer = writers.find(part.identity);
    part.live.left_behind = writer == writers.end() || writer->second > part.live.changed + base::kSecond;
  }
  old_.clear();
  return watch_writers();
}

// A process that is killed has no last words, but lets go of its log. Whoever opens it for a moment (a shell's `>>`) is
// no such process, and what grows has a writer that is not seen. True: a log was let go, or taken up again.
bool LiveLogs::watch_writers() {
  if (now_ms_ < next_writers_ms_) return false;
  const std::int64_t begun = steady_ms();
  std::set<follow::Identity> files;
  for (const auto& [number, part] : parts_) {
    if (part.followed && part.live.changed != base::kLatest) files.insert(part.identity);
  }
  const auto writers = follow::writers_of(files);
  bool news = false;
  for (auto& [number, part] : parts_) {
    if (!part.followed || part.live.changed == base::kLatest) continue;
    Part::Writer& writer = part.writer;
    const auto seen = writers.find(part.identity);
    const bool was_let_go = part.live.let_go;
    if (seen != writers.end()) {
      // Told by two clocks, a start is never quite the same.
      const bool same = writer.started && std::abs(*writer.started - seen->second) < base::kSecond;
      if (!same) writer.since_ms = now_ms_;
      writer.started = seen->second;
      writer.last_seen = base::wall_clock();
      writer.missed = 0;
      writer.handed = part.handed;
      part.live.held = part.live.held || now_ms_ - writer.since_ms >= kHoldsMs;
      part.live.let_go = false;
    } else if (part.live.held) {
      if (part.handed != writer.handed) writer.missed = 0;  // its last words, or another's
      writer.handed = part.handed;
      part.live.let_go = ++writer.missed >= kMissed;
      if (part.live.let_go && !was_let_go) part.live.let_go_at = {writer.last_seen, base::wall_clock()};
    }
    news = news || part.live.let_go != was_let_go;
  }
  // A host of many processes is looked at less often.
  next_writers_ms_ = now_ms_ + std::max<std::int64_t>(kWritersMs, 10 * (steady_ms() - begun));
  return news;
}

void LiveLogs::read_again(std::uint64_t number, Part& part, std::size_t but_last) {
  const std::int64_t begun = steady_ms();
  part.stream = std::make_unique<LogStream>(part.own_path, catalogue_, no_patterns_);
  std::string held;  // what is handed out just now stands at the end of it already
  bool whole = follower_.replay(number, [&](std::string_view bytes) {
    held += bytes;
    if (held.size() <= but_last) return;
    part.stream->feed(std::string_view(held).substr(0, held.size() - but_last));
    held.erase(0, held.size() - but_last);
  });
  part.cost_ms = steady_ms() - begun;
  if (whole) return;
  // It was made anew under our hands. What was known of it stays; what comes is the rest of it.
  part.own_path = own_path(part.path);
  part.stream = std::make_unique<LogStream>(part.own_path, catalogue_, no_patterns_);
  Part& before = parts_[(std::uint64_t{1} << 63) + lost_++];
  before.path = part.path;
  before.known = std::exchange(part.known, std::nullopt);
  before.followed = false;
}

void LiveLogs::data(std::uint64_t number, std::string_view bytes) {
  Part& part = parts_[number];
  if (!part.stream) read_again(number, part, bytes.size());
  part.stream->feed(bytes);
  part.stale = true;
  part.handed += bytes.size();
  if (part.head.size() < kHead) part.head += bytes.substr(0, kHead - part.head.size());
  if (part.fresh) {
    part.heard_at = base::wall_clock();
  } else {
    part.live.lines_before += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  }
  const bool waits = part.stream->waits();
  if (waits && !part.waits) part.waits_ms = now_ms_;
  part.waits = waits;
  part.whole = waits ? part.whole : part.handed;
  if (!waits && part.pieces.empty()) return search(part, bytes, false);
  // A rule's words may lie across the lines of such a record.
  part.pieces += bytes;
  if (waits && part.pieces.size() < kMostPieces) return;
  search(part, std::exchange(part.pieces, {}), true);
}

// `split`: words may be split, so that looking for them tells nothing.
void LiveLogs::search(Part& part, std::string_view bytes, bool split) {
  // Words are not found in UTF-16, whose every byte pair is a letter; reading decodes it. Nor has a build's row any.
  if (is_utf16(part.head) || snapshot::is_ninja_log(part.path, part.head)) part.news = true;
  if ((part.news && !part.fresh) || (!split && !part.stream->looks_for(bytes))) return;
  recognise::Recogniser small(catalogue_, part.path);
  read::BlockReader blocks([&](const model::Block& block) { small.scan(block); });
  blocks.feed(bytes);
  blocks.finish();
  const model::LogEvidence found = small.finish();
  const auto tells = [](const model::RawMark& mark) { return mark.kind != model::MarkKind::progress; };
  for (const model::RawMark& mark : found.marks) {
    if (!part.fresh) break;
    hear(mark, part.live.work);
    // A new server says that it begins before it has any throughput: this one is the old one, and lives.
    if (mark.kind == model::MarkKind::progress && std::exchange(part.live.left_behind, false)) part.news = true;
  }
  part.news = part.news || !found.events.empty() || std::any_of(found.marks.begin(), found.marks.end(), tells);
  if (part.news || !found.marks.empty() || part.perhaps_ms >= 0) return;
  if (small.looks_for(bytes)) part.perhaps_ms = now_ms_;
}

// Half of a record is another event than the whole of it, so the rest is waited for a while; and to look at a log that
// is still being read for the first time means to read what was read again.
bool LiveLogs::may_conclude(const Part& part) const {
  return !part.behind && (!part.waits || now_ms_ - part.waits_ms >= kLazyMs);
}

// `half_records`: for all that.
void LiveLogs::conclude(Part& part, bool half_records) {
  if (!part.stale || !part.stream) return;
  if (!half_records && !may_conclude(part)) return;
  Evidence now;
  part.stream->finish({}, now);
  part.unheard = false;
  for (model::LogEvidence& log : now.logs) {
    log.heard_offset_s =
        part.heard_at != 0 ? heard_offset(log, part.heard_at) : offset_of_last_write(log, part.live.changed);
    part.unheard = part.unheard || (part.heard_at == 0 && log.last_stamp && !log.events.empty());
  }
  part.known = std::move(now);
  part.stream.reset();
  part.stale = part.news = false;
  part.perhaps_ms = -1;
  part.due_ms = now_ms_ + kShare * part.cost_ms;
}

void LiveLogs::end(std::uint64_t number, follow::Ended why) {
  Part& part = parts_[number];
  const bool news = part.news || !part.pieces.empty();
  conclude(part, true);
  part.news = news;  // still to be looked at
  part.followed = false;
  if (why == follow::Ended::closed) {
    closed_.push_back({part.path == "-" ? "standard input" : part.path, base::wall_clock()});
    if (notice_) notice_(closed_.back().path, "has ended: whoever wrote it is gone");
  }
  if (why == follow::Ended::anew) {
    troubles_.push_back(
        {part.path, "was truncated: what it held then may not have been read", base::wall_clock(), false});
    if (notice_) notice_(part.path, "was truncated: read from its beginning again");
  }
}

void LiveLogs::trouble(const std::string& path, const std::string& what, bool lost) {
  if (lost) troubles_.push_back({path, what, base::wall_clock(), true});
  if (notice_) notice_(path, what);
}

// What is packed beside logs may be one that was rotated away: what it held was not read if it was written meanwhile.
void LiveLogs::packed(const std::string& path, base::Instant changed) {
  const std::string name = base::lower(model::file_name(path));
  const bool of_a_log = std::any_of(model::kLogEndings.begin(), model::kLogEndings.end(),
                                    [&](std::string_view part) { return name.find(part) != std::string::npos; });
  if (of_a_log || model::serves(recognise::worker_of_path(path.substr(0, path.rfind('.'))).role))
    troubles_.push_back({path, "is packed: what it holds was not read", changed, false});
}

bool LiveLogs::poll(std::int64_t now_ms) {
  now_ms_ = now_ms;
  ++polls_;
  follower_.poll(now_ms);
  look_at_troubles();
  const bool let_go = find_writers();
  const bool fewer = find_removed() || let_go;
  const std::set<std::uint64_t> behind = follower_.behind();
  for (auto& [number, part] : parts_) {
    part.behind = behind.count(number) != 0;
    part.fresh = part.fresh || !part.behind;
    const bool in_vain = part.waits && now_ms - part.waits_ms >= kLazyMs;
    if (in_vain && !part.pieces.empty()) search(part, std::exchange(part.pieces, {}), true);
  }
  return fewer || std::any_of(parts_.begin(), parts_.end(), [&](const auto& one) {
           const Part& part = one.second;
           if (part.news && !part.followed) return true;
           if (!may_conclude(part)) return false;
           return now_ms >= part.due_ms && (part.news || (part.stale && (!part.known || part.unheard)) ||
                                            (part.perhaps_ms >= 0 && now_ms - part.perhaps_ms >= kLazyMs));
         });
}

Evidence LiveLogs::look(bool everything) {
  Evidence all;
  std::vector<const Part*> by_path;
  for (auto& [number, part] : parts_) {
    const bool due = part.news || part.perhaps_ms >= 0 || !part.known || part.unheard;
    if (everything || (due && now_ms_ >= part.due_ms)) conclude(part);
    if (!part.followed) part.news = false;
    by_path.push_back(&part);
  }
  std::stable_sort(by_path.begin(), by_path.end(), [](const Part* a, const Part* b) { return a->path < b->path; });
  std::vector<const Part*> of_logs;
  for (const Part* part : by_path) {
    if (!part->known) continue;
    of_logs.insert(of_logs.end(), part->known->logs.size(), part);
    append(all, Evidence(*part->known));
  }
  told_.clear();
  const std::vector<LogKey> keys = keys_of(all.logs);
  for (std::size_t i = 0; i < keys.size(); ++i) told_[keys[i]] = of_logs[i]->live;
  share_offset(all.logs);
  results::pair_marks(all.results);
  return all;
}

bool LiveLogs::unjudged() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const auto& one) { return one.second.stale; });
}

std::vector<std::string> LiveLogs::behind() const {
  std::vector<std::string> out;
  for (const std::uint64_t number : follower_.behind()) out.push_back(parts_.at(number).path);
  return out;
}

std::map<std::uint64_t, std::uint64_t> LiveLogs::unended() const {
  std::map<std::uint64_t, std::uint64_t> out;
  for (const auto& [number, text] : follower_.unfinished()) {
    if (!is_drawn_over(text)) out[number] = parts_.at(number).whole;
  }
  for (const auto& [number, part] : parts_) {
    if (part.followed && part.waits) out[number] = part.whole;
  }
  return out;
}

bool LiveLogs::peek() {
  bool news = false;
  for (const auto& [number, text] : follower_.unfinished()) {
    Part& part = parts_[number];
    if (part.peeked == part.handed + text.size()) continue;
    part.peeked = part.handed + text.size();
    if (!part.stream) read_again(number, part, 0);
    part.stream->feed(text);
    part.stale = news = true;
    conclude(part, true);
  }
  return news;
}

void LiveLogs::finish(std::int64_t now_ms) {
  now_ms_ = now_ms;
  follower_.finish(now_ms);
  find_removed();
}

}  // namespace jitgate::run
