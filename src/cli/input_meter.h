// How much of what was named has been read, for a progress line. It asks the kernel how much this process has read, so
// that no stage has to count packed bytes for it: of an archive nothing else tells how far along it is. What is spooled
// to a file and read again is written as well, so what was written is taken off. An estimate, and good for no more.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitgate::cli {

class InputMeter {
 public:
  // Files and directories; what cannot be examined counts as nothing.
  explicit InputMeter(const std::vector<std::string>& paths);
  // From 0 to 1; empty where the kernel does not tell.
  std::optional<double> operator()() const;

 private:
  std::uint64_t all_ = 0;
  std::optional<std::uint64_t> before_;
};

}  // namespace jitgate::cli
