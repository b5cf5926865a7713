#include "recognise/one_writer.h"

#include "base/text.h"
#include "recognise/head.h"

namespace jitgate::recognise {

std::string of_one_writer(std::string_view above, const model::Process& writer) {
  std::string kept;
  for (const std::string_view line : base::split(above, '\n')) {
    if (line.empty()) continue;
    const model::Process process = read_head(line).process;
    if (writer.told() && !(process == writer)) continue;
    if (!writer.told() && process.told()) kept.clear();
    kept += line;
    kept += '\n';
  }
  return kept;
}

}  // namespace jitgate::recognise
