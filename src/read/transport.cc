#include "read/transport.h"

#include <algorithm>

#include "read/escapes.h"
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
std::size_t object_at(std::string_view line) {
  if (line.empty() || line.back() != '}') return 0;
  const std::size_t blank = line.substr(0, kLongestPrefix).find(" {\"");
  if (blank == std::string_view::npos || blank == 0) return 0;
  const char before = line[blank - 1];
  bool known = before == ')' || before == '|' || before == 'Z' || before == ']';
  if (before == ':') known = line.substr(0, blank - 1).find_first_not_of(" 0123456789") == std::string_view::npos;
  return known ? blank + 1 : 0;
}

}  // namespace

bool Transport::may_take(std::string_view line) {
  if (line.empty()) return false;
  if (line.front() == '{') return true;
  return (line.front() == '2' && cri_stream_at(line) != 0) || object_at(line) != 0;
}

bool Transport::take(std::string_view line, model::LineOrigin origin) {
  if (line.empty()) return false;
  if (line.front() == '{') return take_object({}, line, origin);
  if (take_cri(line, origin)) return true;
  const std::size_t object = object_at(line);
  return object != 0 && take_object(line.substr(0, object), line.substr(object), origin);
}

bool Transport::take_object(std::string_view prefix, std::string_view object, model::LineOrigin origin) {
  const JsonRecord record = read_json_record(object);
  if (record.form == RecordForm::broken) ++unreadable_;
  if (record.form == RecordForm::none || record.form == RecordForm::broken) return false;
  if (record.lost) ++unreadable_;
  const std::string head = std::string(prefix) + record.head;
  if (record.form != RecordForm::container) {
    add_message(head, record.message, record.fields, 1, origin);
    return true;
  }
  const std::size_t stream = record.stream == "stdout" ? 0 : record.stream == "stderr" ? 1 : 2;
  std::string_view text = record.message;
  const bool complete = text.ends_with('\n');
  if (complete) text.remove_suffix(1);
  join(&container_[stream], head, text, complete, origin);
  return true;
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
  parts->text += text.substr(0, most_kept_ - std::min(most_kept_, parts->text.size()));
  parts->total += text.size();
  parts->last = text.size();
  if (!complete && parts->total > kMostJoined) {
    ++unreadable_;
    complete = true;
  }
  if (complete) pass_on(parts);
}

void Transport::pass_on(Parts* parts) {
  if (parts->text.size() < parts->total) lines_->count_cut(parts->origin);
  add_message(parts->head, parts->text, {}, 1, parts->origin);
  *parts = Parts{};
}

void Transport::add_message(const std::string& head, std::string_view message, std::string_view fields, int depth,
                            model::LineOrigin origin) {
  std::string stripped;
  if (needs_stripping(message)) {
    strip_escapes(message, &stripped);
    message = stripped;
  }
  if (message.ends_with('\n')) message.remove_suffix(1);
  if (depth < kMostNested && message.starts_with('{')) {
    const JsonRecord inner = read_json_record(message);
    if (inner.form == RecordForm::broken) ++unreadable_;
    if (inner.lost) ++unreadable_;
    if (inner.form != RecordForm::none && inner.form != RecordForm::broken)
      return add_message(head + inner.head, inner.message, inner.fields, depth + 1, origin);
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

void Transport::finish() {
  const auto end = [this](Parts* parts, std::size_t whole_part) {
    if (!parts->open) return;
    if (parts->last >= whole_part) ++unreadable_;
    pass_on(parts);
  };
  for (Parts& parts : cri_) end(&parts, 0);
  for (Parts& parts : container_) end(&parts, kContainerPart);
}

}  // namespace jitgate::read
