// Every fault of form is refused with its place; what is right is read as it stands.
#include "recognise/rule_file.h"

#include <gtest/gtest.h>

namespace jitgate::recognise {
namespace {

constexpr const char* kRule = R"(
- id: made
  compiler: demo
  event_type: build
  marks: end
  needle: built module
  pattern: 'built module (?P<target>\w+)'
  samples: [{text: built module x, gives: {target: x}}]
)";

base::Problem fault_of(const std::string& yaml, int first_line = 1) {
  const auto file = read_rule_file({"made.yaml", yaml, first_line});
  if (file) {
    ADD_FAILURE() << "accepted: " << yaml;
    return {};
  }
  EXPECT_EQ(file.error().blame, base::Blame::user);
  return file.error();
}

std::string with_line(const std::string& line) { return std::string(kRule) + "  " + line + "\n"; }

TEST(RuleFile, ReadsAFile) {
  const auto file = read_rule_file({"made.yaml",
                                    R"(version: 1
compilers:
  - {name: demo, hooked: true, silent_by_default: true, advice: Warm it up.}
rules:
  - id: demo-end
    compiler: demo
    event_type: autotune
    certainty: probable
    cost: load
    marks: end
    needle: Demo Done
    pattern: 'demo done (?P<target>\w+) in (?P<duration>[0-9.]+) ms'
    unless: dry run
    scope: message
    head: {level: [warning, error], record: true, message_begins: true, tag: "*.py:*"}
    unit: ms
    record: demo
    part: end
    join: [process, target]
    alone: probable
    max_lines: 7
    max_span: 20m
    flushes: late
    log_once: true
    rank_filtered: true
    monitored: true
    explain: {cause: A new shape., warm_up: Send it before.}
    when:
      - {if: {duration_s: ">= 1", captures: {rate: "> 1000", state: cached}, saw: [demo-end]}, certainty: definite}
      - {becomes: warmup}
    samples: [{text: demo done x in 3 ms, gives: {target: x, duration: 3}, expect: {cost: load}}]
    counter_samples: [demo begun]
    overlaps: [demo-end]
)",
                                    1});
  ASSERT_TRUE(file) << file.error().what;
  ASSERT_EQ(file->rules.size(), 1U);
  const Rule& rule = file->rules[0];
  EXPECT_EQ(file->compilers[0].name, "demo");
  EXPECT_TRUE(file->compilers[0].hooked);
  EXPECT_EQ(rule.facts.type, model::EventType::autotune);
  EXPECT_EQ(rule.facts.certainty, model::Certainty::probable);
  EXPECT_EQ(rule.cost, model::Cost::load);
  EXPECT_EQ(rule.needle, "demo done");
  EXPECT_EQ(rule.head.levels.size(), 2U);
  EXPECT_EQ(rule.head.record, RecordNeed::yes);
  EXPECT_EQ(rule.unit, Unit::ms);
  EXPECT_EQ(rule.part, Part::end);
  EXPECT_EQ(rule.alone, Alone::probable);
  EXPECT_EQ(rule.closes, Closes::always);
  EXPECT_EQ(rule.join_process, Join::must);
  EXPECT_EQ(rule.join_target, Join::must);
  EXPECT_EQ(rule.facts.max_span, 20 * base::kMinute);
  EXPECT_FALSE(rule.facts.flushes_each_line);
  EXPECT_EQ(rule.facts.advice, "A new shape. Send it before.");
  ASSERT_EQ(rule.when.size(), 2U);
  EXPECT_TRUE(rule.when[0].duration_s->holds(1));
  EXPECT_FALSE(rule.when[0].duration_s->holds(0.99));
  EXPECT_EQ(rule.when[0].numbers[0].first, "rate");
  EXPECT_EQ(rule.when[0].texts[0].second, "cached");
  EXPECT_EQ(rule.when[1].becomes, model::MarkKind::warmup);
  EXPECT_EQ(rule.samples[0].gives[1].second, "3");
  EXPECT_EQ(rule.counter_samples[0].first, "demo begun");
}

TEST(RuleFile, ABareListIsAPolicysOwnRules) {
  const auto file = read_rule_file({"policy.yaml", kRule, 40});
  ASSERT_TRUE(file) << file.error().what;
  EXPECT_EQ(file->rules[0].at.line, 41);
}

