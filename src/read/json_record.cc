#include "read/json_record.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/instant.h"
#include "read/json_fields.h"
#include "read/json_logger.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kLongestToken = 192;

bool mentions(std::string_view line, std::string_view word) { return line.find(word) != std::string_view::npos; }

template <std::size_t N>
bool mentions_any(std::string_view line, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return mentions(line, word); });
}

constexpr std::array<std::string_view, 11> kMessages = {"\"message\"", "\"msg\"",         "\"log\"",   "\"MESSAGE\"",
                                                        "\"Message\"", "\"textPayload\"", "\"text\"",  "\"event\"",
                                                        "\"body\"",    "\"line\"",        "\"record\""};

// Whether a line that does not parse was a record before it was torn.
bool looks_like_record(std::string_view line) {
  static constexpr std::array<std::string_view, 4> kFirst = {"{\"log\":", "{\"time\":", "{\"asctime\":", "{\"ts\":"};
  static constexpr std::array<std::string_view, 3> kLevels = {"\"level", "\"severity", "\"lvl\""};
  if (line.starts_with(kFirst[0]) || mentions(line, "\"__REALTIME_TIMESTAMP\"")) return true;
  const bool begins = std::any_of(kFirst.begin(), kFirst.end(), [&](auto key) { return line.starts_with(key); });
  return mentions_any(line, kLevels) && (begins || mentions_any(line, kMessages));
}

bool all_bytes(std::string_view text, std::string_view others) {
  return !text.empty() && text.size() <= kLongestToken && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || others.find(c) != others.npos;
  });
}

std::string with_blank(const std::string& text) { return text.empty() ? text : text + ' '; }

void read_container(const JsonFields& fields, JsonRecord* record) {
  record->form = RecordForm::container;
  record->head = with_blank(json_stamp(fields, "time"));
  record->stream = json_word(fields, "stream");
  const std::string tag = json_word(fields, "logtag");  // what fluent-bit makes of CRI's
  record->partial = tag == "P" || json_word(fields, "partial_message") == "true";
  record->whole = tag == "F" || json_word(fields, "partial_last") == "true";
}

void read_journal(const JsonFields& fields, JsonRecord* record) {
  const std::string stamp = json_word(fields, "__REALTIME_TIMESTAMP");
  std::int64_t microseconds = 0;
  const auto read = std::from_chars(stamp.data(), stamp.data() + stamp.size(), microseconds);
  constexpr std::int64_t kYear2200 = 7'258'118'400'000'000;
  if (read.ec == std::errc() && microseconds >= 0 && microseconds < kYear2200)
    record->head = base::format_instant(microseconds * 1000, 6) + ' ';
  record->form = RecordForm::journal;
}

void read_dynamo(const JsonFields& fields, JsonRecord* record) {
  static constexpr std::array<std::string_view, 4> kTies = {"request_id", "worker_id", "instance_id", "lease_id"};
  static constexpr std::array<std::string_view, 6> kOwn = {"time", "level", "target", "message", "file", "line"};
  record->head = with_blank(json_stamp(fields, "time")) + json_word(fields, "level", "INFO") + ' ' +
                 json_word(fields, "target", "unknown") + ": ";
  record->form = RecordForm::dynamo;
  if (std::none_of(kTies.begin(), kTies.end(), [&](std::string_view key) { return fields.find(key) != nullptr; }))
    return;
  for (const JsonField& field : fields.all()) {
    if (field.nested || std::find(kOwn.begin(), kOwn.end(), field.key) != kOwn.end()) continue;
    if (!all_bytes(field.key, "_.-") || !all_bytes(field.value, "_.:-/+@#")) continue;
    const char* quote = field.quoted ? "\"" : "";
    record->fields += ' ' + field.key + '=' + quote + field.value + quote;
  }
}

}  // namespace

JsonRecord read_json_record(std::string_view line) {
  JsonRecord record;
  if (!mentions_any(line, kMessages) && !looks_like_record(line)) return record;
  const auto fields = read_json_fields(line);
  if (!fields) {
    if (looks_like_record(line)) record.form = RecordForm::broken;
    return record;
  }
  const JsonField* message = nullptr;
  if ((message = fields->text("log")) != nullptr &&
      (fields->text("stream") != nullptr || fields->text("time") != nullptr)) {
    read_container(*fields, &record);
  } else if (fields->find("__REALTIME_TIMESTAMP") != nullptr &&
             ((message = fields->text("MESSAGE")) != nullptr || fields->null_message())) {
    read_journal(*fields, &record);
    record.lost = message == nullptr;
  } else if ((message = fields->text("message")) != nullptr && fields->text("level") != nullptr &&
             fields->text("time") != nullptr && fields->text("target") != nullptr) {
    read_dynamo(*fields, &record);
  } else if (read_logger_record(*fields, &record)) {
    return record;
  }
  if (record.form != RecordForm::none && message != nullptr) record.message = message->value;
  return record;
}

}  // namespace jitgate::read
