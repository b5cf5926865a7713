// Whole files in and out. Writing goes to a temporary name beside the target and is renamed, so that no reader ever
// sees half a file under its final name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace jitgate::base {

Result<std::string> read_file(const std::string& path, std::size_t limit = std::size_t{64} << 20);
Result<void> write_file(const std::string& path, std::string_view content);
// Several files, all or none as far as a file system allows: each is written beside its target before the first is
// renamed. A target that is there keeps its permissions.
struct FileToWrite {
  std::string path, content;
};
Result<void> write_files(const std::vector<FileToWrite>& files);
Result<void> make_directory(const std::string& path);  // with its parents

}  // namespace jitgate::base