TEST(RuleFile, RefusesAFileWithoutARule) {
  for (const char* yaml :
       {"", "\n \n", "# a comment\n", "---\n", "~\n", "[]\n", "version: 1\n", "version: 1\nrules:\n",
        "version: 1\nrules: []\n", "version: 1\nrules: ~\n", "version: 1\ncompilers: [{name: demo}]\n"}) {
    EXPECT_EQ(fault_of(yaml).what, "this file holds no rule") << yaml;
  }
}

TEST(RuleFile, UnknownKeysNameThePlaceAndWhatWasMeant) {
  const base::Problem fault = fault_of(with_line("certianty: probable"), 40);
  EXPECT_EQ(fault.where, "made.yaml:48:3");
  EXPECT_NE(fault.what.find("certianty"), std::string::npos);
  EXPECT_EQ(fault.hint, "48 |   certianty: probable\n   |   ^\ndid you mean 'certainty'?");
  EXPECT_NE(fault_of("version: 1\nrulse: []\n").hint.find("rules"), std::string::npos);
  EXPECT_NE(fault_of(with_line("when: [{if: {duration: '> 1'}}]")).hint.find("duration_s"), std::string::npos);
  EXPECT_NE(fault_of(with_line("head: {levle: error}")).hint.find("level"), std::string::npos);
}

TEST(RuleFile, RefusesWrongForms) {
  for (const char* line : {"certainty: sure",
                           "cost: [load]",
                           "fallback: yes please",
                           "max_span: 20",
                           "max_span: 0s",
                           "max_lines: -1",
                           "part: end",
                           "record: x",
                           "join: [pid]",
                           "join: [pid?]",
                           "mark: ready",
                           "kind: mark",
                           "id: made",
                           "when: {}",
                           "when: [{if: {span_s: about 1}}]",
                           "unit: days",
                           "explain: because",
                           "counter_samples: text",
                           "counter_samples: [[a]]",
                           "head: {level: loud}",
                           "head: {torn: true}",
                           "head: {torn: true, message_begins: true}",
                           "head: {torn: true, record: true}",
                           "overlaps: [[a]]"}) {
    EXPECT_FALSE(read_rule_file({"made.yaml", with_line(line), 1})) << line;
  }
}

TEST(RuleFile, RefusesWhatIsMissing) {
  const std::string whole = kRule;
  for (const char* key :
       {"id: made", "compiler: demo", "event_type: build", "marks: end", "needle: built module",
        "pattern: 'built module (?P<target>\\w+)'", "samples: [{text: built module x, gives: {target: x}}]"}) {
    std::string yaml = whole;
    const std::size_t at = yaml.find(key);
    ASSERT_NE(at, std::string::npos) << key;
    yaml.replace(at, std::string(key).size(), "replace: false");
    EXPECT_FALSE(read_rule_file({"made.yaml", yaml, 1})) << key;
  }
}

// It is printed as it stands: in lists, reports, completions.
TEST(RuleFile, ACompilersNameIsOneWord) {
  for (const char* name : {R"("a\eb")", R"("a\nb")", R"("a\0b")", "a b", "a/b", "'a:b'", "c\xC3\xA4", R"("\u202e")"}) {
    std::string yaml = kRule;
    yaml.replace(yaml.find("demo"), 4, name);
    EXPECT_NE(fault_of(yaml).what.find("compiler"), std::string::npos) << name;
    EXPECT_NE(fault_of(std::string("version: 1\ncompilers: [{name: ") + name + "}]\n").what.find("compiler"),
              std::string::npos)
        << name;
  }
  for (const char* name : {"Demo_2.0-x", "triton"}) {
    std::string yaml = kRule;
    yaml.replace(yaml.find("demo"), 4, name);
    EXPECT_TRUE(read_rule_file({"made.yaml", yaml, 1})) << name;
  }
}

TEST(RuleFile, RefusesContradictions) {
  std::string yaml = with_line("head: {message_begins: true}");
  EXPECT_TRUE(read_rule_file({"made.yaml", yaml, 1}));
  EXPECT_FALSE(read_rule_file({"made.yaml", yaml + "  scope: line\n", 1}));
  yaml.replace(yaml.find("'built module"), 1, "'^");
  EXPECT_NE(fault_of(yaml).hint.find("'^'"), std::string::npos);
}

