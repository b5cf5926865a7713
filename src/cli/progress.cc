#include "cli/progress.h"

#include <fmt/format.h>

#include <iostream>

#include "base/escape.h"

namespace jitgate::cli {

void ProgressLine::show(const std::string& path, std::uint64_t bytes) {
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now - last_ < std::chrono::milliseconds(200) || now - begun_ < std::chrono::milliseconds(500)) return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const double mega = static_cast<double>(bytes) / 1e6;
  std::string name = base::for_terminal(path);
  if (name.size() > 50) name = "..." + name.substr(name.size() - 47);
  std::cerr << fmt::format("\r\x1b[Kreading {}  {:.0f} MB  {:.0f} MB/s", name, mega, mega / seconds) << std::flush;
}

void ProgressLine::clear() {
  if (drawn_) std::cerr << "\r\x1b[K" << std::flush;
  drawn_ = false;
}

}  // namespace jitgate::cli
