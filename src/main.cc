#include "cli/run.h"

int main(int argc, char** argv) { return jitgate::cli::run(argc, argv); }
