#include "read/json_logger.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "base/text.h"
#include "read/json_fields.h"
#include "read/json_time.h"
#include "read/record_start.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kLongestWord = 192;

using Keys = std::span<const std::string_view>;

constexpr std::string_view kLevels[] = {
    "level",    "levelname", "severity",   "log.level",         "severity_text",     "severityText", "lvl",
    "loglevel", "log_level", "level_name", "record.level.name", "jsonPayload.level", "levelno",      "Level"};
constexpr std::string_view kTimes[] = {"time",
                                       "ts",
                                       "timestamp",
                                       "@timestamp",
                                       "asctime",
                                       "datetime",
                                       "date",
                                       "eventTime",
                                       "created",
                                       "t",
                                       "record.time.timestamp",
                                       "Timestamp"};
constexpr std::string_view kPids[] = {"process", "pid", "process_id", "process.pid", "record.process.id"};
constexpr std::string_view kNames[] = {"vllm_process_name", "processName", "process_name", "process.name",
                                       "record.process.name"};
constexpr std::string_view kTags[] = {"logger",      "name",   "logger_name", "log.logger",
                                      "record.name", "module", "caller",      "source"};
// What programs call their words, and what others call theirs as well.
constexpr std::string_view kPlain[] = {
    "message", "msg", "log", "MESSAGE", "Message", "record.message", "textPayload", "jsonPayload.message"};
constexpr std::string_view kWeak[] = {"event", "body", "text", "line"};
constexpr std::string_view kRequest[] = {
    "prompt", "prompts", "messages", "sampling_params", "input_ids", "temperature", "max_tokens", "choices", "role"};
constexpr std::string_view kCollector[] = {
    "host",           "hostname",   "stream", "source_type", "file",  "path",     "container", "container_id", "tag",
    "container_name", "kubernetes", "docker", "pod",         "agent", "@version", "labels",    "logStreamName"};

const JsonField* first_of(const JsonFields& fields, Keys keys) {
  for (const std::string_view key : keys) {
    if (const JsonField* field = fields.find(key)) return field;
  }
  return nullptr;
}

const JsonField* first_text(const JsonFields& fields, Keys keys) {
  for (const std::string_view key : keys) {
    if (const JsonField* field = fields.text(key)) return field;
  }
  return nullptr;
}

bool has_any(const JsonFields& fields, Keys keys) {
  return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return fields.has(key); });
}

std::string_view level_of_word(const std::string& word) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kWords = {{
      {"trace", "DEBUG"},        {"debug", "DEBUG"},     {"info", "INFO"},
      {"information", "INFO"},   {"notice", "INFO"},     {"default", "INFO"},
      {"warn", "WARNING"},       {"warning", "WARNING"}, {"error", "ERROR"},
      {"err", "ERROR"},          {"severe", "ERROR"},    {"critical", "CRITICAL"},
      {"crit", "CRITICAL"},      {"fatal", "CRITICAL"},  {"panic", "CRITICAL"},
      {"dpanic", "CRITICAL"},    {"alert", "CRITICAL"},  {"emerg", "CRITICAL"},
      {"emergency", "CRITICAL"}, {"d", "DEBUG"},         {"i", "INFO"},
      {"w", "WARNING"},          {"e", "ERROR"},         {"f", "CRITICAL"},
  }};
  const auto* found = std::find_if(kWords.begin(), kWords.end(), [&](const auto& pair) { return pair.first == word; });
  return found == kWords.end() ? std::string_view() : found->second;
}

// Syslog counts down from 7; Python's and pino's tens agree but for 30, which is a warning of the one and an
// information of the other: taken for a warning.
std::string_view level_of_number(int number) {
  static constexpr std::array<std::string_view, 8> kSyslog = {"CRITICAL", "CRITICAL", "CRITICAL", "ERROR",
                                                              "WARNING",  "INFO",     "INFO",     "DEBUG"};
  if (number < 0) return {};
  if (number < 8) return kSyslog[static_cast<std::size_t>(number)];
  return number < 20 ? "DEBUG" : number < 30 ? "INFO" : number < 40 ? "WARNING" : number < 50 ? "ERROR" : "CRITICAL";
}

