// Heads of loggers that no part of the head parser knows. A record's sentence is worth the same whatever formatter
// stands in front of it, and people configure their own: logfmt, loguru's bars, structlog's and Rich's columns, RFC
// 5424, Python's warnings, unix seconds, a bytes' repr. They have no grammar in common, but they are made of the same
// few tokens, and prose is not:
//
//   a stamp, a level, a place or a dotted name, something in brackets, key=value, a bar or a dash between them
//
// So this is asked from behind: once a rule's sentence was found, is all that stands in front of it such tokens? A list
// of further formats was not taken: the next one would again be missed, and a missed one looks clean. Free words are
// what must not pass ("Client text was truncated: …"), nor the names of what users send ("prompt=", "output:").
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "model/heard.h"

namespace jitgate::recognise {

struct UnknownHead {
  model::LineHead head;        // without its message; record is set if a stamp, level or the like was told
  bool plain = false;          // of a level at which warnings are given, and without a free word
  bool strict = false;         // known forms only, none of the tokens of this file
  bool wholly_quoted = false;  // quotes around record and head, and nothing in front of them
  char quote = 0;              // the sentence stands in these quotes ("msg=\"…"); 0: in none
};

// `front` is all of a line in front of a rule's sentence. Nothing: it is no head. Views are into `front`. `told`: that
// it is a logger's is known already.
std::optional<UnknownHead> read_unknown_head(std::string_view front, bool told = false);

}  // namespace jitgate::recognise
