#include "recognise/printed_list.h"

#include <array>

#include "base/text.h"
#include "recognise/head.h"

namespace jitgate::recognise {
namespace {

// What stands behind "\"stdout_lines\": "; null data: `line` does not begin so.
std::string_view behind_name(std::string_view line) {
  static constexpr std::array<std::string_view, 5> kNames = {"msg", "stdout_lines", "stderr_lines", "stdout", "stderr"};
  for (const std::string_view name : kNames) {
    if (!line.starts_with('"') || !line.substr(1).starts_with(name)) continue;
    if (line.substr(1 + name.size()).starts_with("\": ")) return line.substr(4 + name.size());
  }
  return {};
}

}  // namespace

std::string_view list_element(std::string_view line) {
  line = base::trim(line);
  if (line.ends_with(',')) line.remove_suffix(1);
  const bool quoted = line.size() > 2 && line.front() == '"' && line.back() == '"';
  if (!quoted) return {};
  for (std::size_t at = 1; at + 1 < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '"') {
      return {};  // a key and its value
    }
  }
  return line;
}

bool is_printed_field(std::string_view message) {
  const std::string_view value = behind_name(base::trim(message));
  return value.starts_with('"') || value.starts_with("[\"");
}

bool in_printed_list(std::string_view above) {
  bool open = false;
  above = above.substr(0, above.rfind('\n') + 1);  // where it was cut, its last line is none
  for (const std::string_view line : base::split(above, '\n')) {
    const std::string_view text = base::trim(read_head(line).message);
    if (text.empty()) continue;
    open = behind_name(text) == "[" || (open && !list_element(text).empty());
  }
  return open;
}

}  // namespace jitgate::recognise
