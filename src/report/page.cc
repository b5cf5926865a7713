#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace jitgate::report {
namespace {

constexpr std::size_t kReserve = 768;  // for the note at the end: kinds are few and short

}  // namespace

Page::Page(std::size_t budget, bool rationed)
    : budget_(budget), limit_(budget > kReserve ? budget - kReserve : 0), rationed_(rationed) {}

bool Page::add(std::string_view block) {
  if (!fits(block.size())) return false;
  out_ += block;
  return true;
}

void Page::add_all(std::string_view head, const std::vector<std::string>& blocks, std::string_view what, double share) {
  const std::size_t left = limit_ - out_.size();
  const auto room = rationed_ ? static_cast<std::size_t>(static_cast<double>(left) * share) : left;
  const std::size_t end = out_.size() + std::min(room, left);
  std::size_t added = 0;
  for (; added < blocks.size(); ++added) {
    const std::size_t size = blocks[added].size() + (added == 0 ? head.size() : 0);
    if (size > end - out_.size()) break;
    if (added == 0) out_ += head;
    out_ += blocks[added];
  }
  if (added < blocks.size()) left_out_.emplace_back(what, blocks.size() - added);
}

std::string Page::taken(std::string_view everything) {
  if (!left_out_.empty()) {
    std::string note = "\nLeft out for want of room:";
    for (const auto& [what, number] : left_out_) {
      note += fmt::format("{}{} {}", note.ends_with(':') ? " " : ", ", number, what);
    }
    note += fmt::format(". {}\n", everything);
    if (note.size() <= budget_ - std::min(budget_, out_.size())) out_ += note;
  }
  return std::move(out_);
}

std::string row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += " " + cell + " |";
  return out + "\n";
}

std::string table_head(const std::vector<std::string>& titles) {
  std::string out = "\n" + row(titles) + "|";
  for (std::size_t i = 0; i < titles.size(); ++i) out += " --- |";
  return out + "\n";
}

}  // namespace jitgate::report
