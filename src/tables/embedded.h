// The SQL files that were compiled in; the definition is generated (cmake/Embed.cmake).
#pragma once

#include <string_view>
#include <vector>

namespace jitgate::tables {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

const std::vector<EmbeddedFile>& embedded_files();

}  // namespace jitgate::tables
