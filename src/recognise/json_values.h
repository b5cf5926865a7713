// The strings of a JSON text that the reader left as it stands, because it has none of the forms that it knows a record
// by: bodies nested at any depth ({"fields":{"message":…}}, {"body":{"stringValue":…}}), arrays of records, objects in
// a string in an object. Asked for only where a rule's needle stands in the line, so nothing is parsed for others.
//
// What users send and models answer travels as JSON too. A text that has any of a request's or an answer's names
// ("messages", "prompt", "choices", …) tells of one, and gives nothing at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "recognise/unknown_record.h"

namespace jitgate::recognise {

struct JsonValue {
  std::string text;  // unescaped, cut to base::JsonFeed::kMaxText
  Around around;     // time and level as its record tells them: the innermost object of an array, or the whole text
};

// Where JSON begins in `line` behind a head or at its beginning; npos: nowhere.
std::size_t json_begins(std::string_view line);

// `text` begins with '{' or '['. Torn JSON gives what stands before the tear.
std::vector<JsonValue> read_json_values(std::string_view text);

}  // namespace jitgate::recognise
