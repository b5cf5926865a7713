// The lines of a terminal report: wrapped to the width, texts escaped on the way in, and colour only on the words
// that say a status, which read the same without it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "report/report.h"

namespace jitgate::report {

enum class Tone { plain, good, warn, bad };
Tone tone_of(model::Status status);
Tone tone_of(model::Finding finding);

class Screen {
 public:
  explicit Screen(const TextOptions& options);

  void blank();
  // `lead` is escaped and short; `word`, a status word, follows it in colour; then the text, wrapped under `indent`.
  void add(std::string_view lead, std::string_view word, Tone tone, std::string_view text, int indent);
  // A section's line: "Workers  …", wrapped under the text.
  void section(std::string_view name, std::string_view text);
  // Lines that are laid out and escaped already.
  void drawn(std::string_view lines) { out_ += lines; }
  // An entry of a section.
  void item(std::string_view text, int indent = 2);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] bool verbose() const { return verbose_; }
  // How many entries of a list are shown (0: all).
  [[nodiscard]] std::size_t most(std::size_t brief) const { return verbose_ ? 0 : brief; }
  std::string taken();

 private:
  int width_;
  bool color_, verbose_;
  std::string out_;
};

}  // namespace jitgate::report
