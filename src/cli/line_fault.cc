#include "cli/line_fault.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace jitgate::cli {
namespace {

// Walks the line as the parser does: commands, then options and arguments of the innermost.
class Walk {
 public:
  Walk(const std::vector<Command>& commands, int argc, const char* const* argv)
      : commands_(&commands), words_(argv + std::min(argc, 1), argv + argc) {}

  std::optional<base::Problem> fault() {
    while (next_ < words_.size()) {
      const std::string word = words_[next_++];
      std::optional<base::Problem> found;
      if (!arguments_alone_ && word == "--") {
        arguments_alone_ = true;
      } else if (!arguments_alone_ && word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9')) {
        found = option(word);
      } else {
        found = other(word);
      }
      if (found) return found;
    }
    return std::nullopt;
  }

  std::optional<base::Problem> missing(const std::function<std::optional<std::string>(const char*)>& variable) const {
    if (at_ == nullptr) return problem("no command is named", {}, {});
    if (!at_->commands.empty())
      return problem("no command of '" + path_ + "' is named", {}, "one of " + listed(at_->commands));
    for (std::size_t i = arguments_; i < at_->arguments.size(); ++i) {
      const Option& argument = at_->arguments[i];
      if (argument.required) return problem(argument.name + " is missing", {}, argument.name + ": " + argument.help);
    }
    for (const Option& one : at_->options) {
      const bool given = std::find(given_.begin(), given_.end(), one.name) != given_.end() ||
                         (one.from_environment && !variable(environment_name(one).c_str()).value_or("").empty());
      if (one.required && !given)
        return problem("--" + one.name + ' ' + one.value + " is missing", {}, one.value + ": " + one.help);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::string help() const { return "see '" + path_ + " --help'"; }

 private:
  [[nodiscard]] base::Problem problem(const std::string& what, const std::string& where,
                                      const std::string& hint) const {
    return {what, where, hint + (hint.empty() ? "" : "\n") + help(), base::Blame::user};
  }

  static std::string listed(const std::vector<Command>& commands) {
    std::string all;
    for (const Command& one : commands) all += (all.empty() ? "" : ", ") + one.name;
    return all;
  }

  std::optional<base::Problem> option(const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    if (name == "--help" || name == "-h" || (at_ == nullptr && name == "--version")) return std::nullopt;
    std::vector<std::string> names = {"--help"};
    if (at_ != nullptr) {
      for (const Option& one : at_->options) {
        names.push_back("--" + one.name);
        if (names.back() != name) continue;
        given_.push_back(one.name);
        if (!one.value.empty() && word == name + '=')
          return problem("the value is empty", name, "is a variable in the command unset?");
        const bool value_stands_apart = !one.value.empty() && name.size() == word.size();
        if (value_stands_apart && next_ == words_.size())
          return problem("it needs a value", name, one.value + ": " + one.help);
        if (value_stands_apart) ++next_;
        return std::nullopt;
      }
    } else {
      names.emplace_back("--version");
    }
    // With one dash as with two.
    std::string hint = base::did_you_mean(word.starts_with("--") ? name : '-' + name, names);
    if (!hint.empty()) return problem("no such option: " + name, {}, hint);
    if (at_ == nullptr) {
      hint = "options stand behind the command that they are of";
    } else if (!word.starts_with("--") && !at_->arguments.empty()) {
      hint = "options have two dashes; a path that begins with one is written ./" + word;
    }
    return problem("no such option: " + name, {}, hint);
  }

  std::optional<base::Problem> other(const std::string& word) {
    if (at_ == nullptr || !at_->commands.empty()) {
      std::vector<std::string> names;
      for (const Command& one : *commands_) {
        names.push_back(one.name);
        if (one.name != word) continue;
        at_ = &one;
        commands_ = &one.commands;
        path_ += ' ' + word;
        return std::nullopt;
      }
      return problem("no such command: " + word, {}, base::did_you_mean(word, names));
    }
    ++arguments_;
    const auto& takes = at_->arguments;
    if (arguments_ <= takes.size() || (!takes.empty() && takes.back().many)) return std::nullopt;
    std::string all;
    for (const Option& one : takes) all += (all.empty() ? "" : " ") + one.name;
    return problem("one argument too many: " + word, {},
                   takes.empty() ? "'" + path_ + "' takes none" : "'" + path_ + "' takes " + all);
  }

  const Command* at_ = nullptr;  // the innermost that is named
  const std::vector<Command>* commands_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
  std::string path_ = "jitgate";
  bool arguments_alone_ = false;
  std::size_t arguments_ = 0;
  std::vector<std::string> given_;
};

}  // namespace

std::optional<base::Problem> line_fault(const std::vector<Command>& commands, int argc, const char* const* argv,
                                        const std::function<std::optional<std::string>(const char*)>& variable) {
  Walk walk(commands, argc, argv);
  if (auto found = walk.fault()) return found;
  return walk.missing(variable);
}

std::string help_of_line(const std::vector<Command>& commands, int argc, const char* const* argv) {
  Walk walk(commands, argc, argv);
  walk.fault();
  return walk.help();
}

}  // namespace jitgate::cli