// yaml-cpp closes a quote that is open at the file's end, and a rule would swallow what follows it.
TEST(RuleFile, RefusesAQuoteThatIsNotClosed) {
  for (const char* end : {"", "\n", "\n\n  \n"}) {
    for (const char* line : {"detail: 'open", "detail: \"open", "detail: 'open\n- id: other\n  needle: more"}) {
      const base::Problem fault = fault_of(std::string(kRule) + "  " + line + end, 101);
      const std::string line_number = fault.where.substr(fault.where.find(':') + 1);
      EXPECT_GE(std::stoi(line_number), 109) << fault.where;  // where the quote opens, or the end
      EXPECT_NE(fault.hint.find("quote"), std::string::npos) << fault.what;
    }
  }
}

TEST(RuleFile, RefusesWhatIsNoYaml) {
  const base::Problem fault = fault_of("a: b: c", 5);
  EXPECT_EQ(fault.where, "made.yaml:5:5");
  EXPECT_EQ(fault.hint.rfind("5 | a: b: c\n  |     ^\n", 0), 0U) << fault.hint;
  fault_of("version: 2\n");
  fault_of("just words\n");
  fault_of("version: 1\nrules: {id: x}\n");
  fault_of("version: 1\nrules: [x]\n");
  fault_of("version: 1\ncompilers: [{hooked: true}]\n");
  fault_of("version: 1\nversion: 1\n");
  fault_of(std::string(100'000, '['));
}

// The reader of one document would leave all that follows it unread, and every rule in it.
TEST(RuleFile, RefusesASecondDocument) {
  const std::string rule = kRule;
  for (const std::string& yaml : {rule + "---" + rule, rule + "---\n", rule + "...\n" + rule, rule + "...\nwords\n",
                                  rule + "...\n---" + rule, "---\n---" + rule, "version: 1\n---" + rule}) {
    const base::Problem fault = fault_of(yaml, 5);
    EXPECT_NE(fault.what.find("document"), std::string::npos) << yaml << fault.what;
    EXPECT_EQ(fault.where.rfind("made.yaml:", 0), 0U) << fault.where;
  }
  EXPECT_EQ(fault_of(rule + "---\n- x\n", 5).what, "a second document starts here");
  for (const std::string& yaml : {"---" + rule, rule + "...\n", rule + "...\n# a comment\n", "# a comment\n---" + rule})
    EXPECT_TRUE(read_rule_file({"made.yaml", yaml, 1})) << yaml;
}

TEST(RuleFile, AliasesStandForTheirValueAndMergeKeysAreRefused) {
  const std::string rule = kRule;
  EXPECT_NE(fault_of(rule + "  <<: {detail: x}\n").what.find("a merge key (<<)"), std::string::npos);
  fault_of(rule + "  detail: *nothing\n");
  fault_of("version: 1\nrules: [&a {samples: *a}]\n");
  fault_of("version: 1\nrules: &a [*a, *a]\n");
  EXPECT_TRUE(read_rule_file({"made.yaml", rule + "  counter_samples: ['a & b', '*a', \"<<\"]\n", 1}));
  const auto file = read_rule_file({"made.yaml", rule + "  counter_samples: [&a words]\n  detail: *a\n", 1});
  ASSERT_TRUE(file) << file.error().what;
  EXPECT_EQ(file->rules[0].detail, "words");
}

// Aliases of aliases: what little text stands for is counted before anybody reads it.
TEST(RuleFile, WhatAliasesStandForIsCounted) {
  std::string doubling = "version: 1\nrules:\n";
  doubling += "- &a0 [x, x]\n";
  for (int i = 1; i < 40; ++i)
    doubling += "- &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + ", *a" + std::to_string(i - 1) + "]\n";
  std::string flat = "version: 1\nrules:\n- &a [" + [] {
    std::string items;
    for (int i = 0; i < 1000; ++i) items += "x,";
    return items;
  }() + "x]\n";
  for (int i = 0; i < 1000; ++i) flat += "- *a\n";
  std::string plain = "version: 1\nrules:\n";
  for (int i = 0; i < 100'001; ++i) plain += "- x\n";
  for (const std::string& yaml : {doubling, flat, plain}) {
    const base::Problem fault = fault_of(yaml);
    EXPECT_NE(fault.what.find("more than 100,000 values"), std::string::npos) << fault.what;
    EXPECT_NE(fault.where, "made.yaml") << fault.where;
  }
}

}  // namespace
}  // namespace jitgate::recognise
