// Policies and rule files, which a pull request from a fork may bring: any bytes as YAML. Claims: what is refused is
// the user's, named with its place, of a policy in text that is safe for a terminal.
#include "recognise/catalogue.h"
#include "setup/policy_file.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

void check_problem(const base::Problem& problem) {
  require(problem.blame == base::Blame::user, "a faulty file is its writer's");
  require(!problem.what.empty(), "a fault is named");
  require(problem.where.starts_with("f.yaml"), "a fault has its file");
}

// What a policy's reader promises; a rule file's text is escaped where it is shown.
void check_safe(const base::Problem& problem) {
  for (const std::string* text : {&problem.what, &problem.where, &problem.hint}) {
    for (const char c : *text) {
      require(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F), "a message holds no control bytes");
    }
  }
}

}  // namespace

void yaml(std::string_view input) {
  const std::string text(input);
  if (const auto policy = setup::parse_policy(text, "f.yaml", {"triton", "cutedsl"})) {
    require(policy->rules_yaml.empty() || policy->rules_line > 0, "rules of a policy have a place");
  } else {
    check_problem(policy.error());
    check_safe(policy.error());
  }
  if (const auto loaded = recognise::Catalogue::load({{"f.yaml", text}}); !loaded) check_problem(loaded.error());
}

}  // namespace jitgate::fuzz
