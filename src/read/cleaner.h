// Cleans the lines of a block that needs it: one line in, the text lines it stands for out, each with its origin.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/block.h"
#include "read/encoding.h"
#include "read/text_lines.h"
#include "read/transport.h"
#include "read/wrap_watch.h"

namespace jitgate::read {

class Cleaner {
 public:
  // Text lines keep `max_line` bytes; raw lines may be `raw_limit` long, since escaping makes them longer.
  Cleaner(std::size_t max_line, std::size_t raw_limit)
      : raw_limit_(raw_limit), lines_(max_line), transport_(raw_limit, &lines_) {}

  // Every line of `text`, a clean block: only watched.
  void watch(std::string_view text);
  // Every line of `text`; `origin` is its beginning's, and its end's afterwards.
  void block(std::string_view text, model::LineOrigin* origin, const Encoding& encoding);
  // A piece of a line over the limit; `cut`: bytes behind it were dropped.
  void piece(std::string_view raw, model::LineOrigin origin, bool first, bool cut);
  void finish() { transport_.finish(); }

  [[nodiscard]] const TextLines& lines() const { return lines_; }
  void clear() { lines_.clear(); }
  [[nodiscard]] std::uint64_t unreadable() const { return transport_.unreadable() + watch_.broken(); }

 private:
  void line(std::string_view raw, model::LineOrigin origin);
  enum class Part : std::uint8_t { whole, first, next };
  void clean(std::string_view raw, model::LineOrigin origin, Part part);

  std::size_t raw_limit_;
  TextLines lines_;
  Transport transport_;
  WrapWatch watch_;
  std::string stripped_;
  std::string prefix_;  // process prefix of the line whose pieces come
};

}  // namespace jitgate::read
