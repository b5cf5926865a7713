#include "cli/commands.h"

int main(int argc, char** argv) { return jitgate::cli::run(argc, argv); }
