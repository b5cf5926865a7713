// Cleans the lines of a block that needs it: one line in, the text lines it stands for out, each with its origin.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/block.h"
#include "read/encoding.h"
#include "read/place_watch.h"
#include "read/text_lines.h"
#include "read/transport.h"
#include "read/wrap_watch.h"

namespace jitgate::read {

class Cleaner {
 public:
  explicit Cleaner(TextLines::Consumer consumer) : lines_(std::move(consumer)), transport_(&lines_) {}

  // Every line of `text`, a clean block: only watched.
  void watch(std::string_view text);
  // Whether lines are held back because a row may come that belongs to them.
  [[nodiscard]] bool holds() const { return lines_.holds(); }
  // Whether a record has begun whose last part has not come.
  [[nodiscard]] bool waits() const { return transport_.waits(); }
  // Passes on all that is held back.
  void settle() { lines_.settle(); }
  // Every line of `text`; `origin` is its beginning's, and its end's afterwards.
  void block(std::string_view text, model::LineOrigin* origin, const Encoding& encoding);
  // A line that is read in pieces, its first or a next one. Next ones stand behind a lone CR and are the same
  // process's.
  void piece(std::string_view raw, model::LineOrigin origin, bool first);
  void finish();

  [[nodiscard]] std::uint64_t unreadable() const {
    return transport_.unreadable() + watch_.broken() + places_.broken() + lines_.unreadable();
  }

 private:
  void clean(std::string_view raw, model::LineOrigin origin);
  // The text without escapes, line ends and holes, in `stripped_` if anything had to go.
  std::string_view strip(std::string_view raw);
  void line(std::string_view text, model::LineOrigin origin);
  void see(std::string_view line);

  TextLines lines_;
  Transport transport_;
  WrapWatch watch_;
  PlaceWatch places_;
  std::string stripped_;
  std::string prefix_;  // of the line whose pieces come
};

}  // namespace jitgate::read
