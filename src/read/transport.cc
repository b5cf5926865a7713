#include "read/transport.h"

#include <algorithm>

#include "base/text.h"
#include "read/escapes.h"
#include "read/json_fields.h"
#include "read/json_record.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kMostJoined = 1024 * 1024;
constexpr std::size_t kContainerPart = 16 * 1024;  // docker splits there; a shorter last part merely lacks its LF
constexpr std::size_t kLongestPrefix = 256;
constexpr int kMostNested = 3;

// "2026-09-03T08:41:07.867962742Z stdout ": where the stream's name begins; 0: another shape.
std::size_t cri_stream_at(std::string_view line) {
  if (line.size() < 28 || line[4] != '-' || line[7] != '-' || line[10] != 'T' || line[13] != ':' || line[16] != ':')
    return 0;
  const std::size_t blank = line.substr(0, 40).find(' ', 19);
  if (blank == std::string_view::npos) return 0;
  const std::string_view stream = line.substr(blank + 1, 7);
  return stream == "stdout " || stream == "stderr " ? blank + 1 : 0;
}

// Where an object begins behind what another transport put in front ("(EngineCore pid=1) {", "node-1  | {"); 0: none.
std::size_t behind_prefix(std::string_view line) {
  const std::size_t blank = line.substr(0, kLongestPrefix).find(" {\"");
  if (blank == std::string_view::npos || blank == 0) return 0;
  const char before = line[blank - 1];
  bool known = before == ')' || before == '|' || before == 'Z' || before == ']';
  if (before == ':') known = line.substr(0, blank - 1).find_first_not_of(" 0123456789") == std::string_view::npos;
  return known ? blank + 1 : 0;
}

// Where an object begins that is glued to a progress bar: behind a lone CR, or behind the bar itself. 0: nowhere.
std::size_t behind_bar(std::string_view line) {
  const std::size_t cr = line.rfind("\r{\"");
  if (cr != std::string_view::npos) return cr + 1;
  const std::size_t frame = line.rfind('\r') + 1;  // 0 where there is none
  const std::string_view text = line.substr(frame);
  const std::size_t open = text.substr(0, 2 * kLongestPrefix).find("{\"");
  if (open == std::string_view::npos || open == 0) return 0;
  const std::string_view bar = base::trim(text.substr(0, open));
  const bool is_bar = bar.ends_with(']') &&
                      (bar.find("%|") != bar.npos || bar.find("it/s") != bar.npos || bar.find("s/it") != bar.npos);
  return is_bar ? frame + open : 0;
}

}  // namespace

bool Transport::may_take(std::string_view line) {
  if (line.empty()) return false;
  if (line.front() == '{') return true;
  if (line.front() == '2' && cri_stream_at(line) != 0) return true;
  return line.find("{\"") != std::string_view::npos && (behind_bar(line) != 0 || behind_prefix(line) != 0);
}

bool Transport::take(std::string_view line, model::LineOrigin origin) {
  if (line.empty()) return false;
  if (line.front() == '{') return take_objects({}, {}, line, origin);
  if (take_cri(line, origin)) return true;
  if (const std::size_t at = behind_bar(line)) return take_objects(line.substr(0, at), {}, line.substr(at), origin);
  const std::size_t at = behind_prefix(line);
  return at != 0 && take_objects({}, line.substr(0, at), line.substr(at), origin);
}

// Objects glued together, as writers on one pipe leave them; what is no record between and behind them stays text.
// Nothing is taken if none is a record.
bool Transport::take_objects(std::string_view front, std::string_view prefix, std::string_view objects,
                             model::LineOrigin origin) {
  while (front.ends_with('\r')) front.remove_suffix(1);
  std::string_view left = objects;  // not passed on yet
  bool taken = false;
  while (objects.starts_with('{')) {
    const std::size_t length = object_length(objects);
    const JsonRecord record = read_json_record(length == 0 ? objects : objects.substr(0, length));
    if (record.form == RecordForm::broken || (taken && length == 0)) ++unreadable_;
    if (length == 0) break;
    const std::string_view rest = base::trim(objects.substr(length));
    if (record.form != RecordForm::none && record.form != RecordForm::broken) {
      // A bar's frames stay a line of their own.
      if (!taken && !front.empty()) lines_->add({}, front, origin);
      const std::string_view before = base::trim({left.data(), static_cast<std::size_t>(objects.data() - left.data())});
      if (!before.empty()) lines_->add(prefix, before, origin);
      take_record(prefix, record, origin);
      taken = true;
      left = rest;
    }
    objects = rest;
  }
  if (taken && !left.empty()) lines_->add({}, left, origin);
  return taken;
}