std::string_view level_of(const JsonFields& fields) {
  for (const std::string_view key : kLevels) {
    const JsonField* field = fields.find(key);
    if (field == nullptr) continue;
    if (const std::string_view level = level_of_word(base::lower(base::trim(field->value))); !level.empty())
      return level;
    int number = -1;
    const char* end = field->value.data() + field->value.size();
    const auto read = std::from_chars(field->value.data(), end, number);
    if (read.ec == std::errc() && read.ptr == end) {
      if (const std::string_view level = level_of_number(number); !level.empty()) return level;
    }
  }
  return {};
}

std::string stamp_of(const JsonFields& fields) {
  for (const std::string_view key : kTimes) {
    if (std::string stamp = json_stamp(fields, key); !stamp.empty()) return stamp;
  }
  return {};
}

bool word_bytes(std::string_view text) {
  return !text.empty() && text.size() <= kLongestWord && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_.:-/<>=@").find(c) != std::string_view::npos;
  });
}

std::string word_of(const JsonField* field) {
  return field != nullptr && word_bytes(field->value) ? field->value : std::string();
}

std::string process_of(const JsonFields& fields) {
  const std::string pid = word_of(first_of(fields, kPids));
  if (pid.empty() || pid.find_first_not_of("0123456789") != std::string::npos) return {};
  const std::string name = word_of(first_text(fields, kNames));
  return "(" + (name.empty() ? "process" : name) + " pid=" + pid + ") ";
}

// "(P pid=7) WARNING 2026-08-04T18:36:30Z [a.b] ": what recognition reads as a record's head. Without a stamp only a
// dotted tag makes one.
std::string logger_head(std::string_view process, std::string_view level, std::string_view stamp,
                        std::string_view tag) {
  std::string head(process);
  head.append(level) += ' ';
  if (!stamp.empty()) head.append(stamp) += ' ';
  // Never without a tag: a message that begins with a bracket would be taken for it.
  if (stamp.empty() && tag.find('.') == std::string_view::npos) {
    head += "[json.";
    head.append(tag.empty() ? "record" : tag) += "] ";
  } else {
    head += '[';
    head.append(tag.empty() ? "json" : tag) += "] ";
  }
  return head;
}

}  // namespace

std::string json_word(const JsonFields& fields, std::string_view key, std::string_view fallback) {
  std::string word = word_of(fields.find(key));
  return word.empty() ? std::string(fallback) : word;
}

std::string json_stamp(const JsonFields& fields, std::string_view key) {
  const JsonField* field = fields.find(key);
  if (field == nullptr) return {};
  return field->quoted ? written_stamp(field->value) : unix_stamp(field->value);
}

bool read_logger_record(const JsonFields& fields, JsonRecord* record) {
  const std::string_view level = level_of(fields);
  const std::string stamp = stamp_of(fields);
  const bool told = !level.empty() || !stamp.empty();
  const bool request = has_any(fields, kRequest);
  const JsonField* message = !told && request ? nullptr : first_text(fields, kPlain);
  const bool plain = message != nullptr;
  if (!plain && told && !request) message = first_text(fields, kWeak);
  if (message == nullptr) return false;
  record->form = RecordForm::logger;
  record->message = message->value;
  const std::string_view text = message->value;
  const bool bare = level.empty() && (!plain || message->key == "log" || has_any(fields, kCollector));
  if (bare || begins_record(text)) {
    record->head = stamp.empty() ? stamp : stamp + ' ';
    return true;
  }
  record->head =
      logger_head(process_of(fields), level.empty() ? "WARNING" : level, stamp, word_of(first_text(fields, kTags)));
  return true;
}

}  // namespace jitgate::read
