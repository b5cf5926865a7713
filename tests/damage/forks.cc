// The program itself, started once and forked for each command: tests/damage runs it some thousand times, and under
// sanitizers its start alone takes a second. Reads commands from standard input, each a line of arguments between tabs,
// the first a file for its output; answers each with the exit status, or 128 and the signal's number.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "cli/run.h"

namespace {

std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    out.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

int child(const std::vector<std::string>& command) {
  const int out = open(command[0].c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0) return 99;
  std::vector<const char*> argv = {"jitgate"};
  for (std::size_t i = 1; i < command.size(); ++i) argv.push_back(command[i].c_str());
  argv.push_back(nullptr);
  return jitgate::cli::run(static_cast<int>(argv.size()) - 1, argv.data());
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const std::vector<std::string> command = words(line);
    const pid_t pid = fork();
    if (pid == 0) {
      close(STDIN_FILENO);
      std::exit(child(command));
    }
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid) return 1;
    std::cout << (WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)) << std::endl;
  }
  return 0;
}
