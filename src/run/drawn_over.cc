#include "run/drawn_over.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace jitgate::run {
namespace {

// What stays the same from one drawing to the next: its letters, whatever their order (tqdm turns "it/s" round).
std::string letters_of(std::string_view drawing) {
  std::string letters;
  for (const char c : drawing) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) letters += c;
  }
  std::sort(letters.begin(), letters.end());
  return letters;
}

// "Capturing: 40%|####      | 2/5 [00:01<00:02, 1.5it/s]", to the end of the text; the brackets may lack.
bool is_bar(std::string_view drawing) {
  const std::size_t percent = drawing.find("%|");
  const std::size_t end = percent == std::string_view::npos ? percent : drawing.find('|', percent + 2);
  if (end == std::string_view::npos) return false;
  const std::string_view numbers = base::trim(drawing.substr(end + 1));
  const std::size_t open = numbers.find('[');
  if (numbers.substr(0, open).find_first_not_of("0123456789./?kMGTB ") != std::string_view::npos) return false;
  return open == std::string_view::npos || numbers.find(']') == numbers.size() - 1;
}

}  // namespace

bool is_drawn_over(std::string_view unended) {
  if (base::trim(unended).empty()) return true;
  const std::size_t last = unended.rfind('\r');
  if (last == std::string_view::npos) return false;
  const std::string_view drawing = base::trim(unended.substr(last + 1));
  if (drawing.empty() || is_bar(drawing)) return true;
  const std::string_view before = unended.substr(0, last);
  const std::string letters = letters_of(drawing);
  return !letters.empty() && letters == letters_of(before.substr(before.rfind('\r') + 1));
}

}  // namespace jitgate::run
