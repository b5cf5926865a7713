#include "read/text_lines.h"

#include <algorithm>

namespace jitgate::read {

Piece first_piece(std::string_view line, std::size_t limit) {
  if (const std::size_t cr = line.substr(0, limit).rfind('\r'); cr != std::string_view::npos) return {cr + 1, cr + 1};
  const std::size_t cr = line.find('\r', limit);
  return cr == std::string_view::npos ? Piece{} : Piece{cr + 1, limit};
}

void TextLines::add(std::string_view head, std::string_view body, model::LineOrigin origin) {
  std::string_view front = head;
  std::string_view prefix = head;  // of the pieces behind the first
  for (bool first = true;; first = false) {
    const std::size_t room = max_line_ - std::min(front.size(), max_line_ - 1);
    std::string_view kept = body;
    bool last = true;
    if (body.size() > room) {
      if (first && head.empty()) prefix = process_prefix(body);
      const Piece piece = first_piece(body, room);
      last = piece.taken == 0;
      kept = body.substr(0, last ? room : piece.kept);
      if (last || piece.kept < piece.taken) count_cut(origin);
      if (!last) body.remove_prefix(piece.taken);
      while (!last && !kept.empty() && kept.back() == '\r') kept.remove_suffix(1);
    }
    if (first || !kept.empty()) {
      text_ += front;
      text_ += kept;
      text_ += '\n';
      origins_.push_back(origin);
    }
    if (last) return;
    front = prefix;
  }
}

void TextLines::clear() {
  text_.clear();
  origins_.clear();
}

std::string_view process_prefix(std::string_view line) {
  if (line.empty() || line.front() != '(') return {};
  const std::size_t end = line.substr(0, 160).find(") ");
  if (end == std::string_view::npos || line.substr(0, end).find("pid=") == std::string_view::npos) return {};
  return line.substr(0, end + 2);
}

}  // namespace jitgate::read
