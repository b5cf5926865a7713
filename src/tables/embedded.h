// The SQL files that were compiled in; the definition is generated (cmake/Embed.cmake).
#pragma once

#include "base/embedded_file.h"

namespace jitgate::tables {

using base::EmbeddedFile;
const std::vector<EmbeddedFile>& embedded_files();

}  // namespace jitgate::tables
