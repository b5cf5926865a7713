#include "read/cleaner.h"

#include "base/instant.h"
#include "read/escapes.h"

namespace jitgate::read {

void Cleaner::watch(std::string_view text) {
  while (!watch_.settled() && !text.empty()) {
    const std::size_t newline = text.find('\n');
    watch_.see(text.substr(0, newline));
    if (newline == std::string_view::npos) return;
    text.remove_prefix(newline + 1);
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
                       raw.size() <= lines_.max_line() && !Transport::may_take(raw);
    if (plain) {
      lines_.begin_line(*origin);
      watch_.see(raw);
    } else {
      lines_.add_run(text.substr(run, at - run));
      line(raw, *origin);
      run = at + length;
    }
    ++origin->number;
    origin->byte += encoding.stream_length(text.substr(at, length));
    at += length;
  }
  lines_.add_run(text.substr(run));
}

void Cleaner::line(std::string_view raw, model::LineOrigin origin) {
  if (raw.size() <= raw_limit_) return clean(raw, origin, Part::whole);
  bool first = true;
  while (raw.size() > raw_limit_) {
    const Piece next = first_piece(raw, raw_limit_);
    if (next.taken == 0) return piece(raw.substr(0, raw_limit_), origin, first, true);
    piece(raw.substr(0, next.kept), origin, first, next.kept < next.taken);
    raw.remove_prefix(next.taken);
    first = false;
  }
  piece(raw, origin, false, false);
}

void Cleaner::piece(std::string_view raw, model::LineOrigin origin, bool first, bool cut) {
  if (cut) lines_.count_cut(origin);
  if (first) prefix_.clear();
  clean(raw, origin, first ? Part::first : Part::next);
}

void Cleaner::clean(std::string_view raw, model::LineOrigin origin, Part part) {
  while (raw.ends_with('\r')) raw.remove_suffix(1);
  if (raw.empty() && part == Part::next) return;
  std::string_view text = raw;
  if (needs_stripping(raw)) {
    stripped_.clear();
    const Stripped found = strip_escapes(raw, &stripped_);
    // In front, where recognition looks for a transport's stamp.
    if (found.agent_ms >= 0) stripped_.insert(0, base::format_instant(found.agent_ms * base::kMillisecond, 3) + ' ');
    text = stripped_;
    while (text.ends_with('\r')) text.remove_suffix(1);
  }
  if (part == Part::next) return lines_.add(prefix_, text, origin);
  if (Transport::may_take(text) && transport_.take(text, origin)) return;
  watch_.see(text);
  if (part == Part::first) prefix_ = process_prefix(text);
  lines_.add({}, text, origin);
}

}  // namespace jitgate::read
