// jitgate rules: the catalogue, and the rules that files add to it.
#include "run/rules.h"

#include <functional>
#include <iostream>
#include <iterator>
#include <memory>

#include "cli/commands.h"
#include "cli/complain.h"
#include "run/prepare.h"

namespace jitgate::cli {
namespace {

struct RulesOptions {
  std::vector<std::string> files;  // --rules
  std::vector<std::string> words;  // what stands after the command
};

using Task = std::function<base::Result<std::string>(const recognise::Catalogue&, const RulesOptions&)>;

Command subcommand(const std::shared_ptr<RulesOptions>& options, const char* name, const char* help, Task task) {
  Command command{name, help};
  command.group("Judging").add(list("rules", "FILE", options->files, "More rules, in the catalogue's form"));
  command.run = [options, task = std::move(task)] {
    auto prepared = run::prepare({}, options->files);
    if (!prepared) return complain(prepared.error());
    auto answer = task(prepared->catalogue, *options);
    if (!answer) return complain(answer.error());
    std::cout << *answer;
    return 0;
  };
  return command;
}

base::Result<std::string> explain(const recognise::Catalogue& catalogue, const RulesOptions& options) {
  std::string text;
  for (const std::string& name : options.words) {
    auto one = run::explain_rule(catalogue, name);
    if (!one) return one;
    text += *one;
  }
  return text;
}

std::vector<std::string> built_in_names() {
  const auto prepared = run::prepare({}, {});
  return prepared ? run::rule_names(prepared->catalogue) : std::vector<std::string>();
}

base::Result<std::string> try_lines(const recognise::Catalogue& catalogue, const RulesOptions& options) {
  std::string text;
  for (const std::string& line : options.words) text += line + '\n';
  if (options.words.size() == 1 && options.words.front() == "-")
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  return run::try_text(catalogue, text);
}

base::Result<std::string> test(const recognise::Catalogue& catalogue, const RulesOptions&) {
  // The built-in rules were proven when they were packed; whoever asks wants to see it done.
  if (auto proven = catalogue.prove(); !proven) return tl::unexpected(proven.error());
  return std::to_string(catalogue.facts().size()) +
         " rules: samples, counter-samples, needles and collisions are in order\n";
}

}  // namespace

Command rules_command() {
  const auto options = std::make_shared<RulesOptions>();
  Command rules{"rules", "The catalogue: list, explain, try, test"};
  rules.commands = {
      subcommand(
          options, "list", "Every rule with its compiler, event type and certainty",
          [](const auto& catalogue, const auto&) -> base::Result<std::string> { return run::list_rules(catalogue); }),
      subcommand(options, "explain", "What a rule's line means, who prints it, and how to warm it up", explain),
      subcommand(options, "try", "Which rules take a line", try_lines),
      subcommand(options, "test", "Check rule files: samples, counter-samples, needles, collisions", test)};
  rules.commands[0].examples = "  jitgate rules list\n  jitgate rules list --rules ours.yaml";
  rules.commands[1].examples = "  jitgate rules explain triton\n  jitgate rules explain vllm-monitor-triton";
  rules.commands[2].examples =
      "  jitgate rules try 'WARNING 09-03 10:41:07 [x.py:1] nothing of interest'\n"
      "  tail -n 500 server.log | jitgate rules try -";
  rules.commands[3].examples = "  jitgate rules test ours.yaml";
  rules.commands[1].add_argument(
      required(suggesting(list("ID", "ID", options->words, "Rule ids, or compilers"), built_in_names)));
  rules.commands[2].add_argument(required(list("LINE", "LINE", options->words, "The line, or '-' for standard input")));
  rules.commands[3].add_argument(required(list("FILE", "FILE", options->files, "Rule files")));
  return rules;
}

}  // namespace jitgate::cli
