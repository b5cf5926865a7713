#include "recognise/odd_date.h"

#include "recognise/head_text.h"

namespace jitgate::recognise {
namespace {

constexpr std::size_t kLooked = 64;  // bytes of a line

// "04:23:13", "4h23m13", "04.23.13" at `at`: two or three fields of digits with one sign between; 0: none.
std::size_t time_at(std::string_view text, std::size_t at) {
  const std::size_t hours = digits_at(text, at, 3);
  if (hours == 0 || hours > 2) return 0;
  const auto sign = [&](std::size_t place, std::string_view signs) {
    return char_at(text, place) != '\0' && signs.find(text[place]) != std::string_view::npos;
  };
  std::size_t end = at + hours;
  if (!sign(end, ":.hH'-") || digits_at(text, end + 1, 3) != 2) return 0;
  const bool colon = text[end] == ':';
  end += 3;
  if (sign(end, ":.mM'\"-") && digits_at(text, end + 1, 3) == 2) return end + 3;
  return colon && !is_digit(char_at(text, end)) ? end : 0;
}

}  // namespace

std::string_view odd_date(std::string_view line) {
  const std::string_view front = line.substr(0, kLooked);
  for (std::size_t at = 0; at < front.size(); ++at) {
    if (at > 0 && is_digit(front[at - 1])) continue;
    if (const std::size_t end = time_at(front, at); end != 0) return front.substr(0, end);
  }
  return {};
}

}  // namespace jitgate::recognise
