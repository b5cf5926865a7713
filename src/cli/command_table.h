// The commands as data: names, help, options and what each option fills. One table feeds the parser, the help, the
// shell completions and the manual page, so that none of them can forget an option; and a command's file needs no
// parser header, which costs seconds to compile. A value is checked where it is taken, so that every wrong one is met
// in the same form: what, where, what to do.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"

namespace jitgate::cli {

struct Option {
  std::string name;   // without dashes; a positional argument's name is what help shows (PATH)
  std::string value;  // what help shows for the value (FILE, N); empty: a flag
  std::string help;
  // Takes the value as it was written; a flag is given "".
  std::function<base::Result<void>(const std::string&)> take;
  std::vector<std::string> choices = {};  // for help and completions; `take` refuses others
  // More words for completions, where others are allowed as well; asked for only when they are written.
  std::function<std::vector<std::string>()> suggests = nullptr;
  bool many = false;  // may be given several times
  bool required = false;
  bool from_environment = true;  // JITGATE_<NAME>; positional arguments have none
  // Its variable, where JITGATE_<NAME> is another command's that means something else by the name.
  std::string variable = {};
  std::string group = "Options";
  // Where it is set and the option was given: filled with what gave it, "--strict" or "JITGATE_STRICT".
  std::string* given_by = nullptr;
};

struct Command {
  std::string name;
  std::string help;
  std::vector<Option> arguments = {};  // positional, in order; only the last may be `many`
  std::vector<Option> options = {};
  std::vector<Command> commands = {};
  std::string examples = {};           // lines below the help
  std::function<int()> run = nullptr;  // from what the options filled to an exit status
  // What else to do where it cannot be run as it was called, besides saying so; empty: nothing.
  std::function<void(const base::Problem&)> refused = nullptr;
  bool saves_when_stopped = false;  // a SIGINT or SIGTERM ends it in order (base/interruption.h)
  bool is_live = false;             // what it missed by that is over, and cannot be run again
  std::string heading = "Options";  // of the options that are added next
  std::string purpose = {};         // what it is listed under in the program's help

  // The options after this call are listed below that heading.
  Command& group(std::string name_of_group);
  Command& add(Option option);
  Command& add_argument(Option option);
};

// What an option fills. The place must outlive the command's run: commands keep it in a shared pointer.
Option text(std::string name, std::string value, std::string& into, std::string help);
Option list(std::string name, std::string value, std::vector<std::string>& into, std::string help);
// Several values of a form of their own.
Option values(std::string name, std::string value, std::function<base::Result<void>(const std::string&)> take,
              std::string help);
Option flag(std::string name, bool& into, std::string help);
Option choice(std::string name, std::string& into, std::vector<std::string> choices, std::string help);
// A whole number from `least` to `most`.
Option number(std::string name, std::int64_t least, std::int64_t most, std::function<void(std::int64_t)> into,
              std::string help);
// Bytes, also as 64KiB, 10MB, 2GiB.
Option bytes(std::string name, std::function<void(std::uint64_t)> into, std::string help, std::uint64_t least = 1);
// A time span, as 90s, 36h or 100d; above nothing.
Option duration(std::string name, base::Duration& into, std::string help);
// An argument that must be given at least once.
Option required(Option option);
// With words for completions.
Option suggesting(Option option, std::function<std::vector<std::string>()> words);

// "JITGATE_MAX_BYTES" of "max-bytes".
std::string environment_name(const Option& option);

// Every command of the program, in the order of the help.
std::vector<Command> all_commands();

}  // namespace jitgate::cli
