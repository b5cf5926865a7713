#include "tables/line_in_hand.h"

#include <algorithm>

#include "base/source_line.h"

namespace jitgate::tables {
namespace {

constexpr std::size_t kKept = 200;
constexpr std::uint64_t kMost = 1'000'000'000;

int shown(std::uint64_t number) { return static_cast<int>(std::min(number, kMost)); }

}  // namespace

void LineInHand::take(std::string_view bytes) {
  if (const std::size_t end = bytes.rfind('\n'); end != std::string_view::npos) {
    bytes.remove_prefix(end + 1);
    kept_.clear();
    size_ = 0;
  }
  size_ += bytes.size();
  kept_.append(bytes.substr(bytes.size() - std::min(bytes.size(), kKept)));
  if (kept_.size() > kKept) kept_.erase(0, kept_.size() - kKept);
}

base::Problem LineInHand::fault(const std::string& what, std::uint64_t line, std::string_view rest) const {
  const std::string text = kept_ + std::string(rest.substr(0, std::min(rest.find('\n'), kKept)));
  return {what, base::place_name({}, {shown(line), shown(size_) + 1}),
          base::source_line(text, {shown(line), shown(kept_.size()) + 1}, shown(line)), base::Blame::world};
}

}  // namespace jitgate::tables