void Transport::take_record(std::string_view prefix, const JsonRecord& record, model::LineOrigin origin) {
  if (record.lost) ++unreadable_;
  if (record.form == RecordForm::container) return take_part(prefix, record, origin);
  add_message(std::string(prefix) + record.head, record.message, record.fields, 1, origin);
}

void Transport::take_part(std::string_view prefix, const JsonRecord& record, model::LineOrigin origin) {
  Parts& parts = container_[record.stream == "stdout" ? 0 : record.stream == "stderr" ? 1 : 2];
  std::string_view text = record.message;
  const bool newline = text.ends_with('\n');
  if (newline) text.remove_suffix(1);
  parts.ended = parts.ended || newline;
  const bool may_be_last = !newline && !record.partial && text.size() < kContainerPart;
  if (may_be_last && !parts.ended && parts.open && !parts.partial && parts.last < kContainerPart) {
    parts.bare = true;
    pass_on(&parts);
  }
  const bool complete = newline || record.whole || (may_be_last && parts.bare && !parts.ended);
  join(&parts, std::string(prefix) + record.head, text, complete, origin);
  parts.partial = record.partial;
}

bool Transport::take_cri(std::string_view line, model::LineOrigin origin) {
  const std::size_t at = cri_stream_at(line);
  if (at == 0) return false;
  std::string_view text = line.substr(at + 7);
  bool complete = true;
  if (!text.empty() && (text[0] == 'F' || text[0] == 'P') && (text.size() == 1 || text[1] == ' ')) {
    complete = text[0] == 'F';
    text.remove_prefix(std::min<std::size_t>(2, text.size()));
  }
  join(&cri_[line[at + 3] == 'o' ? 0 : 1], line.substr(0, at), text, complete, origin);
  return true;
}

void Transport::join(Parts* parts, std::string_view head, std::string_view text, bool complete,
                     model::LineOrigin origin) {
  if (!parts->open) {
    parts->open = true;
    parts->head = head;
    parts->origin = origin;
  }
  parts->text += text;
  parts->last = text.size();
  if (!complete && parts->text.size() > kMostJoined) {
    ++unreadable_;
    complete = true;
  }
  if (complete) pass_on(parts);
}

void Transport::pass_on(Parts* parts) {
  add_message(parts->head, parts->text, {}, 1, parts->origin);
  parts->open = parts->partial = false;
  parts->text.clear();
  parts->last = 0;
}

void Transport::add_message(const std::string& head, std::string_view message, std::string_view fields, int depth,
                            model::LineOrigin origin) {
  std::string stripped;
  if (needs_stripping(message)) {
    strip_escapes(message, &stripped);
    message = stripped;
  }
  if (message.ends_with('\n')) message.remove_suffix(1);
  const std::size_t at = message.starts_with('{') ? 0 : behind_prefix(message);
  if (depth < kMostNested && (at != 0 || message.starts_with('{'))) {
    const JsonRecord inner = read_json_record(message.substr(at));
    if (inner.form == RecordForm::broken || inner.lost) ++unreadable_;
    if (inner.form != RecordForm::none && inner.form != RecordForm::broken) {
      return add_message(head + std::string(message.substr(0, at)) + inner.head, inner.message, inner.fields, depth + 1,
                         origin);
    }
  }
  while (true) {
    const std::size_t newline = message.find('\n');
    const bool last = newline == std::string_view::npos;
    std::string_view line = message.substr(0, newline);
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (last && !fields.empty()) {
      lines_->add(head, std::string(line).append(fields), origin);
    } else {
      lines_->add(head, line, origin);
    }
    if (last) return;
    message.remove_prefix(newline + 1);
  }
}

bool Transport::waits() const {
  const auto open = [](const Parts& parts) { return parts.open; };
  return std::any_of(cri_.begin(), cri_.end(), open) || std::any_of(container_.begin(), container_.end(), open);
}

void Transport::finish() {
  const auto end = [this](Parts* parts, std::size_t whole_part) {
    if (!parts->open) return;
    if (parts->partial || parts->last >= whole_part) ++unreadable_;
    pass_on(parts);
  };
  for (Parts& parts : cri_) end(&parts, 0);
  for (Parts& parts : container_) end(&parts, kContainerPart);
}

}  // namespace jitgate::read
