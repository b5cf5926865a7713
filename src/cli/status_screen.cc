#include "cli/status_screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "base/escape.h"
#include "base/text.h"
#include "cli/terminal.h"

namespace jitgate::cli {
namespace {

// Of the screen, at least a few.
std::size_t rows_of_terminal() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 4 ? size.ws_row : 24;
}

}  // namespace

StatusScreen::StatusScreen(bool quiet) : quiet_(quiet), screen_(!quiet && is_screen(STDERR_FILENO)) {}

run::LiveReport StatusScreen::report() {
  run::LiveReport report;
  report.line = [this](const std::string& text) { line(text); };
  report.status = [this](const std::string& headline, const std::vector<std::string>& rows) {
    headline_ = headline;
    rows_ = rows;
    if (screen_) draw();
  };
  return report;
}

void StatusScreen::clear() {
  if (drawn_ > 0) std::cerr << "\x1b[" << drawn_ << "A\r\x1b[J" << std::flush;
  drawn_ = 0;
  shown_.clear();
}

void StatusScreen::line(const std::string& text) {
  if (quiet_) return;
  clear();
  std::cerr << "jitgate: " << base::for_terminal(text) << std::endl;
  if (screen_) draw();
}

void StatusScreen::draw() {
  const auto width = static_cast<std::size_t>(line_width(STDERR_FILENO)) - 1;
  const std::size_t most = rows_of_terminal() - 2;
  std::string text = base::valid_utf8(base::for_terminal(headline_), width) + '\n';
  std::size_t lines = 1;
  for (const std::string& row : rows_) {
    if (lines >= most) break;
    text += base::valid_utf8(row, width) + '\n';
    ++lines;
  }
  if (text == shown_) return;
  clear();
  std::cerr << text << std::flush;
  drawn_ = lines;
  shown_ = text;
}

}  // namespace jitgate::cli
