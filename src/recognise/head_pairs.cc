#include "recognise/head_pairs.h"

#include "base/text.h"
#include "recognise/head_text.h"

namespace jitgate::recognise {

std::optional<HeadPair> pair_at(std::string_view text, bool ordered) {
  const char open = char_at(text, 0);
  const bool dictionary = open == '\'' || open == '"';
  const std::size_t begin = dictionary ? 1 : 0;
  std::size_t end = begin;
  const auto key_byte = [](char c) { return is_word(c) || c == '.' || c == '@' || c == '-'; };
  while (key_byte(char_at(text, end))) ++end;
  if (end == begin || char_at(text, begin) == '-') return std::nullopt;
  HeadPair pair;
  pair.key = base::lower(text.substr(begin, end - begin));
  if (dictionary && char_at(text, end++) != open) return std::nullopt;
  const bool arrow = dictionary && text.substr(end).starts_with("=>");  // Fluent Bit's, Ruby's
  if (arrow) ++end;
  const char sign = arrow ? '>' : dictionary ? (ordered && char_at(text, end) == ',' ? ',' : ':') : '=';
  // "=> " behind a bare word is an arrow.
  if (char_at(text, end) != sign || (!dictionary && text.substr(end).starts_with("=> "))) return std::nullopt;
  std::size_t stop = dictionary ? after_blanks(text, end + 1) : end + 1;
  if (const char quote = char_at(text, stop); quote == '"' || quote == '\'') {
    pair.quote = quote;
    pair.begin = ++stop;
    for (; stop < text.size() && text[stop] != quote; ++stop) {
      if (text[stop] == '\\') ++stop;
    }
    pair.closed = stop < text.size();
    pair.value = text.substr(pair.begin, stop - pair.begin);
    pair.end = stop + 1;
    return pair;
  }
  pair.begin = stop;
  pair.closed = stop < text.size();
  while (stop < text.size() && !is_blank(text[stop]) && text[stop] != ',') ++stop;
  pair.value = text.substr(pair.begin, stop - pair.begin);
  pair.end = stop;
  return pair;
}

}  // namespace jitgate::recognise
