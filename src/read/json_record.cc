#include "read/json_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "base/text.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kMostFields = 64;
constexpr std::size_t kLongestToken = 192;

struct Field {
  std::string key;
  std::string value;
  bool quoted = false;
};

// Collects the object's own strings and numbers; what is nested deeper is read over.
class Fields {
 public:
  [[nodiscard]] const Field* find(std::string_view key) const {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const Field& field) { return field.key == key; });
    return found == all_.end() ? nullptr : &*found;
  }
  [[nodiscard]] const Field* text(std::string_view key) const {
    const Field* field = find(key);
    return field != nullptr && field->quoted ? field : nullptr;
  }
  [[nodiscard]] const std::vector<Field>& all() const { return all_; }
  [[nodiscard]] bool null_message() const { return null_message_; }

  // nlohmann's SAX interface.
  bool null() {
    if (depth_ == 1 && key_ == "MESSAGE") null_message_ = true;
    return true;
  }
  bool boolean(bool) { return true; }
  bool number_integer(std::int64_t value) { return add(std::to_string(value), false); }
  bool number_unsigned(std::uint64_t value) {
    if (depth_ == 2 && bytes_ && value < 256) {
      all_.back().value += static_cast<char>(value);
      return true;
    }
    return add(std::to_string(value), false);
  }
  bool number_float(double, const std::string& written) { return add(written, false); }
  bool string(std::string& value) { return add(std::move(value), true); }
  bool binary(nlohmann::json::binary_t&) { return true; }
  bool key(std::string& name) {
    if (depth_ == 1) key_ = std::move(name);
    return true;
  }
  bool start_object(std::size_t) { return open(); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) {
    // journalctl writes a message with control bytes as an array of numbers.
    if (depth_ == 1 && key_ == "MESSAGE") {
      all_.push_back({key_, {}, true});
      bytes_ = true;
    }
    return open();
  }
  bool end_array() {
    close();
    if (depth_ == 1) bytes_ = false;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) { return false; }

 private:
  bool open() {
    ++depth_;
    return true;
  }
  bool close() {
    --depth_;
    return true;
  }
  bool add(std::string value, bool quoted) {
    // The message may come last: only fields nobody asks for by name are limited.
    const bool wanted = key_ == "message" || key_ == "log" || key_ == "MESSAGE";
    if (depth_ == 1 && (wanted || (all_.size() < kMostFields && value.size() <= kLongestToken)))
      all_.push_back({key_, std::move(value), quoted});
    return true;
  }

  std::vector<Field> all_;
  std::string key_;
  int depth_ = 0;
  bool bytes_ = false;
  bool null_message_ = false;
};

bool mentions(std::string_view line, std::string_view word) { return line.find(word) != std::string_view::npos; }

// Whether a line that does not parse was one of the forms before it was torn.
bool looks_like_record(std::string_view line) {
  if (line.starts_with("{\"log\":") || mentions(line, "\"__REALTIME_TIMESTAMP\"")) return true;
  return mentions(line, "\"level") &&
         (mentions(line, "\"message\"") || line.starts_with("{\"time\"") || line.starts_with("{\"asctime\""));
}

std::optional<Fields> parse(std::string_view line) {
  Fields fields;
  if (nlohmann::json::sax_parse(line.begin(), line.end(), &fields)) return fields;
  // A byte that is no UTF-8 must not cost the record.
  if (std::all_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return {};
  Fields repaired;
  const std::string text = base::valid_utf8(line);
  if (!nlohmann::json::sax_parse(text, &repaired)) return {};
  return repaired;
}

bool all_bytes(std::string_view text, std::string_view others) {
  return !text.empty() && text.size() <= kLongestToken && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || others.find(c) != others.npos;
  });
}

// The field if it is a word: no blank, so that no sentence can hide in it.
std::string word(const Fields& fields, std::string_view key, std::string_view fallback = {}) {
  const Field* field = fields.find(key);
  return std::string(field != nullptr && all_bytes(field->value, "_.:-/<>=@") ? field->value : fallback);
}

