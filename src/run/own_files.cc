#include "run/own_files.h"

#include <algorithm>
#include <cctype>

#include "base/byte_order_mark.h"
#include "report/event_read.h"
#include "report/report.h"

namespace jitgate::run {
namespace {

constexpr std::size_t kHead = 4096;                          // by then it is clear what a file may be
constexpr std::size_t kLongestEvent = std::size_t{1} << 20;  // its text is capped far below
constexpr std::size_t kLargestVerdict = std::size_t{64} << 20;

// Whether `text`, blanks between tokens aside, begins with `form`, in which '#' stands for digits.
bool begins_as_json(std::string_view text, std::string_view form) {
  std::size_t at = 0;
  for (const char c : form) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r')) ++at;
    if (c == '#') {
      const std::size_t first = at;
      while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
      if (at == first) return false;
      continue;
    }
    if (at == text.size() || text[at] != c) return false;
    ++at;
  }
  return true;
}

// events.jsonl: the id of each event is a hash.
bool begins_as_event(std::string_view text) {
  constexpr std::string_view kId = "{\"id\":\"";
  if (!text.starts_with(kId)) return false;
  const std::size_t end = text.find_first_not_of("0123456789abcdef", kId.size());
  return end != std::string_view::npos && end >= kId.size() + 16 && text.substr(end).starts_with("\",\"rule\":\"");
}

bool one_of_our_words(std::string_view text) {
  static constexpr std::string_view kWords[] = {"VALID", "FLAGGED", "INVALID", "FAILED", "NO VERDICT"};
  return std::any_of(std::begin(kWords), std::end(kWords), [text](std::string_view word) { return text == word; });
}

// Of what report/ renders: the first lines, and what they are.
const char* page_name(std::string_view head) {
  const std::string_view line = head.substr(0, head.find('\n'));
  constexpr std::string_view kSummary = "# jitgate: ", kAnnotation = "**jitgate";
  if (line.starts_with(kSummary) && one_of_our_words(line.substr(kSummary.size()))) return "summary.md";
  if (line.starts_with(kAnnotation)) {
    const std::size_t end = line.find("**", kAnnotation.size());
    const std::string_view title = line.substr(0, end == std::string_view::npos ? 0 : end);
    const std::size_t colon = title.rfind(": ");
    if (colon != std::string_view::npos && one_of_our_words(title.substr(colon + 2))) return "annotation.md";
  }
  const bool titled = head.find("<title>jitgate: ") != std::string_view::npos;
  if (titled && head.starts_with("<!doctype html>")) return "report.html";
  if (titled && head.starts_with("<svg ")) return "timeline.svg";
  if (head.starts_with("<?xml ") && head.find("<testsuites name=\"jitgate\"") != std::string_view::npos)
    return "JUnit file";
  return nullptr;
}

}  // namespace

void OwnFile::decide(bool at_end) {
  std::string_view text = text_;
  if (!at_end && text.size() < base::kByteOrderMark.size() && base::kByteOrderMark.starts_with(text)) return;
  if (text.starts_with(base::kByteOrderMark)) text.remove_prefix(base::kByteOrderMark.size());
  const char first = text.empty() ? '\0' : text.front();
  if (first != '{' && first != '#' && first != '*' && first != '<') {  // nearly every log
    if (!text.empty() || at_end) kind_ = Kind::none;
    return;
  }
  if (text_.size() < kHead && !at_end) return;
  if (begins_as_event(text)) {
    kind_ = Kind::events;
    name_ = "events.jsonl";
  } else if (begins_as_json(text, "{\"schema_version\":#,\"tool\":{\"name\":\"jitgate\"")) {
    kind_ = Kind::verdict;
    name_ = "verdict.json";
  } else if (const char* name = page_name(text)) {
    kind_ = Kind::page;
    name_ = name;
  } else {
    kind_ = Kind::none;
  }
}

void OwnFile::take_lines(bool at_end) {
  std::size_t at = 0;
  while (fault_.empty() && at < text_.size()) {
    std::size_t end = text_.find('\n', at);
    if (end == std::string::npos && !at_end) break;
    end = std::min(end, text_.size());
    ++lines_;
    const auto event = report::parse_event(text_.substr(at, end - at));
    if (!event) fault_ = "line " + std::to_string(lines_) + ": " + event.error().what;
    at = end + 1;
  }
  text_.erase(0, std::min(at, text_.size()));
  if (text_.size() > kLongestEvent) fault_ = "line " + std::to_string(lines_ + 1) + " is longer than any of ours";
}

bool OwnFile::feed(std::string_view bytes) {
  if (kind_ == Kind::none || !fault_.empty()) return false;
  if (kind_ == Kind::page) return true;
  text_.append(bytes);
  const bool was_open = kind_ == Kind::open;
  if (was_open) decide(false);
  // Pieces of a long line are not looked through again and again.
  const bool ends_a_line = was_open || bytes.find('\n') != std::string_view::npos || text_.size() > kLongestEvent;
  if (kind_ == Kind::events && ends_a_line) take_lines(false);
  if (kind_ == Kind::page) text_ = {};
  if (kind_ == Kind::verdict && text_.size() > kLargestVerdict) kind_ = Kind::none;
  if (kind_ == Kind::none) text_ = {};
  return kind_ != Kind::none && fault_.empty();
}

OwnFile::Is OwnFile::finish() {
  if (kind_ == Kind::open) decide(true);
  switch (kind_) {
    case Kind::events:
      take_lines(true);
      return fault_.empty() ? Is::whole : Is::imitation;
    case Kind::verdict:
      return report::parse_verdict(text_) ? Is::whole : Is::other;
    case Kind::page:
      return Is::page;
    case Kind::open:
    case Kind::none:
      break;
  }
  return Is::other;
}

model::LogEvidence passed_over(const std::string& path, std::string_view what) {
  model::LogEvidence file;
  file.coverage.path = path;
  file.coverage.unread.push_back({model::DamageKind::unreadable, path, std::string(what)});
  return file;
}

}  // namespace jitgate::run
