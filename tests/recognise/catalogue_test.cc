// The embedded catalogue stands every check, and is what it says to the outside.
#include "recognise/catalogue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "base/files.h"
#include "recognise/rule.h"
#include "recognising.h"

namespace jitgate::recognise {
namespace {

TEST(CatalogueTest, TheEmbeddedRulesStandEveryCheck) {
  const auto loaded = Catalogue::load({}, Checks::all);
  ASSERT_TRUE(loaded) << loaded.error().where << ": " << loaded.error().what << "\n" << loaded.error().hint;
  EXPECT_GT(loaded->rules().size(), 40U);
}

TEST(CatalogueTest, EmbeddedFilesAreTheFilesByteForByte) {
  const std::filesystem::path folder = std::filesystem::path(JITGATE_SOURCE_DIR) / "src/recognise/rules";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files += entry.path().extension() == ".yaml";
  EXPECT_EQ(embedded_rules().size(), files);
  for (const RuleSource& source : embedded_rules()) {
    EXPECT_EQ(source.yaml, base::read_file((folder / source.name).string()).value()) << source.name;
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
