#include "cli/input_meter.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/progress.h"

namespace jitgate::cli {
namespace {

namespace fs = std::filesystem;

// proc(5): rchar and wchar count what read(2), write(2) and their kin passed.
std::optional<std::uint64_t> read_so_far() {
  std::ifstream file("/proc/self/io");
  std::string name;
  std::uint64_t value = 0;
  std::optional<std::uint64_t> read;
  std::optional<std::uint64_t> written;
  while (file >> name >> value) {
    if (name == "rchar:") read = value;
    if (name == "wchar:") written = value;
  }
  if (!read || !written) return {};
  return *read - std::min(*read, *written);
}

std::uint64_t size_of(const fs::path& path) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) return fs::file_size(path, error);
  std::uint64_t all = 0;
  for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error)) {
    std::error_code of_file;
    if (at->is_regular_file(of_file) && !at->is_symlink(of_file)) all += at->file_size(of_file);
  }
  return all;
}

}  // namespace

InputMeter::InputMeter(const std::vector<std::string>& paths) {
  if (::isatty(STDERR_FILENO) == 0) return;  // nobody will ask
  for (const std::string& path : paths) all_ += size_of(path);
  before_ = read_so_far();
}

std::optional<double> InputMeter::operator()() const {
  const auto now = read_so_far();
  if (!before_ || !now) return {};
  return part_of(*now - std::min(*now, *before_), all_);
}

}  // namespace jitgate::cli
