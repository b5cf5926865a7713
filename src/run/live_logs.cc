#include "run/live_logs.h"

#include <algorithm>
#include <utility>

#include "base/fingerprint.h"
#include "base/text.h"
#include "base/wall_clock.h"
#include "follow/writers.h"
#include "model/path_name.h"
#include "read/blocks.h"
#include "recognise/recogniser.h"
#include "results/documents.h"
#include "run/pace.h"
#include "snapshot/ninja_log.h"

namespace jitgate::run {
namespace {

constexpr std::int64_t kLazyMs = 10'000;  // a word that no rule took is looked into after that long
constexpr std::int64_t kShare = 4;        // reading logs again takes at most one part in that many of the time

constexpr std::uint64_t kAllAtOnce = 32 << 20;  // a poll that gives more may have left some
constexpr std::size_t kHead = 512;              // bytes; copies are alike in them

bool is_utf16(std::string_view head) { return head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"); }

// Whoever wrote a log that short a time before we came is taken to be there.
constexpr base::Duration kRecent = base::kMinute;

// By how much the log's stamps are off from the time at which the last of them was read, in whole quarters of an hour.
// A line is read at most some seconds after it was written; what does not fit is no such line.
std::optional<int> heard_offset(const model::LogEvidence& log, base::Instant heard_at) {
  if (heard_at == 0 || !log.last_stamp) return std::nullopt;
  const model::Stamp& stamp = *log.last_stamp;
  const base::Instant day = heard_at - heard_at % base::kDay;
  base::Duration ahead = day + stamp.ns_of_day - heard_at;
  ahead -= ahead > 14 * base::kHour ? base::kDay : 0;
  ahead += ahead < -12 * base::kHour - base::kMinute ? base::kDay : 0;
  constexpr base::Duration kQuarter = 15 * base::kMinute;
  const base::Duration nearest =
      (ahead + 12 * base::kHour + 1 * base::kMinute) / kQuarter * kQuarter - 12 * base::kHour;
  const base::Duration late = nearest - ahead;  // how long ago it was written, in that zone
  if (late < -5 * base::kSecond || late > base::kMinute) return std::nullopt;
  const base::Civil date = base::civil_of(heard_at + nearest - std::max<base::Duration>(late, 0));
  if (stamp.month != 0 && (stamp.month != date.month || stamp.day != date.day)) return std::nullopt;
  return static_cast<int>(nearest / base::kSecond);
}

// Logs of one server are of one zone: of those that were there before, and have said nothing since, the others tell.
void share_offset(std::vector<model::LogEvidence>& logs) {
  std::optional<int> common;
  for (const model::LogEvidence& log : logs) {
    if (!log.heard_offset_s) continue;
    if (common && *common != *log.heard_offset_s) return;
    common = log.heard_offset_s;
  }
  for (model::LogEvidence& log : logs) {
    if (!log.heard_offset_s) log.heard_offset_s = common;
  }
}

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
  if (part.live.left_behind) old_.push_back(number);
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

// A server with nothing to do holds its log open, and was started before it wrote there last.
void LiveLogs::find_writers() {
  if (old_.empty()) return;
  std::set<follow::Identity> files;
  for (const std::uint64_t number : old_) files.insert(parts_[number].identity);
  const auto writers = follow::writers_of(files);
  for (const std::uint64_t number : old_) {
    Part& part = parts_[number];
    const auto writer = writers.find(part.identity);
    if (writer != writers.end() && writer->second <= part.live.changed + base::kSecond) part.live.left_behind = false;
  }
  old_.clear();
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
  part.bytes += bytes.size();
  part.handed += bytes.size();
  if (part.head.size() < kHead) part.head += bytes.substr(0, kHead - part.head.size());
  if (part.fresh) {
    part.heard_at = base::wall_clock();
  } else {
    part.live.lines_before += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  }
  search(part, bytes);
}

void LiveLogs::search(Part& part, std::string_view bytes) {
  // Words are not found in UTF-16, whose every byte pair is a letter; reading decodes it. Nor has a build's row any.
  if (is_utf16(part.head) || snapshot::is_ninja_log(part.path, part.head)) part.news = true;
  if ((part.news && !part.fresh) || !part.stream->looks_for(bytes)) return;
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

void LiveLogs::conclude(Part& part) {
  if (!part.stale || !part.stream) return;
  Evidence now;
  part.stream->finish({}, now);
  part.unheard = false;
  for (model::LogEvidence& log : now.logs) {
    log.heard_offset_s = heard_offset(log, part.heard_at);
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
  const bool news = part.news;
  conclude(part);
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
  find_writers();
  const bool fewer = find_removed();
  for (auto& [number, part] : parts_) {
    part.fresh = part.fresh || part.bytes < kAllAtOnce;
    part.bytes = 0;
  }
  return fewer || std::any_of(parts_.begin(), parts_.end(), [&](const auto& one) {
           const Part& part = one.second;
           if (part.news && !part.followed) return true;
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

// A line that is drawn over itself (a progress bar) has no end until it is done, and means nothing by it.
std::map<std::uint64_t, std::uint64_t> LiveLogs::unended() const {
  std::map<std::uint64_t, std::uint64_t> out;
  for (const auto& [number, text] : follower_.unfinished()) {
    const bool blank = text.find_first_not_of(" \t") == std::string_view::npos;
    if (!blank && text.find('\r') == std::string_view::npos) out[number] = parts_.at(number).handed;
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
    conclude(part);
  }
  return news;
}

bool LiveLogs::same_beginning(std::uint64_t a, std::uint64_t b, std::uint64_t bytes) const {
  std::string told[2];
  for (const std::uint64_t number : {a, b}) {
    base::Fingerprint hash;
    std::uint64_t rest = bytes;
    const bool whole = follower_.replay(number, [&](std::string_view block) {
      hash.add(block.substr(0, rest));
      rest -= std::min<std::uint64_t>(rest, block.size());
    });
    if (!whole || rest > 0) return false;
    told[number == a ? 0 : 1] = hash.hex();
  }
  return told[0] == told[1];
}

// Short logs of two workers may be alike; one that names its process, or is as long as a start-up's, tells whose it is.
bool LiveLogs::tells_whose(const Part& part) {
  constexpr std::uint64_t kLong = 4096;
  if (part.handed >= kLong) return true;
  if (!part.known) return false;
  const auto has_pid = [](const model::Process& process) { return process.pid >= 0; };
  return std::any_of(part.known->logs.begin(), part.known->logs.end(), [&](const model::LogEvidence& log) {
    return std::any_of(log.processes.begin(), log.processes.end(), has_pid);
  });
}

std::map<std::uint64_t, std::uint64_t> LiveLogs::copies() {
  std::vector<std::pair<std::uint64_t, const Part*>> all;
  for (const auto& [number, part] : parts_) {
    if (part.followed && part.handed > 0 && tells_whose(part)) all.emplace_back(number, &part);
  }
  // The longest first, and of equal ones the first by name: it is the others that are copies.
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second->handed != b.second->handed ? a.second->handed > b.second->handed : a.second->path < b.second->path;
  });
  std::map<std::uint64_t, std::uint64_t> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (out.count(all[i].first) != 0) continue;
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      const Part& shorter = *all[k].second;
      if (!std::string_view(all[i].second->head).starts_with(shorter.head) || out.count(all[k].first) != 0) continue;
      Alike& alike = compared_[{all[i].first, all[k].first}];
      if (alike.bytes != shorter.handed)
        alike = {shorter.handed, same_beginning(all[i].first, all[k].first, shorter.handed)};
      if (alike.same) out[all[k].first] = all[i].first;
    }
  }
  return out;
}

void LiveLogs::finish(std::int64_t now_ms) {
  now_ms_ = now_ms;
  follower_.finish(now_ms);
  find_removed();
}

}  // namespace jitgate::run
