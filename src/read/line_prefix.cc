#include "read/line_prefix.h"

namespace jitgate::read {
namespace {

constexpr std::size_t kLongestPrefix = 256;
constexpr int kMostPrefixes = 8;

// "(Worker_TP0 pid=9) " at the beginning; its length.
std::size_t process_prefix(std::string_view text) {
  if (!text.starts_with('(')) return 0;
  const std::size_t end = text.substr(0, kLongestPrefix).find(") ");
  if (end == std::string_view::npos || text.substr(0, end).find("pid=") == std::string_view::npos) return 0;
  return end + 2;
}

// Only a transport's words: a stamp ("…Z ", CRI's with its stream), a compose name's bar, srun's task number. A record
// that speaks of a process is none.
bool transport_words(std::string_view front) {
  if (front.empty()) return true;
  if (front.size() > 96 || front.find_first_of("\"'({=") != std::string_view::npos) return false;
  if (front.front() == '2' && front.find(':') != std::string_view::npos) {
    return front.ends_with("Z ") || front.find(" stdout ") != std::string_view::npos ||
           front.find(" stderr ") != std::string_view::npos;
  }
  return front.ends_with("| ") || (front.ends_with(": ") && front.find_first_not_of(" 0123456789:") == front.npos);
}

}  // namespace

std::string_view line_prefix(std::string_view line) {
  const std::size_t open = line.substr(0, kLongestPrefix).find('(');
  if (open == std::string_view::npos || !transport_words(line.substr(0, open))) return {};
  std::size_t end = open;
  for (int i = 0; i < kMostPrefixes; ++i) {
    const std::size_t length = process_prefix(line.substr(end));
    if (length == 0) break;
    end += length;
  }
  return end == open ? std::string_view() : line.substr(0, end);
}

}  // namespace jitgate::read
