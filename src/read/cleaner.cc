#include "read/cleaner.h"

#include <algorithm>

#include "base/instant.h"
#include "read/escapes.h"
#include "read/line_prefix.h"

namespace jitgate::read {
namespace {

// Of a line that may have ended at a hole within it, the one that goes on.
std::string_view last_line(std::string_view text) { return text.substr(text.rfind('\n') + 1); }

std::string_view without_cr(std::string_view text) {
  while (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

void Cleaner::see(std::string_view line) {
  watch_.see(line);
  places_.see(line);
}

void Cleaner::watch(std::string_view text) {
  while (!(watch_.settled() && places_.settled()) && !text.empty()) {
    const std::size_t newline = text.find('\n');
    see(text.substr(0, newline));
    if (newline == std::string_view::npos) return;
    // Empty lines may come by the million; to the watch they are one.
    const std::size_t next = newline == 0 ? text.find_first_not_of('\n') : newline + 1;
    text.remove_prefix(std::min(next, text.size()));
  }
}

void Cleaner::block(std::string_view text, model::LineOrigin* origin, const Encoding& encoding) {
  // Most lines of a block that needs cleaning need none themselves: they are copied in runs.
  std::size_t run = 0;
  std::size_t at = 0;
  std::size_t escape = 0;
  std::size_t nul = 0;
  const auto next = [&](std::size_t* seen, char c) {
    if (*seen < at || (at == 0 && *seen == 0)) *seen = text.find(c, at);
    return *seen;
  };
  while (at < text.size()) {
    const std::size_t newline = text.find('\n', at);
    const bool ended = newline != std::string_view::npos;
    const std::size_t end = ended ? newline : text.size();
    const std::string_view raw = text.substr(at, end - at);
    const std::size_t length = raw.size() + (ended ? 1 : 0);
    const bool plain = ended && next(&escape, '\x1b') >= end && next(&nul, '\0') >= end && !raw.ends_with('\r') &&
                       !Transport::may_take(raw) && !TextLines::may_go_on(raw);
    if (plain) {
      lines_.begin_line(*origin);
      see(raw);
    } else {
      lines_.add_run(text.substr(run, at - run));
      clean(raw, *origin);
      run = at + length;
    }
    ++origin->number;
    origin->byte += encoding.stream_length(text.substr(at, length));
    at += length;
  }
  lines_.add_run(text.substr(run));
  lines_.pass_on();
}

void Cleaner::piece(std::string_view raw, model::LineOrigin origin, bool first) {
  if (first) {
    clean(raw, origin);
    prefix_ = line_prefix(last_line(strip(raw)));
  } else if (std::string_view text = strip(raw); !text.empty()) {
    // A line end in it is a hole's: what stands behind it is of no known process.
    const std::size_t newline = text.find('\n');
    lines_.add(prefix_, without_cr(text.substr(0, newline)), origin);
    if (newline != std::string_view::npos) {
      const std::string behind(text.substr(newline + 1));
      clean(behind, origin);
      prefix_ = line_prefix(last_line(behind));
    }
  }
  lines_.pass_on();
}

std::string_view Cleaner::strip(std::string_view raw) {
  raw = without_cr(raw);
  if (!needs_stripping(raw)) return raw;
  stripped_.clear();
  const Stripped found = strip_escapes(raw, &stripped_);
  // In front, where recognition looks for a transport's stamp.
  if (found.agent_ms >= 0) stripped_.insert(0, base::format_instant(found.agent_ms * base::kMillisecond, 3) + ' ');
  return without_cr(stripped_);
}

void Cleaner::clean(std::string_view raw, model::LineOrigin origin) {
  for (std::string_view text = strip(raw);;) {
    const std::size_t newline = text.find('\n');
    line(without_cr(text.substr(0, newline)), origin);
    if (newline == std::string_view::npos) return;
    text.remove_prefix(newline + 1);
  }
}

void Cleaner::line(std::string_view text, model::LineOrigin origin) {
  if (Transport::may_take(text) && transport_.take(text, origin)) return;
  see(text);
  lines_.add({}, text, origin);
}

void Cleaner::finish() {
  transport_.finish();
  lines_.settle();
}

}  // namespace jitgate::read
