// What a live command sees, on standard error: on a terminal a screen that is drawn over itself, with the lines for the
// record above it; anywhere else the lines alone.
#pragma once

#include <string>
#include <vector>

#include "run/live_run.h"

namespace jitgate::cli {

class StatusScreen {
 public:
  explicit StatusScreen(bool quiet);
  ~StatusScreen() { clear(); }
  StatusScreen(const StatusScreen&) = delete;
  StatusScreen& operator=(const StatusScreen&) = delete;

  // It must outlive what reports to it.
  run::LiveReport report();
  void clear();

 private:
  void line(const std::string& text);
  void draw();

  bool quiet_, screen_;
  std::string headline_;
  std::vector<std::string> rows_;
  std::size_t drawn_ = 0;  // lines
  std::string shown_;
};

}  // namespace jitgate::cli
