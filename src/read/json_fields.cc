#include "read/json_fields.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/among.h"
#include "base/text.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kMostFields = 64;
constexpr std::size_t kLongestValue = 192;
constexpr std::size_t kDeepest = 4;

// A message may be long, and may come last: only fields that nobody asks for by name are limited in number.
bool is_message(std::string_view key) {
  static constexpr std::array<std::string_view, 12> kMessages = {"message",
                                                                 "msg",
                                                                 "log",
                                                                 "MESSAGE",
                                                                 "Message",
                                                                 "event",
                                                                 "body",
                                                                 "text",
                                                                 "textPayload",
                                                                 "line",
                                                                 "jsonPayload.message",
                                                                 "record.message"};
  return base::among(kMessages, key);
}
bool is_named(std::string_view key) {
  static constexpr std::array<std::string_view, 16> kNamed = {
      "level", "levelname", "severity", "time",   "ts",     "timestamp", "@timestamp", "asctime",
      "name",  "process",   "logger",   "target", "stream", "pid",       "caller",     "__REALTIME_TIMESTAMP"};
  return base::among(kNamed, key);
}

}  // namespace

// nlohmann's SAX interface.
class FieldCollector {
 public:
  explicit FieldCollector(JsonFields* fields) : fields_(fields) {}

  bool null() {
    if (path_.size() == 1 && path_.back() == "MESSAGE") fields_->null_message_ = true;
    return true;
  }
  bool boolean(bool) { return true; }
  bool number_integer(std::int64_t value) { return add(std::to_string(value), false); }
  bool number_unsigned(std::uint64_t value) {
    if (bytes_ && value < 256) {
      fields_->all_.back().value += static_cast<char>(value);
      return true;
    }
    return add(std::to_string(value), false);
  }
  bool number_float(double, const std::string& written) { return add(written, false); }
  bool string(std::string& value) { return add(std::move(value), true); }
  bool binary(nlohmann::json::binary_t&) { return true; }
  bool key(std::string& name) {
    if (arrays_ == 0 && depth_ <= kDeepest) path_.back() = std::move(name);
    return true;
  }
  bool start_object(std::size_t) {
    open();
    if (arrays_ == 0 && ++depth_ <= kDeepest) path_.emplace_back();
    return true;
  }
  bool end_object() {
    if (arrays_ == 0 && depth_-- <= kDeepest) path_.pop_back();
    return true;
  }
  bool start_array(std::size_t) {
    open();
    // journalctl writes a message with control bytes as an array of numbers.
    if (arrays_++ == 0 && path_.size() == 1 && path_.back() == "MESSAGE") {
      fields_->all_.push_back({path_.back(), {}, true, false});
      bytes_ = true;
    }
    return true;
  }
  bool end_array() {
    if (--arrays_ == 0) bytes_ = false;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) { return false; }

 private:
  void open() {
    if (arrays_ == 0 && depth_ == 1 && fields_->containers_.size() < kMostFields) {
      fields_->containers_.push_back(path_.back());
    }
  }
  bool add(std::string value, bool quoted) {
    if (arrays_ > 0 || depth_ > kDeepest || path_.empty()) return true;
    std::string name = path_.front();
    for (std::size_t i = 1; i < path_.size(); ++i) name += '.' + path_[i];
    const bool message = is_message(name);
    const bool wanted = message || is_named(name);
    // A second one of a name would be kept for nothing.
    const bool room = wanted ? fields_->find(name) == nullptr : fields_->all_.size() < kMostFields;
    if (room && (message || value.size() <= kLongestValue)) {
      fields_->all_.push_back({std::move(name), std::move(value), quoted, path_.size() > 1});
    }
    return true;
  }

  JsonFields* fields_;
  std::vector<std::string> path_;  // names down to the present field, of objects at most kDeepest deep
  std::size_t depth_ = 0;
  std::size_t arrays_ = 0;  // open ones
  bool bytes_ = false;
};

const JsonField* JsonFields::find(std::string_view key) const {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const JsonField& field) { return field.key == key; });
  return found == all_.end() ? nullptr : &*found;
}

const JsonField* JsonFields::text(std::string_view key) const {
  const JsonField* field = find(key);
  return field != nullptr && field->quoted ? field : nullptr;
}

bool JsonFields::has(std::string_view key) const {
  return find(key) != nullptr || std::find(containers_.begin(), containers_.end(), key) != containers_.end();
}

std::optional<JsonFields> read_json_fields(std::string_view object) {
  if (!object.starts_with('{')) return std::nullopt;
  const auto parse = [](std::string_view text) -> std::optional<JsonFields> {
    JsonFields fields;
    FieldCollector collector(&fields);
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &collector)) return std::nullopt;
    return fields;
  };
  if (auto fields = parse(object)) return fields;
  // A byte that is no UTF-8 must not cost the record.
  if (std::all_of(object.begin(), object.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return {};
  return parse(base::valid_utf8(object));
}

std::size_t object_length(std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      if (c == '\\') ++at;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && (depth == 0 || --depth == 0)) {
      return depth == 0 && at > 0 ? at + 1 : 0;
    }
  }
  return 0;
}

}  // namespace jitgate::read
