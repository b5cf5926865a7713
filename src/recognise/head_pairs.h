// The pairs of logfmt and of printed dictionaries, as they are written: "key=value", "'key': value", "'key'=>value",
// and "('key', value)" of an OrderedDict. The reader of unknown heads asks for them and weighs what they tell; apart
// from it because where a pair ends is a matter of quotes and signs alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jitgate::recognise {

struct HeadPair {
  std::string key;         // in lower case
  std::string_view value;  // without its quotes; to the end of the text where they do not close
  std::size_t begin = 0;   // of the value, behind its quote
  std::size_t end = 0;     // behind the value and its quote
  char quote = 0;          // around the value; 0: none
  bool closed = true;      // false: its quote does not close, so that the text ends inside of the value
};

// At the beginning of `text`. `ordered`: in an OrderedDict. Nothing: no pair stands there, or one that a call or a
// structure is made of.
std::optional<HeadPair> pair_at(std::string_view text, bool ordered);

}  // namespace jitgate::recognise
