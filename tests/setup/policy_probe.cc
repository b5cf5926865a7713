// Reads each policy that is named on the command line and prints what the reader says of it, one line a file:
// "ok NAME", or "no WHERE: WHAT". Without a name it prints the default policy. For tests in other languages that ask
// our reader about whole folders.
#include <iostream>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/replaced.h"
#include "setup/policy_file.h"

int main(int argc, char** argv) {
  const std::vector<std::string> paths(argv + 1, argv + argc);
  if (paths.empty()) std::cout << jitgate::setup::default_policy_yaml();
  bool all = true;
  for (const std::string& path : paths) {
    const auto policy = jitgate::setup::read_policy(path, {"triton", "flashinfer", "cutedsl", "tilelang", "deepgemm"});
    if (policy) {
      std::cout << "ok " << path << "\n";
    } else {
      std::cout << "no " << policy.error().where << ": " << policy.error().what << " | "
                << jitgate::base::replaced(policy.error().hint, "\n", " | ") << "\n";
      all = false;
    }
  }
  return all ? 0 : 1;
}
