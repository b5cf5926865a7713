// The whole program behind main(): parse, run, exit status.
#pragma once

namespace jitgate::cli {

int run(int argc, const char* const* argv);

}  // namespace jitgate::cli
