#include "snapshot/ninja_log.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "model/path_name.h"
#include "snapshot/compilers.h"
#include "snapshot/stamps.h"

namespace jitgate::snapshot {
namespace {

using base::Instant;
using base::kMillisecond;
using base::kSecond;

constexpr std::string_view kHeader = "# ninja log v";
constexpr base::Duration kSameBuild = 5 * kSecond;
// A file system's clock steps by up to 10 ms, and ninja rounds to 1 ms.
constexpr base::Duration kBefore = 50 * kMillisecond;
// Times before 2001 in ns are seconds, or were never recorded.
constexpr std::int64_t kEarliestTold = 1'000'000'000LL * kSecond;

base::Duration after(int version) { return version == 5 ? kSecond : kBefore; }

std::string parent_of(const std::string& path) {
  const std::size_t at = path.find_last_of("/!");
  return at == std::string::npos ? std::string() : path.substr(0, at);
}

}  // namespace

bool NinjaLogReader::feed(std::string_view bytes) {
  while (!refused_ && !bytes.empty()) {
    const std::size_t stop = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, stop);
    if (carry_.size() + piece.size() <= kMaxLine) {
      carry_ += piece;
    } else {
      overlong_ = true;
    }
    if (version_ == 0) {
      const std::size_t known = std::min(carry_.size(), kHeader.size());
      if (std::string_view(carry_).substr(0, known) != kHeader.substr(0, known)) refused_ = true;
    }
    if (stop == std::string_view::npos || refused_) break;
    line(carry_);
    byte_ += carry_.size() + 1;
    carry_.clear();
    overlong_ = false;
    bytes.remove_prefix(stop + 1);
  }
  return !refused_;
}

bool NinjaLogReader::finish() {
  if (!refused_ && !carry_.empty() && version_ != 0) line(carry_);  // a writer that was killed: the row is half
  return !refused_ && version_ != 0;
}

void NinjaLogReader::line(std::string_view text) {
  ++line_;
  if (version_ != 0) return row(text);
  const auto told = base::integer_of(base::trim(text.substr(std::min(text.size(), kHeader.size()))));
  if (!told || *told < 1 || *told > 1000) {
    refused_ = true;
  } else {
    version_ = static_cast<int>(*told);
  }
}

void NinjaLogReader::row(std::string_view text) {
  if (base::trim(text).empty() || text.front() == '#') return;
  const std::vector<std::string_view> fields = base::split(text, '\t');
  std::array<std::int64_t, 3> numbers{};
  bool whole = fields.size() == 5 && !overlong_ && (version_ == 5 || version_ == 7);
  for (std::size_t i = 0; whole && i < numbers.size(); ++i) {
    const auto number = base::integer_of(fields[i]);
    whole = number && *number >= 0;
    if (whole) numbers[i] = *number;
  }
  const auto [begin, end, at] = numbers;
  constexpr std::int64_t kMostMs = 10LL * 365 * 24 * 3600 * 1000;
  if (!whole || end < begin || end > kMostMs || at < kEarliestTold) {
    if (undated_++ == 0) first_undated_ = line_;
    return;
  }
  const Instant began = at - (version_ == 5 ? end : begin) * kMillisecond;
  const bool same = !builds_.empty() && end >= last_ms_ && began - began_ < kSameBuild && began_ - began < kSameBuild;
  if (!same && builds_.size() >= kMaxBuilds) {
    cut_ = true;
    return;
  }
  if (!same) {
    builds_.emplace_back();
    builds_.back().first_line = line_;
    builds_.back().byte = byte_;
    began_ = began;
    first_ms_ = begin;
  }
  // An output may be written long before its command ends, so the latest beginning is the nearest one.
  if (version_ == 5) began_ = std::max(began_, began);
  first_ms_ = std::min(first_ms_, begin);
  last_ms_ = end;
  NinjaBuild& build = builds_.back();
  const Instant start = began_ + first_ms_ * kMillisecond;
  const Instant stop = began_ + last_ms_ * kMillisecond;
  build.start = {start - kBefore, start + after(version_)};
  build.end = {stop - kBefore, stop + after(version_)};
  build.duration_s = base::to_seconds((last_ms_ - first_ms_) * kMillisecond);
  ++build.commands;
  build.output = base::valid_utf8(fields[3], 500);
  build.last_line = line_;
  build.text = base::valid_utf8(text, 2000);
}

model::RawEvent event_of(const NinjaBuild& build, int rule, const std::string& folder) {
  model::RawEvent event;
  event.rule = static_cast<std::uint32_t>(rule);
  event.type = model::EventType::build;
  event.cost = model::Cost::compile;
  event.marks = model::Marks::end;
  event.first_is_start = true;
  event.candidates = build.commands;
  event.target = folder.empty() ? build.output : model::file_name(folder);
  event.detail = build.output;
  event.duration_s = build.duration_s;
  event.duration_precision_s = 0.001;
  event.first.own = stamp_of(build.start.lo, build.start.hi);
  event.last.own = stamp_of(build.end.lo, build.end.hi);
  event.line = build.first_line;
  event.last_line = build.last_line;
  event.byte = build.byte;
  event.text = build.text;
  return event;
}

model::LogEvidence evidence_of(NinjaLogReader& log, const std::string& path) {
  model::LogEvidence out;
  out.of_cache = true;
  out.coverage.path = path;
  out.coverage.lines = log.lines();
  const int by_path = rule_of_path(path);
  const int rule = by_path >= 0 ? by_path : rule_of_compiler("cpp_extension");
  const std::string folder = parent_of(path);
  for (const NinjaBuild& build : log.builds()) out.events.push_back(event_of(build, rule, folder));
  if (log.undated() > 0) {
    out.coverage.unreadable_lines = log.undated();
    out.coverage.unread.push_back({model::DamageKind::unreadable, path,
                                   "is a ninja log of version " + std::to_string(log.version()) + " with " +
                                       std::to_string(log.undated()) +
                                       " rows of which no time can be told, the "
                                       "first in line " +
                                       std::to_string(log.first_undated())});
  }
  if (log.cut()) out.coverage.damage.push_back({model::DamageKind::limit, path, "tells of more builds than are kept"});
  return out;
}

}  // namespace jitgate::snapshot
