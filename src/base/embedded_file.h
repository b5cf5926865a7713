// A file that was compiled in; the lists of them are generated (cmake/Embed.cmake).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jitgate::base {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

// The text of the file of that name. Which files there are is the build's, so a missing one is a bug.
inline std::string_view embedded_text(const std::vector<EmbeddedFile>& files, std::string_view name) {
  for (const EmbeddedFile& file : files) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("a file was not compiled in: " + std::string(name));
}

}  // namespace jitgate::base
