#include "report/screen.h"

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "report/layout.h"

namespace jitgate::report {
namespace {

constexpr int kSectionWidth = 9;

std::string blanks(int number) { return std::string(static_cast<std::size_t>(std::max(0, number)), ' '); }

const char* paint(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "\x1b[1;32m";
    case Tone::warn:
      return "\x1b[1;33m";
    case Tone::bad:
      return "\x1b[1;31m";
    case Tone::plain:
      break;
  }
  return "";
}

}  // namespace

Tone tone_of(model::Status status) {
  if (status == model::Status::valid) return Tone::good;
  return status == model::Status::flagged ? Tone::warn : Tone::bad;
}

Tone tone_of(model::Finding finding) {
  if (finding == model::Finding::clean) return Tone::good;
  return finding == model::Finding::contaminated || finding == model::Finding::inconclusive ? Tone::bad : Tone::warn;
}

Screen::Screen(const TextOptions& options)
    : width_(std::clamp(options.width, 40, 1000)), color_(options.color), verbose_(options.verbose) {}

void Screen::blank() {
  if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
}

void Screen::add(std::string_view lead, std::string_view word, Tone tone, std::string_view text, int indent) {
  const std::string first = std::string(lead) + std::string(word) + (word.empty() || text.empty() ? "" : "  ");
  // Escaped once more as a whole: two names that are harmless apart (":" and ": ") may join to a command.
  std::vector<std::string> lines = wrapped(base::for_terminal(text), width_, first, blanks(indent));
  if (color_ && tone != Tone::plain && !word.empty()) {
    lines.front().insert(lead.size() + word.size(), "\x1b[0m");
    lines.front().insert(lead.size(), paint(tone));
  }
  for (std::string& line : lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    out_ += line + '\n';
  }
}

void Screen::section(std::string_view name, std::string_view text) {
  add(padded(name, kSectionWidth) + " ", "", Tone::plain, text, kSectionWidth + 1);
}

void Screen::item(std::string_view text, int indent) { add(blanks(indent), "", Tone::plain, text, indent + 2); }

std::string Screen::taken() { return std::move(out_); }

}  // namespace jitgate::report
