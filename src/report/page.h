// A Markdown page that never passes its budget of bytes. Blocks (a paragraph, a list entry, a table row) go in whole
// or not at all, and what stays out is counted by kind and told at the end: sites drop a page that is too long
// altogether, and a page that is cut anywhere else would show half a row.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitgate::report {

class Page {
 public:
  // Rationed: sections keep to their share of the room; else each takes what it needs.
  Page(std::size_t budget, bool rationed);

  // False: no room, nothing was added.
  bool add(std::string_view block);
  // As many of the blocks as fit, into `share` of the room that is left if rationed; `head` goes in only with the first
  // of them. The others are counted as `what`.
  void add_all(std::string_view head, const std::vector<std::string>& blocks, std::string_view what, double share = 1);
  [[nodiscard]] bool whole() const { return left_out_.empty(); }
  // The page with what was left out; at most the budget. `everything` says where all of it is.
  std::string taken(std::string_view everything);

 private:
  [[nodiscard]] bool fits(std::size_t bytes) const { return bytes <= limit_ - out_.size(); }

  std::size_t budget_, limit_;
  bool rationed_;
  std::string out_;
  std::vector<std::pair<std::string, std::size_t>> left_out_;
};

// One row "| a | b |" with its line end; cells are Markdown already.
std::string row(const std::vector<std::string>& cells);
// The header row and the line under it.
std::string table_head(const std::vector<std::string>& titles);

}  // namespace jitgate::report
