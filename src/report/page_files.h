// The files of page/: the page's frame, style and scripts, embedded when the program is built.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jitgate::report {

struct EmbeddedFile {
  std::string name;
  std::string_view text;
};
const std::vector<EmbeddedFile>& embedded_files();

}  // namespace jitgate::report
