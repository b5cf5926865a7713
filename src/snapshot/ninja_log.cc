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

constexpr std::string_view kName = ".ninja_log";
constexpr std::string_view kHeader = "# ninja log v";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr base::Duration kSameBuild = 5 * kSecond;
// A file system's clock steps by up to 10 ms, and ninja rounds to 1 ms.
constexpr base::Duration kBefore = 50 * kMillisecond;
// Times before 2001 in ns are seconds, or were never recorded.
constexpr std::int64_t kEarliestTold = 1'000'000'000LL * kSecond;

// Files are unpacked and copied with their time, as a zone meant that is not told.
constexpr base::Duration kCopied = 26 * base::kHour;

base::Duration after(int version) { return version == 5 ? kSecond : kBefore; }

// A machine that went down leaves NULs, an editor its mark.
std::string_view without_litter(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('\0'), text.size()));
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

std::string parent_of(const std::string& path) {
  const std::size_t at = path.find_last_of("/!");
  return at == std::string::npos ? std::string() : path.substr(0, at);
}

// What tells no time, as one build that may have been at any time before the file was last written.
model::RawEvent undated_event(const NinjaLogReader& log, const std::string& path, std::optional<Instant> written) {
  const std::string folder = parent_of(path);
  model::RawEvent event;
  event.type = model::EventType::build;
  event.certainty = log.version() != 0 ? model::Certainty::definite : model::Certainty::probable;
  event.marks = model::Marks::end;
  event.candidates = static_cast<std::uint32_t>(std::min<std::uint64_t>(log.undated(), 1'000'000));
  event.target = folder.empty() ? std::string(kName) : std::string(model::file_name(folder));
  event.detail = "of a time that is not told by " + path;
  if (written && *written > kEarliestTold)
    event.first.own = event.last.own = stamp_of(kEarliestTold, *written + kCopied);
  // Of the last one, so that it is another event when more is written.
  event.line = event.last_line = log.last_undated();
  event.text = log.undated_text();
  return event;
}

std::string what_is_undated(const NinjaLogReader& log) {
  if (log.lines() == 0) return "is an empty ninja log: what was built is not known";
  const std::string which = std::to_string(log.undated()) + (log.undated() == 1 ? " row" : " rows") +
                            " of which no time can be told, the first in line " + std::to_string(log.first_undated());
  if (log.version() == 0) return "does not begin as a ninja log, and holds " + which;
  return "is a ninja log of version " + std::to_string(log.version()) + " with " + which;
}

}  // namespace

bool is_ninja_log(std::string_view path, std::string_view head) {
  return model::file_name(path) == kName || head.starts_with(kHeader);
}

NinjaLogReader::NinjaLogReader(std::string_view path) : named_(model::file_name(path) == kName) {}

bool NinjaLogReader::feed(std::string_view bytes) {
  while (!refused_ && !bytes.empty()) {
    const std::size_t stop = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, stop);
    const std::size_t kept = std::min(piece.size(), kMaxLine - carry_.size());
    carry_ += piece.substr(0, kept);
    overlong_ = overlong_ || kept < piece.size();
    byte_ += piece.size();
    if (version_ == 0 && !named_) {
      const std::size_t known = std::min(carry_.size(), kHeader.size());
      if (std::string_view(carry_).substr(0, known) != kHeader.substr(0, known)) refused_ = true;
    }
    if (stop == std::string_view::npos || refused_) break;
    line(carry_);
    line_byte_ = ++byte_;
    carry_.clear();
    overlong_ = false;
    bytes.remove_prefix(stop + 1);
  }
  return !refused_;
}

bool NinjaLogReader::finish() {
  if (refused_) return false;
  const bool is_one = version_ != 0 || named_;
  if (is_one && !carry_.empty()) line(carry_);  // a writer that was killed: the row is half
  if (is_one && version_ == 0 && undated_ == 0) undated({});
  return is_one;
}

bool NinjaLogReader::header(std::string_view text) {
  const std::string_view rest = without_litter(text);
  if (!rest.starts_with(kHeader)) return false;
  const auto told = base::integer_of(base::trim(rest.substr(kHeader.size())));
  if (!told || *told < 1 || *told > 1000) return false;
  version_ = static_cast<int>(*told);
  return true;
}

void NinjaLogReader::line(std::string_view text) {
  ++line_;
  if (version_ != 0) return row(text);
  if (header(text)) return;
  if (!named_) {
    refused_ = true;
  } else if (!base::trim(text).empty() || overlong_) {
    undated(text);
  }
}

void NinjaLogReader::undated(std::string_view text) {
  last_undated_ = std::max<std::uint64_t>(line_, 1);
  if (undated_++ == 0) first_undated_ = last_undated_;
  undated_text_ = base::valid_utf8(text, 2000);
}

void NinjaLogReader::row(std::string_view text) {
  if (!overlong_ && (base::trim(text).empty() || text.front() == '#')) return;
  const std::vector<std::string_view> fields = base::split(text, '\t');
  std::array<std::int64_t, 3> numbers{};
  // Of a long one, an output's name that goes on and on, its times stand in front.
  bool whole = (overlong_ ? fields.size() >= 4 : fields.size() == 5) && version_ >= 5 && version_ <= 7;
  for (std::size_t i = 0; whole && i < numbers.size(); ++i) {
    const auto number = base::integer_of(fields[i]);
    whole = number && *number >= 0;
    if (whole) numbers[i] = *number;
  }
  const auto [begin, end, at] = numbers;
  constexpr std::int64_t kMostMs = 10LL * 365 * 24 * 3600 * 1000;
  if (!whole || end < begin || end > kMostMs || at < kEarliestTold) return undated(text);
  const Instant began = at - (version_ == 5 ? end : begin) * kMillisecond;
  const bool same = !builds_.empty() && end >= last_ms_ && began - began_ < kSameBuild && began_ - began < kSameBuild;
  if (!same && builds_.size() >= kMaxBuilds) {
    cut_ = true;
    return;
  }
  if (!same) {
    builds_.emplace_back();
    builds_.back().first_line = line_;
    builds_.back().byte = line_byte_;
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

model::LogEvidence evidence_of(NinjaLogReader& log, const std::string& path, std::optional<Instant> written) {
  model::LogEvidence out;
  out.of_cache = true;
  out.coverage.path = path;
  out.coverage.lines = log.lines();
  const int by_path = rule_of_path(path);
  const int rule = by_path >= 0 ? by_path : rule_of_compiler("cpp_extension");
  const std::string folder = parent_of(path);
  for (const NinjaBuild& build : log.builds()) out.events.push_back(event_of(build, rule, folder));
  if (log.undated() > 0) {
    out.events.push_back(undated_event(log, path, written));
    out.events.back().rule = static_cast<std::uint32_t>(rule);
    out.coverage.unreadable_lines = log.undated();
    out.coverage.unread.push_back({model::DamageKind::unreadable, path, what_is_undated(log)});
  }
  if (log.cut()) out.coverage.damage.push_back({model::DamageKind::limit, path, "tells of more builds than are kept"});
  return out;
}

}  // namespace jitgate::snapshot
