// jitgate completions: for bash, zsh and fish, written from the table of commands. Each script holds the table's words
// and finds the command that is being typed; none calls the program, which may be on another machine's path then.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/replaced.h"
#include "cli/commands.h"

namespace jitgate::cli {
namespace {

// A command with the words that lead to it: "policy init"; the program itself has none.
struct Place {
  std::string path;
  const Command* command;
};

void add_places(const std::string& before, const std::vector<Command>& commands, std::vector<Place>& places) {
  for (const Command& command : commands) {
    const std::string path = before.empty() ? command.name : before + ' ' + command.name;
    places.push_back({path, &command});
    add_places(path, command.commands, places);
  }
}

// In single quotes for a shell of the kind: fish has escapes in them, the others have not.
std::string quoted(const std::string& text, bool fish = false) {
  std::string out = fish ? base::replaced(text, "\\", "\\\\") : text;
  return '\'' + base::replaced(out, "'", fish ? "\\'" : "'\\''") + '\'';
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

// What may stand for it, or is likely to.
std::vector<std::string> words_of(const Option& option) { return option.suggests ? option.suggests() : option.choices; }

std::string words_after(const Command& command) {
  std::vector<std::string> words;
  for (const Command& sub : command.commands) words.push_back(sub.name);
  for (const Option& argument : command.arguments) {
    const std::vector<std::string> own = words_of(argument);
    words.insert(words.end(), own.begin(), own.end());
  }
  for (const Option& option : command.options) words.push_back("--" + option.name);
  words.emplace_back("--help");
  return joined(words);
}

// "' check' | ' policy init'", for the shells' case.
std::string paths_pattern(const std::vector<Place>& places, const char* between) {
  std::string pattern;
  for (const Place& place : places) {
    if (!place.path.empty()) pattern += (pattern.empty() ? "" : between) + quoted(' ' + place.path);
  }
  return pattern;
}

std::string bash(const std::vector<Place>& places) {
  std::string values;
  std::string words;
  for (const Place& place : places) {
    const std::string path = place.path.empty() ? "" : ' ' + place.path;
    words += fmt::format("    {}) words={} ;;\n", quoted(path), quoted(' ' + words_after(*place.command)));
    for (const Option& option : place.command->options) {
      if (option.value.empty()) continue;
      const std::vector<std::string> own = words_of(option);
      const std::string list =
          own.empty() ? "" : fmt::format("mapfile -t COMPREPLY < <(compgen -W {} -- \"$word\"); ", quoted(joined(own)));
      values += fmt::format("    {}) {}return ;;\n", quoted(path + " --" + option.name), list);
    }
  }
  return fmt::format(R"(# jitgate's completions for bash: source this, or put it where bash-completion looks.
_jitgate() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} path='' words='' i
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $before == '=' ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${{COMP_WORDS[i]}}" in
      {}) path+=" ${{COMP_WORDS[i]}}" ;;
    esac
  done
  COMPREPLY=()
  case "$path $before" in
{}  esac
  case "$path" in
{}  esac
  if [[ $word != -* ]]; then words=${{words%% --*}}; fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _jitgate jitgate
)",
                     paths_pattern(places, " | "), values, words);
}

// What may stand in "[…]" of _arguments, or behind a colon of _describe.
std::string for_zsh(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"}) text = base::replaced(text, special, std::string("\\") + special);
  return text;
}

