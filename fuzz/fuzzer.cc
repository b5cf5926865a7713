// libFuzzer's entry. One program for all targets, since linking and instrumenting everything nine times would cost
// minutes: the variable JITGATE_FUZZ says which one.
#include <cstdio>
#include <cstdlib>

#include "target.h"

namespace {
const jitgate::fuzz::Target* chosen = nullptr;
}

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* name = std::getenv("JITGATE_FUZZ");
  chosen = jitgate::fuzz::target_named(name == nullptr ? "" : name);
  if (chosen == nullptr) {
    std::fputs("JITGATE_FUZZ names no target; there are:", stderr);
    for (const auto& one : jitgate::fuzz::targets()) std::fprintf(stderr, " %s", one.name);
    std::fputs("\n", stderr);
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
