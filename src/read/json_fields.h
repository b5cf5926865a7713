// The fields of one JSON object on a line, as far as a log record can need them: its own strings and numbers, and those
// of objects in it under their path ("log.level"). What lies in arrays is read over. By SAX: no tree is built of what
// users sent.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitgate::read {

struct JsonField {
  std::string key;
  std::string value;
  bool quoted = false;
  bool nested = false;  // of an object in the object
};

class JsonFields {
 public:
  // The first field of that name; null: there is none.
  [[nodiscard]] const JsonField* find(std::string_view key) const;
  // … if it is a string.
  [[nodiscard]] const JsonField* text(std::string_view key) const;
  [[nodiscard]] const std::vector<JsonField>& all() const { return all_; }
  // The object has a field of that name, of whatever kind.
  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] bool null_message() const { return null_message_; }  // "MESSAGE": null

 private:
  friend class FieldCollector;
  std::vector<JsonField> all_;
  std::vector<std::string> containers_;  // names of its objects and arrays
  bool null_message_ = false;
};

// The object that `object` is from its first byte to its last; empty: it is none. Bytes that are no UTF-8 become
// U+FFFD.
std::optional<JsonFields> read_json_fields(std::string_view object);

// Where the object that begins `text` ends, by its braces and quotes alone; 0: it does not.
std::size_t object_length(std::string_view text);

}  // namespace jitgate::read