std::string zsh_function(const Place& place) {
  std::string specs;
  for (const Option& option : place.command->options) {
    std::string spec = fmt::format("--{}{}[{}]", option.name, option.value.empty() ? "" : "=", for_zsh(option.help));
    const std::vector<std::string> own = words_of(option);
    if (!option.value.empty())
      spec += fmt::format(":{}:{}", for_zsh(option.value), own.empty() ? "_files" : '(' + joined(own) + ')');
    specs += " \\\n    " + quoted((option.many ? "*" : "") + spec);
  }
  const std::string name = "_jitgate" + base::replaced(place.path.empty() ? "" : '_' + place.path, " ", "_");
  if (place.command->commands.empty()) {
    std::string arguments;
    for (const Option& argument : place.command->arguments) {
      const std::vector<std::string> own = words_of(argument);
      if (own.empty()) continue;
      arguments += fmt::format("'{}:{}:({})' ", argument.many ? "*" : "1", argument.name, joined(own));
    }
    if (arguments.empty()) arguments = "'*:path:_files'";
    return fmt::format("{}() {{\n  _arguments '--help[help]'{} \\\n    {}\n}}\n", name, specs, arguments);
  }
  std::string described;
  std::string cases;
  for (const Command& sub : place.command->commands) {
    described += ' ' + quoted(sub.name + ':' + for_zsh(sub.help));
    cases += fmt::format("    {}) {}_{} ;;\n", sub.name, name, sub.name);
  }
  return fmt::format(
      "{}() {{\n  local curcontext=$curcontext state line\n  local -a commands\n  commands=({})\n"
      "  _arguments -C '--help[help]'{} \\\n    '1:command:{{_describe command commands}}' '*::argument:->argument'\n"
      "  [[ $state == argument ]] || return\n  case $line[1] in\n{}  esac\n}}\n",
      name, described, specs, cases);
}

std::string zsh(const std::vector<Place>& places) {
  std::string script =
      "#compdef jitgate\n# jitgate's completions for zsh: as _jitgate in a folder of $fpath, or sourced.\n";
  for (const Place& place : places) script += zsh_function(place);
  return script + "if [[ $funcstack[1] == _jitgate ]]; then _jitgate \"$@\"; else compdef _jitgate jitgate; fi\n";
}

std::string fish(const std::vector<Place>& places) {
  std::string script =
      fmt::format(R"(# jitgate's completions for fish: as jitgate.fish in a folder of $fish_complete_path, or sourced.
function __jitgate_at
  set -l path ''
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
      case {}
        set path "$path $word"
    end
  end
  test "$path" = "$argv"
end
)",
                  paths_pattern(places, " "));
  for (const Place& place : places) {
    const std::string path = place.path.empty() ? "" : ' ' + place.path;
    const std::string line = "complete -c jitgate -n " + quoted("__jitgate_at \"" + path + '"', true);
    for (const Command& sub : place.command->commands)
      script += fmt::format("{} -f -a {} -d {}\n", line, sub.name, quoted(sub.help, true));
    for (const Option& argument : place.command->arguments) {
      if (const std::vector<std::string> own = words_of(argument); !own.empty())
        script += fmt::format("{} -f -a {}\n", line, quoted(joined(own), true));
    }
    for (const Option& option : place.command->options) {
      std::string value = option.value.empty() ? "" : " -r";
      if (const std::vector<std::string> own = words_of(option); !own.empty())
        value = " -x -a " + quoted(joined(own), true);
      script += fmt::format("{} -l {}{} -d {}\n", line, option.name, value, quoted(option.help, true));
    }
    script += line + " -l help -d 'Help'\n";
  }
  return script;
}

}  // namespace

Command completions_command() {
  const auto shell = std::make_shared<std::string>();
  Command command{"completions", "Completions for a shell: source them, or put them where it looks"};
  Option which = choice("SHELL", *shell, {"bash", "zsh", "fish"}, "bash, zsh or fish");
  which.from_environment = false;  // SHELL is the user's own
  command.add_argument(required(std::move(which)));
  command.examples =
      "  source <(jitgate completions bash)\n"
      "  jitgate completions fish > ~/.config/fish/completions/jitgate.fish";
  command.run = [shell] {
    Command program{"jitgate", ""};
    program.commands = all_commands();
    bool unused = false;
    program.add(flag("version", unused, "The version"));
    std::vector<Place> places = {{"", &program}};
    add_places("", program.commands, places);
    std::cout << (*shell == "bash" ? bash(places) : *shell == "zsh" ? zsh(places) : fish(places));
    return 0;
  };
  return command;
}

}  // namespace jitgate::cli
