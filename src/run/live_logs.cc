#include "run/live_logs.h"

#include <algorithm>
#include <utility>

#include "base/wall_clock.h"
#include "read/blocks.h"
#include "recognise/recogniser.h"
#include "results/documents.h"
#include "run/pace.h"

namespace jitgate::run {
namespace {

constexpr std::int64_t kLazyMs = 10'000;  // a word that no rule took is looked into after that long
constexpr std::int64_t kShare = 4;        // reading logs again takes at most one part in that many of the time

constexpr std::uint64_t kAllAtOnce = 32 << 20;  // a poll that gives more may have left some

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

LiveLogs::LiveLogs(std::vector<std::string> paths, const recognise::Catalogue& catalogue, Notice notice,
                   follow::Settings settings)
    : catalogue_(catalogue), notice_(std::move(notice)), follower_(std::move(paths), *this, settings) {}

LiveLogs::~LiveLogs() = default;

void LiveLogs::begin(std::uint64_t number, const std::string& path) {
  Part& part = parts_[number];
  part.path = path;
  part.fresh = polls_ > 1;  // it has just been made
  part.stream = std::make_unique<LogStream>(path, catalogue_, no_patterns_);
}

void LiveLogs::read_again(std::uint64_t number, Part& part, std::size_t but_last) {
  const std::int64_t begun = steady_ms();
  part.stream = std::make_unique<LogStream>(part.path, catalogue_, no_patterns_);
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
  part.stream = std::make_unique<LogStream>(part.path, catalogue_, no_patterns_);
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
  if (part.fresh) part.heard_at = base::wall_clock();
  search(part, bytes);
}

void LiveLogs::search(Part& part, std::string_view bytes) {
  if (part.news || !part.stream->looks_for(bytes)) return;
  recognise::Recogniser small(catalogue_, part.path);
  read::BlockReader blocks([&](const model::Block& block) { small.scan(block); });
  blocks.feed(bytes);
  blocks.finish();
  const model::LogEvidence found = small.finish();
  const auto tells = [](const model::RawMark& mark) { return mark.kind != model::MarkKind::progress; };
  part.news = !found.events.empty() || std::any_of(found.marks.begin(), found.marks.end(), tells);
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
  if (why == follow::Ended::anew && notice_) notice_(part.path, "was truncated: read from its beginning again");
}

void LiveLogs::trouble(const std::string& path, const std::string& what) {
  if (notice_) notice_(path, what);
}

bool LiveLogs::poll(std::int64_t now_ms) {
  now_ms_ = now_ms;
  ++polls_;
  follower_.poll(now_ms);
  for (auto& [number, part] : parts_) {
    part.fresh = part.fresh || part.bytes < kAllAtOnce;
    part.bytes = 0;
  }
  return std::any_of(parts_.begin(), parts_.end(), [&](const auto& one) {
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
  for (const Part* part : by_path) {
    if (part->known) append(all, Evidence(*part->known));
  }
  share_offset(all.logs);
  results::pair_marks(all.results);
  return all;
}

void LiveLogs::finish(std::int64_t now_ms) {
  now_ms_ = now_ms;
  follower_.finish(now_ms);
}

}  // namespace jitgate::run
