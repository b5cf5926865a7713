#include <CLI/CLI.hpp>
#include <iostream>

#include "base/text.h"
#include "cli/options.h"

namespace jitgate::cli {
namespace {

constexpr const char* kFooter = R"(
Exit status (the same for every command):
  0   every benchmark point is valid or flagged
  80  a point is failed
  81  a point is invalid: a compile was in its window
  82  a point is invalid: evidence is missing
  83  wrong usage, policy or rule file
  84  jitgate could not do the job (I/O, internal error)

Examples:
  jitgate check results/                          judge a directory of logs and results
  jitgate check bmk_X.zip server_logs_X.zip --out jit/
  jitgate check server.log --window 'run=2026-08-04T18:38:42Z..2026-08-04T18:40:04Z'
  jitgate policy init > jitgate.yaml              the default policy, commented)";

CLI::Option* from_environment(CLI::Option* option, const std::string& name) {
  std::string variable = "JITGATE_";
  for (const char c : name) variable += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return option->envname(variable);
}

void add_check(CLI::App& app, Options& o) {
  CLI::App* check =
      app.add_subcommand("check", "Judge saved artifacts: directories, zip, tar, gz, logs, nested; no network");
  check->add_option("PATH", o.paths, "Logs, result files, archives or directories")->required();
  const auto option = [&](const std::string& name, auto& value, const std::string& help) {
    return from_environment(check->add_option("--" + name, value, help), name);
  };
  const auto flag = [&](const std::string& name, bool& value, const std::string& help) {
    return from_environment(check->add_flag("--" + name, value, help), name);
  };
  option("policy", o.policy, "Policy file (YAML); without it the built-in default holds")
      ->type_name("FILE")
      ->group("Judging");
  option("rules", o.rules, "More rules, in the catalogue's form")->type_name("FILE")->group("Judging");
  flag("strict", o.strict, "Suspect and unproven points are invalid")->group("Judging");
  flag("exit-zero", o.exit_zero, "Report, but end with 0 whatever the verdict")->group("Judging");
  option("min-points", o.min_points, "Fewer benchmark points than this are inconclusive [1]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->group("Judging");
  option("min-logs", o.min_logs, "Fewer worker logs than this are inconclusive [1]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->group("Judging");
  option("window", o.windows, "Measured window of a point: its id or a suffix of it, and two instants")
      ->type_name("ID=START..END")
      ->group("Placing");
  option("zone", o.zone, "Zone of stamps that have none: Z, +08:00")->type_name("ZONE")->group("Placing");
  option("year", o.year, "Year of stamps that have none")
      ->check(CLI::Range(1970, 2200))
      ->type_name("YYYY")
      ->group("Placing");
  option("expect-workers", o.expect_workers, "How many workers of a role served (prefill, decode, agg)")
      ->type_name("ROLE=N")
      ->group("Placing");
  option("out", o.out, "Write events.jsonl, verdict.json and summary.md there")->type_name("DIR")->group("Output");
  option("format", o.format, "What goes to stdout [text]")
      ->check(CLI::IsMember({"text", "json", "markdown", "github"}))
      ->group("Output");
  option("color", o.color, "Colours [auto]")->check(CLI::IsMember({"auto", "always", "never"}))->group("Output");
  flag("quiet", o.quiet, "No progress, no text on stdout: files and exit status only")->group("Output");
  flag("verbose", o.verbose, "Every event and worker on its own line")->group("Output");
  option("max-depth", o.limits.depth, "Containers within containers [4]")->type_name("N")->group("Limits");
  option("max-entries", o.limits.entries, "Entries of one path's archives [100000]")->type_name("N")->group("Limits");
  option("max-bytes", o.limits.expanded_bytes, "Expanded bytes of one path [64 GiB]")
      ->type_name("BYTES")
      ->group("Limits");
  check->callback([&o] { o.command = Command::check; });
}

void add_policy(CLI::App& app, Options& o) {
  CLI::App* policy = app.add_subcommand("policy", "Policy files: init, check");
  policy->require_subcommand(1);
  policy->add_subcommand("init", "Print the default policy, commented")->callback([&o] {
    o.command = Command::policy_init;
  });
  CLI::App* check = policy->add_subcommand("check", "Read a policy and report what is wrong with it");
  check->add_option("FILE", o.paths, "Policy file")->required();
  check->callback([&o] { o.command = Command::policy_check; });
}

void add_rules(CLI::App& app, Options& o) {
  CLI::App* rules = app.add_subcommand("rules", "The catalogue: list, explain, try, test");
  rules->require_subcommand(1);
  const auto add = [&](const char* name, const char* help, Command command) {
    CLI::App* sub = rules->add_subcommand(name, help);
    sub->add_option("--rules", o.rules, "More rules, in the catalogue's form")->type_name("FILE");
    sub->callback([&o, command] { o.command = command; });
    return sub;
  };
  add("list", "Every rule with its compiler, event type and certainty", Command::rules_list);
  add("explain", "What a rule's line means, who prints it, and how to warm it up", Command::rules_explain)
      ->add_option("ID", o.paths, "Rule ids, or compilers")
      ->required();
  add("try", "Which rules take a line", Command::rules_try)
      ->add_option("LINE", o.paths, "The line, or '-' for standard input")
      ->required();
  add("test", "Check rule files: samples, counter-samples, needles, collisions", Command::rules_test)
      ->add_option("FILE", o.paths, "Rule files")
      ->required();
}

std::vector<std::string> names_in(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(sub->get_name());
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// CLI11 names an unknown word but not what was meant.
std::string hint_for(CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* at = &app;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.rfind("--", 0) == 0) {
      const std::string name = word.substr(0, word.find('='));
      if (at->get_option_no_throw(name) == nullptr) return base::did_you_mean(name, names_in(*at));
      continue;
    }
    const auto subs = at->get_subcommands([](const CLI::App*) { return true; });
    if (subs.empty()) continue;
    const CLI::App* next = nullptr;
    for (const CLI::App* sub : subs) {
      if (sub->get_name() == word) next = sub;
    }
    if (next == nullptr) return base::did_you_mean(word, names_in(*at));
    at = next;
  }
  return {};
}

}  // namespace

Parsed parse_command_line(int argc, const char* const* argv) {
  Parsed parsed;
  Options& o = parsed.options;
  CLI::App app(
      "jitgate tells whether a kernel compiled while an LLM benchmark was measured, and whether the logs can prove "
      "that none did.",
      "jitgate");
  app.set_version_flag("--version", "jitgate " JITGATE_VERSION);
  app.require_subcommand(1);
  app.footer(kFooter);
  add_check(app, o);
  add_policy(app, o);
  add_rules(app, o);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    parsed.exit = app.exit(done, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    if (argc <= 1) {
      std::cerr << app.help();
    } else {
      std::cerr << "jitgate: " << error.what() << '\n';
      if (const std::string hint = hint_for(app, argc, argv); !hint.empty()) std::cerr << "  " << hint << '\n';
      std::cerr << "  see 'jitgate --help'\n";
    }
    parsed.exit = 83;
  }
  return parsed;
}

}  // namespace jitgate::cli
