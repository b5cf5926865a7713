// One line on a terminal that tells what is being done, how fast, and how long the rest will take; nothing anywhere
// else, where it would only fill a log.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace jitgate::cli {

// How much of the work is done, from 0 to 1; empty: not known.
using Part = std::optional<double>;
Part part_of(std::uint64_t done, std::uint64_t all);

class ProgressLine {
 public:
  // On standard error. `wanted` false: nothing, also on a terminal.
  ProgressLine(std::string verb, bool wanted);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& what, std::uint64_t bytes, const std::function<Part()>& part);
  void show(const std::string& what, std::uint64_t bytes, Part part);
  // Of things that are counted and not measured in bytes.
  void show_counted(const std::string& what, std::size_t done, std::size_t all);
  void clear();

 private:
  bool is_time();
  void draw(const std::string& what, const std::string& rate, Part part);

  std::string verb_;
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_{};
};

// "about 40 s left"; empty where that cannot be told yet.
std::string time_left(double seconds_gone, Part part);

}  // namespace jitgate::cli
