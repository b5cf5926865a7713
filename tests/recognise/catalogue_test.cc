// The embedded catalogue stands every check, and is what it says to the outside.
#include "recognise/catalogue.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>

#include "base/files.h"
#include "recognise/head.h"
#include "recognise/packed_rules.h"
#include "recognise/rule.h"
#include "recognise/rule_file.h"
#include "recognising.h"

namespace jitgate::recognise {
namespace {

TEST(CatalogueTest, TheEmbeddedRulesStandEveryCheck) {
  const auto loaded = Catalogue::load();
  ASSERT_TRUE(loaded) << loaded.error().where << ": " << loaded.error().what << "\n" << loaded.error().hint;
  const auto proven = loaded->prove();
  EXPECT_TRUE(proven) << proven.error().where << ": " << proven.error().what << "\n" << proven.error().hint;
  EXPECT_GT(loaded->rules().size(), 200U);
}

TEST(CatalogueTest, WhatIsBuiltInIsWhatTheFilesSay) {
  const std::filesystem::path folder = std::filesystem::path(JITGATE_SOURCE_DIR) / "src/recognise/rules";
  std::set<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.insert(entry.path());
  RuleFile all;
  for (const auto& path : paths) {
    auto file = read_rule_file({path.filename().string(), base::read_file(path.string()).value(), 1});
    ASSERT_TRUE(file) << file.error().where << ": " << file.error().what;
    for (Rule& rule : file->rules) all.rules.push_back(std::move(rule));
    for (auto& compiler : file->compilers) all.compilers.push_back(std::move(compiler));
  }
  EXPECT_TRUE(embedded_rules() == pack(all)) << "the packed rules are stale";
  EXPECT_TRUE(embedded_rules() == pack(unpack(embedded_rules())));
  EXPECT_THROW(unpack(embedded_rules().substr(0, 1000)), std::logic_error);
  EXPECT_THROW(unpack(std::string(embedded_rules()) + "x"), std::logic_error);
}

// What stands in front of a sample's message, each word as one letter: "(a a=a) a a-a a:a:a [a:a] ".
std::string wrapper_of(const std::string& sample) {
  const std::string line = sample.substr(0, sample.find_first_of("\r\n"));
  const model::LineHead head = read_head(line);
  std::string form;
  for (const char c : line.substr(0, line.size() - head.message.size())) {
    const bool word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '/';
    if (!word) form += c;
    if (word && (form.empty() || form.back() != 'a')) form += 'a';
  }
  return form;
}

// A pattern that was only ever tried bare may fail behind every prefix; one without a counter-sample may take anything.
TEST(CatalogueTest, EveryRuleHasSamplesFromTwoWrappersAndACounterSample) {
  for (const Rule& rule : embedded_catalogue().rules()) {
    std::set<std::string> wrappers;
    for (const Sample& sample : rule.samples) wrappers.insert(wrapper_of(sample.text));
    EXPECT_GE(rule.samples.size(), 2U) << rule.facts.id;
    EXPECT_GE(wrappers.size(), 2U) << rule.facts.id << ": its samples stand all in one wrapper";
    EXPECT_GE(rule.counter_samples.size(), 1U) << rule.facts.id;
  }
}

TEST(CatalogueTest, FactsRulesAndDescriptionsShareTheirOrder) {
  const Catalogue& catalogue = embedded_catalogue();
  const auto texts = catalogue.describe();
  ASSERT_EQ(catalogue.facts().size(), catalogue.rules().size());
  ASSERT_EQ(catalogue.facts().size(), texts.size());
  std::set<std::string> ids;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(catalogue.facts()[i].id, catalogue.rules()[i].facts.id);
    EXPECT_EQ(catalogue.facts()[i].id, texts[i].id);
    EXPECT_FALSE(texts[i].samples.empty()) << texts[i].id;
    ids.insert(texts[i].id);
  }
  EXPECT_EQ(ids.size(), texts.size());
}

TEST(CatalogueTest, EveryEventsCompilerHasFactsAndMonitorsHookThree) {
  const Catalogue& catalogue = embedded_catalogue();
  std::set<std::string> names, hooked;
  for (const model::CompilerFacts& facts : catalogue.compilers()) {
    EXPECT_TRUE(names.insert(facts.name).second) << facts.name;
    if (facts.hooked) hooked.insert(facts.name);
  }
  for (const model::RuleFacts& facts : catalogue.facts()) {
    if (!facts.compiler.empty()) {
      EXPECT_EQ(names.count(facts.compiler), 1U) << facts.id;
    }
  }
  EXPECT_EQ(hooked, (std::set<std::string>{"triton", "cutedsl", "tilelang"}));
}

TEST(CatalogueTest, AddedRulesComeBehindAndAddedCompilersReplace) {
  const Catalogue catalogue = with_rules(
      "version: 1\ncompilers: [{name: triton, hooked: false}]\nrules:\n- id: made\n  compiler: brand_new\n"
      "  event_type: build\n  marks: end\n  needle: made build\n  pattern: made build\n  samples: [{text: made "
      "build}]\n");
  EXPECT_EQ(catalogue.facts().back().id, "made");
  bool seen = false;
  for (const model::CompilerFacts& facts : catalogue.compilers()) {
    EXPECT_FALSE(facts.name == "triton" && facts.hooked);
    seen = seen || facts.name == "brand_new";
  }
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace jitgate::recognise