std::string time_of(const Fields& fields, std::string_view key) {
  const Field* field = fields.text(key);
  const bool fits = field != nullptr && field->value.size() <= 40 && all_bytes(field->value, ":.,+-/ ") &&
                    field->value.front() >= '0' && field->value.front() <= '9';
  return fits ? field->value + ' ' : std::string();
}

void read_journal(const Fields& fields, JsonRecord* record) {
  const std::string stamp = word(fields, "__REALTIME_TIMESTAMP");
  std::int64_t microseconds = 0;
  const auto read = std::from_chars(stamp.data(), stamp.data() + stamp.size(), microseconds);
  constexpr std::int64_t kYear2200 = 7'258'118'400'000'000;
  if (read.ec == std::errc() && microseconds >= 0 && microseconds < kYear2200)
    record->head = base::format_instant(microseconds * 1000, 6) + ' ';
  record->form = RecordForm::journal;
}

void read_vllm(const Fields& fields, JsonRecord* record) {
  const std::string pid = word(fields, "process");
  const std::string name = word(fields, "vllm_process_name", word(fields, "processName", "process"));
  if (!pid.empty()) record->head = '(' + name + " pid=" + pid + ") ";
  record->head += word(fields, "levelname", "INFO") + ' ' + time_of(fields, "asctime");
  const std::string logger = word(fields, "name");
  if (!logger.empty()) record->head += '[' + logger + "] ";
  record->form = RecordForm::vllm;
}

void read_dynamo(const Fields& fields, JsonRecord* record) {
  static constexpr std::array<std::string_view, 4> kTies = {"request_id", "worker_id", "instance_id", "lease_id"};
  static constexpr std::array<std::string_view, 6> kOwn = {"time", "level", "target", "message", "file", "line"};
  record->head =
      time_of(fields, "time") + word(fields, "level", "INFO") + ' ' + word(fields, "target", "unknown") + ": ";
  record->form = RecordForm::dynamo;
  if (std::none_of(kTies.begin(), kTies.end(), [&](std::string_view key) { return fields.find(key) != nullptr; }))
    return;
  for (const Field& field : fields.all()) {
    if (std::find(kOwn.begin(), kOwn.end(), field.key) != kOwn.end()) continue;
    if (!all_bytes(field.key, "_.-") || !all_bytes(field.value, "_.:-/+@#")) continue;
    const char* quote = field.quoted ? "\"" : "";
    record->fields += ' ' + field.key + '=' + quote + field.value + quote;
  }
}

}  // namespace

JsonRecord read_json_record(std::string_view line) {
  JsonRecord record;
  const bool named = mentions(line, "\"message\"") || mentions(line, "\"log\"") || mentions(line, "\"MESSAGE\"");
  if (!named && !looks_like_record(line)) return record;
  const auto fields = parse(line);
  if (!fields) {
    if (looks_like_record(line)) record.form = RecordForm::broken;
    return record;
  }
  const Field* message = nullptr;
  if ((message = fields->text("log")) != nullptr &&
      (fields->text("stream") != nullptr || fields->text("time") != nullptr)) {
    record.form = RecordForm::container;
    record.head = time_of(*fields, "time");
    record.stream = word(*fields, "stream");
  } else if (fields->find("__REALTIME_TIMESTAMP") != nullptr &&
             ((message = fields->text("MESSAGE")) != nullptr || fields->null_message())) {
    read_journal(*fields, &record);
    record.lost = message == nullptr;
  } else if ((message = fields->text("message")) != nullptr && fields->text("levelname") != nullptr) {
    read_vllm(*fields, &record);
  } else if (message != nullptr && fields->text("level") != nullptr && fields->text("time") != nullptr) {
    read_dynamo(*fields, &record);
  }
  if (record.form != RecordForm::none && message != nullptr) record.message = message->value;
  return record;
}

}  // namespace jitgate::read
