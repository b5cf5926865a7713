#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "base/columns.h"
#include "base/escape.h"
#include "cli/terminal.h"

namespace jitgate::cli {
namespace {

using std::chrono::steady_clock;

double seconds_since(steady_clock::time_point begun) {
  return std::chrono::duration<double>(steady_clock::now() - begun).count();
}

}  // namespace

Part part_of(std::uint64_t done, std::uint64_t all) {
  if (all == 0) return {};
  return std::min(1.0, static_cast<double>(done) / static_cast<double>(all));
}

std::string time_left(double seconds_gone, Part part) {
  // Of the first percents nothing follows.
  if (!part || *part < 0.02 || seconds_gone < 1) return {};
  const double left = seconds_gone * (1 - *part) / *part;
  if (left < 60) return fmt::format("about {} s left", std::max(1L, std::lround(left)));
  return left < 5400 ? fmt::format("about {} min left", std::lround(left / 60))
                     : fmt::format("about {:.1f} h left", left / 3600);
}

ProgressLine::ProgressLine(std::string verb, bool wanted)
    : verb_(std::move(verb)), shown_(wanted && is_screen(STDERR_FILENO)) {}

bool ProgressLine::is_time() {
  using std::chrono::milliseconds;
  const auto now = steady_clock::now();
  if (!shown_ || now - last_ < milliseconds(200) || now - begun_ < milliseconds(500)) return false;
  last_ = now;
  return true;
}

void ProgressLine::show(const std::string& what, std::uint64_t bytes, const std::function<Part()>& part) {
  if (!is_time()) return;
  const double mega = static_cast<double>(bytes) / 1e6;
  draw(what, fmt::format("{:.0f} MB  {:.0f} MB/s", mega, mega / seconds_since(begun_)), part());
}

void ProgressLine::show(const std::string& what, std::uint64_t bytes, Part part) {
  show(what, bytes, [part] { return part; });
}

void ProgressLine::show_counted(const std::string& what, std::size_t done, std::size_t all) {
  if (!is_time()) return;
  const double minutes = seconds_since(begun_) / 60;
  draw(what, fmt::format("{} of {}  {:.1f}/min", done, all, static_cast<double>(done) / minutes), part_of(done, all));
}

void ProgressLine::draw(const std::string& what, const std::string& rate, Part part) {
  drawn_ = true;
  std::string end = "  " + rate;
  if (part) end += fmt::format("  {:.0f} %", 100 * std::min(0.99, *part));
  if (const std::string left = time_left(seconds_since(begun_), part); !left.empty()) end += "  " + left;
  // One line of the terminal and never two, which could not be taken back; the name's end tells most.
  const int width = line_width(STDERR_FILENO) - 1;
  const int room = width - static_cast<int>(verb_.size()) - 1 - base::columns(end);
  std::string name = base::for_terminal(what);
  if (base::columns(name) > room) {
    while (!name.empty() && base::columns(name) > std::max(0, room - 3)) name.erase(0, base::fitting(name, 1));
    name = "..." + name;
  }
  std::string line = verb_ + ' ' + name + end;
  line.resize(base::fitting(line, width));
  std::cerr << "\r\x1b[K" << line << std::flush;
}

void ProgressLine::clear() {
  if (drawn_) std::cerr << "\r\x1b[K" << std::flush;
  drawn_ = false;
}

}  // namespace jitgate::cli
