// Claims that do not hold are refused with file, line, rule and the sample's text.
#include "recognise/rule_check.h"

#include <gtest/gtest.h>

#include "recognising.h"

namespace jitgate::recognise {
namespace {

std::string rule(const std::string& id, const std::string& pattern, const std::string& needle,
                 const std::string& samples, const std::string& more = {}) {
  return "- id: " + id + "\n  compiler: demo\n  event_type: build\n  marks: end\n  needle: \"" + needle +
         "\"\n  pattern: '" + pattern + "'\n  samples:\n" + samples + more;
}

const std::string kGood = rule("made-build", "made build (?P<target>\\w+)", "made build ",
                               "    - {text: made build x, gives: {target: x}}\n");

base::Problem fault_of(const std::string& yaml) {
  const auto catalogue = Catalogue::load({{"extra.yaml", yaml, 1}});
  if (catalogue) {
    ADD_FAILURE() << "accepted: " << yaml;
    return {};
  }
  EXPECT_EQ(catalogue.error().blame, base::Blame::user);
  EXPECT_EQ(catalogue.error().where.rfind("extra.yaml:", 0), 0U) << catalogue.error().where;
  return catalogue.error();
}

bool tells(const base::Problem& fault, const std::string& text) {
  return fault.what.find(text) != std::string::npos || fault.hint.find(text) != std::string::npos;
}

TEST(RuleCheck, AcceptsAGoodRule) { EXPECT_FALSE(with_rules(kGood).facts().empty()); }

TEST(RuleCheck, RefusesAPatternThatDoesNotCompile) {
  const base::Problem fault = fault_of(rule("made", "made build (", "made build ", "    - text: made build x\n"));
  EXPECT_TRUE(tells(fault, "does not compile"));
  EXPECT_TRUE(tells(fault, "made build ("));
  EXPECT_EQ(fault.where, "extra.yaml:6:12");
  EXPECT_EQ(fault.hint.rfind("6 |   pattern: 'made build ('\n  |            ^\n", 0), 0U) << fault.hint;
}

TEST(RuleCheck, RefusesASampleThatDoesNotMatch) {
  const base::Problem fault = fault_of(
      rule("made", "made build \\w+", "made build ", "    - text: made build x\n    - text: made built something\n"));
  EXPECT_TRUE(tells(fault, "'made'"));
  EXPECT_TRUE(tells(fault, "made built something"));
  EXPECT_EQ(fault.where, "extra.yaml:9:7");
}

TEST(RuleCheck, RefusesOtherCaptures) {
  const std::string pattern = "made build (?P<target>\\w+)(?: in (?P<duration>[0-9.]+)s)?";
  EXPECT_TRUE(tells(fault_of(rule("made", pattern, "made build ", "    - {text: made build x, gives: {target: y}}\n")),
                    "target: 'x'"));
  EXPECT_TRUE(
      tells(fault_of(rule("made", pattern, "made build ", "    - {text: made build x in 2s, gives: {target: x}}\n")),
            "duration: '2'"));
  EXPECT_TRUE(
      tells(fault_of(rule("made", pattern, "made build ", "    - {text: made build x, gives: {target: x, n: 1}}\n")),
            "n: '1'"));
}

TEST(RuleCheck, RefusesACounterSampleThatMatches) {
  const base::Problem fault = fault_of(kGood + "  counter_samples: [made build nothing]\n");
  EXPECT_TRUE(tells(fault, "counter-sample"));
  EXPECT_TRUE(tells(fault, "made build nothing"));
}

TEST(RuleCheck, RefusesANeedleThatIsNotRequired) {
  const base::Problem fault =
      fault_of(rule("made", "(?:made|done) build \\w+", "made build ", "    - text: made build x\n"));
  EXPECT_TRUE(tells(fault, "made build "));
  EXPECT_TRUE(tells(fault, "not in every text"));
  fault_of(rule("made", "abc \\w+", "abc ", "    - text: abc x\n"));
  fault_of(rule("made", "(?i)made build \\w+", "made build ", "    - text: made build x\n"));
}

TEST(RuleCheck, RefusesASampleThatAnotherRuleTakes) {
  const std::string other =
      rule("made-other", "made \\w+ (?P<target>\\w+)", "made ", "    - {text: made thing x, gives: {target: x}}\n");
  std::string long_needle = other;
  const base::Problem fault =
      fault_of(kGood + rule("made-other", "made build [xyz]", "made build ", "    - text: made build z\n"));
  EXPECT_TRUE(tells(fault, "made-other"));
  EXPECT_TRUE(tells(fault, "overlaps"));
  EXPECT_TRUE(Catalogue::load({{"extra.yaml",
                                kGood + rule("made-other", "made build [xyz]", "made build ",
                                             "    - text: made build z\n", "  overlaps: made-build\n"),
                                1}}));
}

TEST(RuleCheck, RefusesARuleThatTakesAnEmbeddedSample) {
  const base::Problem fault = fault_of(rule("made", "Application startup complete", "startup complete",
                                            "    - text: we saw Application startup complete today\n"));
  EXPECT_TRUE(tells(fault, "uvicorn-ready")) << fault.what;
}

TEST(RuleCheck, RefusesIdsThatAreTakenAndNamesThatAreNot) {
  EXPECT_TRUE(tells(fault_of(kGood + kGood), "already taken"));
  EXPECT_TRUE(
      tells(fault_of(rule("uvicorn-ready", "made build", "made build", "    - text: made build\n")), "replace"));
  EXPECT_TRUE(tells(fault_of(kGood + "  overlaps: made-biuld\n"), "did you mean 'made-build'"));
  EXPECT_TRUE(tells(fault_of(kGood + "  when: [{if: {captures: {tarjet: x}}, drop: true}]\n"), "tarjet"));
  EXPECT_TRUE(tells(fault_of(kGood + "  verbose_proof: detail\n"), "detail"));
  EXPECT_TRUE(tells(fault_of(kGood + "  replace: true\n"), "replaces nothing"));
}

TEST(RuleCheck, RefusesPartsThatContradict) {
  fault_of(kGood + "  fallback: true\n");
  fault_of(kGood + "  join: process\n");
  fault_of(kGood + "  ends_after: made-build\n");
}

TEST(RuleCheck, RefusesExpectationsThatDoNotHold) {
  const std::string sample = "    - {text: made build x, gives: {target: x}, expect: {event_type: ";
  const std::string pattern = "made build (?P<target>\\w+)";
  EXPECT_TRUE(
      Catalogue::load({{"extra.yaml", rule("made", pattern, "made build ", sample + "build, events: 1}}\n"), 1}}));
  EXPECT_TRUE(tells(fault_of(rule("made", pattern, "made build ", sample + "load}}\n")), "does not become"));
  EXPECT_TRUE(tells(fault_of(rule("made", pattern, "made build ", sample + "build, events: 2}}\n")), "events: '2'"));
}

TEST(RuleCheck, AUsersRuleMayReplaceAnEmbeddedOne) {
  const Catalogue plain = std::move(*Catalogue::load());
  const Catalogue replaced = with_rules(
      "- id: server-shutdown\n  kind: mark\n  mark: shutdown\n  needle: all gone home\n  pattern: all gone home\n"
      "  samples: [{text: all gone home}]\n  replace: true\n");
  EXPECT_EQ(replaced.facts().size(), plain.facts().size());
  EXPECT_EQ(recognised(replaced, "all gone home\n").marks.size(), 1U);
  EXPECT_TRUE(recognised(replaced, "INFO:     Shutting down\n").marks.empty());
}

}  // namespace
}  // namespace jitgate::recognise
