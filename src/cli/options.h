// What the command line asks for, as plain values: filled by command_line.cc, the only file that knows CLI11.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/policy.h"
#include "run/check.h"

namespace jitgate::cli {

enum class Command { none, check, policy_init, policy_check, rules_list, rules_explain, rules_try, rules_test };

struct Options {
  Command command = Command::none;
  std::vector<std::string> paths;  // check PATH…, rules explain ID…, rules test FILE…, policy check FILE
  std::string policy;
  std::vector<std::string> rules;
  std::string out;
  std::string format = "text";       // text, json, markdown, github
  std::string color = "auto";        // auto, always, never
  std::vector<std::string> windows;  // ID=START..END
  std::string zone;
  std::optional<int> year;
  std::vector<std::string> expect_workers;  // ROLE=N
  int min_points = 1, min_logs = 1;
  bool strict = false, exit_zero = false, quiet = false, verbose = false;
  open::Limits limits;
};

struct Parsed {
  Options options;
  std::optional<int> exit;  // help, version or an error was printed: end with this code
};

// Reads argv and the JITGATE_<OPTION> variables. Help and version go to stdout, errors to stderr with what was meant.
Parsed parse_command_line(int argc, const char* const* argv);

// "conc12=2026-08-04T18:38:42.81Z..2026-08-04T18:40:04.65Z"
base::Result<model::ConfiguredWindow> parse_window(const std::string& text);
// "decode=6"
base::Result<std::pair<std::string, int>> parse_expected(const std::string& text);

}  // namespace jitgate::cli
