#include "results/line_fields.h"

namespace jitgate::results {
namespace {

constexpr std::size_t kMaxValue = 256;

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
}

std::optional<std::string_view> value_at(std::string_view text) {
  if (text.starts_with('"')) {
    const std::size_t end = text.find('"', 1);
    if (end == std::string_view::npos || end - 1 > kMaxValue) return std::nullopt;  // torn
    return text.substr(1, end - 1);
  }
  const std::string_view value = text.substr(0, text.find_first_of(" \t,;)]}\"'"));
  if (value.empty() || value.size() > kMaxValue) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::string_view> field(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at > 0 && is_word(text[at - 1])) continue;
    std::string_view rest = text.substr(at + key.size());
    if (rest.starts_with('"')) rest.remove_prefix(1);  // "key": value, of JSON
    if (rest.starts_with('=')) {
      rest.remove_prefix(1);
    } else if (rest.starts_with(": ")) {
      rest.remove_prefix(2);
    } else {
      continue;
    }
    return value_at(rest);
  }
  return std::nullopt;
}

std::optional<std::int64_t> leading_integer(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  return integer_of(text.substr(0, text.find_first_not_of("0123456789")));
}

}  // namespace jitgate::results
