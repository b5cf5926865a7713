#include "base/replaced.h"

namespace jitgate::base {

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  if (what.empty()) return text;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

}  // namespace jitgate::base
