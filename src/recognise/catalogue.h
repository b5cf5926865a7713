// The catalogue: rules as data, read from YAML and checked before any log is. A rule that its own samples do not
// prove, whose needle RE2 cannot prove required, or whose sample another rule also takes, is refused.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/rule_facts.h"

namespace jitgate::recognise {

struct RuleSource {
  std::string name;  // file name, for messages
  std::string yaml;
  int first_line = 1;  // line of the file where the text begins (a policy's own rules)
};

struct Rule;  // rule.h, private to this stage

// How much is checked at load. The embedded rules are proven by the tests of this program, so a program's start
// checks only what was added, and added against embedded.
enum class Checks : std::uint8_t { added, all };

// A rule in words, for `rules list` and `rules explain`.
struct RuleText {
  std::string id, compiler, kind;  // kind: an event type, or "mark: armed" and the like
  std::string certainty, cost, marks;
  std::string source;  // "file.yaml:12"
  std::string pattern, needle;
  std::string means, prints, silence, cause, warm_up;
  std::vector<std::string> samples;
  bool log_once = false, rank_filtered = false, monitored = false, flushes_each_line = true;
};

class Catalogue {
 public:
  // The embedded rules plus `extra` (from --rules files and the policy). Problems name file, line, rule and sample.
  static base::Result<Catalogue> load(const std::vector<RuleSource>& extra = {}, Checks checks = Checks::added);
  // The checks by themselves, for `rules test`: with Checks::all the embedded rules are proven too, as by the tests.
  [[nodiscard]] base::Result<void> prove(Checks checks = Checks::all) const;

  Catalogue(Catalogue&&) noexcept;
  Catalogue& operator=(Catalogue&&) noexcept;
  ~Catalogue();

  [[nodiscard]] const std::vector<model::RuleFacts>& facts() const;  // RawEvent::rule indexes it
  [[nodiscard]] const std::vector<model::CompilerFacts>& compilers() const;
  [[nodiscard]] const std::vector<Rule>& rules() const;  // in the order of facts()
  [[nodiscard]] std::vector<RuleText> describe() const;  // in the order of facts()

 private:
  Catalogue();
  struct State;
  std::unique_ptr<State> state_;
  friend class Recogniser;
};

}  // namespace jitgate::recognise
