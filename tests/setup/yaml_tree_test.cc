#include "setup/yaml_tree.h"

#include <gtest/gtest.h>

#include <random>

#include "fixtures.h"
#include "setup/policy_file.h"

namespace jitgate::setup {
namespace {

std::string refusal(const std::string& yaml) {
  const auto tree = read_yaml(yaml, "p.yaml");
  if (tree) return "accepted";
  EXPECT_EQ(tree.error().blame, base::Blame::user);
  return said(tree.error());
}

TEST(YamlTree, KeepsOrderPlacesAndQuotes) {
  const auto tree = read_yaml("b: 1\na:\n  - 'x'\n  - {c: ~}\n", "p.yaml");
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->items.size(), 2u);
  EXPECT_EQ(tree->items[0].key, "b");
  EXPECT_FALSE(tree->items[0].quoted);
  const YamlNode& list = tree->items[1];
  EXPECT_EQ(list.key_at.line, 2);
  EXPECT_EQ(list.key_at.column, 1);
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_EQ(list.items[0].text, "x");
  EXPECT_TRUE(list.items[0].quoted);
  EXPECT_EQ(list.items[0].at.line, 3);
  EXPECT_EQ(list.items[0].at.column, 5);
  EXPECT_TRUE(list.items[1].flow);
  const YamlNode* c = list.items[1].find("c");
  ASSERT_NE(c, nullptr);
  EXPECT_EQ(c->kind, YamlNode::Kind::null);
  EXPECT_EQ(c->place().line, 4);
  EXPECT_EQ(list.find("c"), nullptr);
}

TEST(YamlTree, NothingIsANullNode) {
  for (const char* text : {"", "\n\n", "# only a comment\n", "---\n", "\xEF\xBB\xBF"}) {
    const auto tree = read_yaml(text, "p.yaml");
    ASSERT_TRUE(tree) << text;
    EXPECT_EQ(tree->kind, YamlNode::Kind::null) << text;
  }
}

TEST(YamlTree, BytesThatAreNoText) {
  EXPECT_NE(refusal(std::string("a: 1\nb: \0 2\n", 12)).find("p.yaml:2:4: a NUL byte"), std::string::npos);
  EXPECT_NE(refusal("a: 1\n# caf\xE9\n").find("p.yaml:2:6: not valid UTF-8"), std::string::npos);
  EXPECT_NE(refusal("# cut \xEF\xBF").find("p.yaml:1:9: not valid UTF-8"), std::string::npos);
  EXPECT_NE(refusal("# surrogate \xED\xA0\x80\n").find("not valid UTF-8"), std::string::npos);
  // UTF-16, with and without its mark
  EXPECT_NE(refusal(std::string("\xFF\xFE"
                                "a\0:\0",
                                6))
                .find("p.yaml:1:4: a NUL byte"),
            std::string::npos);
  EXPECT_EQ(refusal("a: caf\xC3\xA9 \xEF\xBF\xBD\n"), "accepted");
}

TEST(YamlTree, SizeLimit) {
  const std::string most = "a: 1\n" + std::string(kMostYamlBytes - 5, '#');
  EXPECT_EQ(refusal(most), "accepted");
  EXPECT_NE(refusal(most + "#").find("larger than 1 MB"), std::string::npos);
}

TEST(YamlTree, NestedAliasesNeverGrow) {
  const std::string laughs = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n";
  EXPECT_NE(refusal(laughs).find("p.yaml:1:4: an anchor (&) is not accepted"), std::string::npos);
}

TEST(YamlTree, DepthAndNumberAreBounded) {
  std::string deep;
  for (int i = 0; i < 32; ++i) deep += "- ";
  EXPECT_EQ(refusal(deep + "x\n"), "accepted");
  EXPECT_NE(refusal(deep + "- x\n").find("nested too deeply"), std::string::npos);
  EXPECT_NE(refusal(std::string(kMostYamlBytes / 2, '[')).find("p.yaml:1:"), std::string::npos);
  std::string many;
  for (int i = 0; i < 100'001; ++i) many += "-\n";
  EXPECT_NE(refusal(many).find("more than 100,000 values"), std::string::npos);
}

TEST(YamlTree, KeysMustBeWords) {
  EXPECT_NE(refusal("? [a]\n: 1\n").find("a key must be one word"), std::string::npos);
  EXPECT_NE(refusal("{{a: b}: 1}\n").find("a key must be one word"), std::string::npos);
  EXPECT_NE(refusal(": 1\n").find("a key is empty"), std::string::npos);
  EXPECT_EQ(refusal("'<<': 1\n"), "accepted");
  EXPECT_NE(refusal("<<: {a: 1}\n").find("a merge key (<<) is not accepted"), std::string::npos);
}

TEST(YamlTree, EqualKeysInDifferentMapsAreNoDuplicates) {
  EXPECT_EQ(refusal("a: {x: 1}\nb: {x: 1, X: 1}\n"), "accepted");
  EXPECT_NE(refusal("a: {x: 1, 'x': 2}\n").find("p.yaml:1:11: the key 'x' stands here twice"), std::string::npos);
}

TEST(YamlTree, ParserComplaintsHavePlaceAndHint) {
  EXPECT_NE(refusal("p: \"\\d+\"\n").find("use single quotes"), std::string::npos);
  EXPECT_NE(refusal("a:\n\tb: 1\n").find("a tab cannot indent"), std::string::npos);
  EXPECT_NE(refusal("a: *nothing\n").find("p.yaml:1:4"), std::string::npos);
}

// The YAML library lets an open quote run to a last line feed and says nothing.
TEST(YamlTree, OpenQuotesSwallowNothing) {
  for (const char* quote : {"'", "\""}) {
    for (const char* rest : {"", "\n", "\nb: 1\n", "\n\n \t\r\n", "\n  x\nb: 1\n\n"}) {
      const std::string text = std::string("a: ") + quote + "open" + rest;
      EXPECT_NE(refusal(text).find("this is not YAML"), std::string::npos) << text;
    }
  }
  EXPECT_EQ(refusal("a: 'closed'\n\n"), "accepted");
  EXPECT_NE(refusal("a: [1,\n").find("this is not YAML"), std::string::npos);
}

// Whatever bytes change, the reader answers; that it neither crashes nor reads past the end is what the sanitizers
// watch here.
TEST(YamlTree, MutatedPoliciesAreAnswered) {
  std::mt19937 random(20261130);
  const std::string seed = default_policy_yaml();
  static constexpr std::string_view kBytes = "{}[]:,-?&*!|>'\"%@`#<\n\t \\0ae\xC3\xA9\xFF";
  int refused = 0;
  for (int round = 0; round < 400; ++round) {
    std::string text = seed;
    for (unsigned i = 0; i < 1 + random() % 6; ++i) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0) {
        text.erase(at, random() % 40);
      } else {
        text[at] = kBytes[random() % kBytes.size()];
      }
      if (text.empty()) text = "a";
    }
    const auto policy = parse_policy(text, "p.yaml");
    if (policy) continue;
    ++refused;
    EXPECT_FALSE(policy.error().what.empty());
    EXPECT_EQ(policy.error().where.rfind("p.yaml", 0), 0u);
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace jitgate::setup
