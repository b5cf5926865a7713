// The files of page/: the page's frame, style and scripts, embedded when the program is built.
#pragma once

#include "base/embedded_file.h"

namespace jitgate::report {

using base::EmbeddedFile;
const std::vector<EmbeddedFile>& embedded_files();

}  // namespace jitgate::report
