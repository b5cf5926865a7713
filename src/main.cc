#include <csignal>

#include "cli/run.h"

int main(int argc, char** argv) {
  // A file-size limit is a write that fails and is told, not an end in the middle of one.
  std::signal(SIGXFSZ, SIG_IGN);
  return jitgate::cli::run(argc, argv);
}
