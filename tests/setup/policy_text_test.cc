#include "setup/policy_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "fixtures.h"
#include "setup/policy_file.h"
#include "setup/setting_text.h"
#include "setup/vocabulary.h"

namespace jitgate::setup {
namespace {

TEST(PolicyText, TheTextOfASettingIsWhatSetsIt) {
  for (const Leaf& leaf : leaves()) {
    const std::string name = leaf.key.empty() ? "triton" : leaf.key;
    const std::string key = leaf.section.empty() ? name : leaf.section + '.' + name;
    std::vector<std::string> values = leaf.words;
    if (leaf.form == Form::boolean) values = {"true", "false"};
    if (leaf.form == Form::duration) values = {"0.5s", "90s"};
    if (leaf.form == Form::pattern) values = {"a.b"};
    for (const std::string& value : values) {
      model::Rulings rulings;
      ASSERT_TRUE(model::apply_setting(rulings, key, value)) << key;
      EXPECT_EQ(setting_text(rulings, key), value) << key;
    }
  }
  EXPECT_EQ(setting_text({}, "no.such"), "");
}

// Written, read and written again, each policy is the same; with and without origins it is YAML of the same values.
TEST(PolicyText, ReadsBackAsItself) {
  std::vector<std::string> texts = {default_policy_yaml()};
  for (const auto& entry : std::filesystem::directory_iterator(JITGATE_TEST_DATA "/setup/good"))
    texts.push_back(base::read_file(entry.path().string()).value());
  ASSERT_GE(texts.size(), 6u);
  for (const std::string& yaml : texts) {
    const auto policy = parse_policy(yaml, "p.yaml");
    ASSERT_TRUE(policy) << said(policy.error());
    const std::string text = policy_text(*policy, nullptr);
    const Origins origins = origins_in(yaml, "p.yaml");
    for (const std::string& written : {text, policy_text(*policy, &origins, "--strict")}) {
      const auto again = parse_policy(written, "again.yaml");
      ASSERT_TRUE(again) << said(again.error()) << "\n" << written;
      EXPECT_EQ(policy_text(*again, nullptr), text);
      EXPECT_EQ(again->strict, policy->strict);
    }
  }
}

std::string line_with(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return "no '" + part + "' in\n" + text;
  const std::size_t begin = text.rfind('\n', at) + 1;
  std::string line = text.substr(begin, text.find('\n', at) - begin);
  line.erase(std::unique(line.begin(), line.end(), [](char a, char b) { return a == ' ' && b == ' '; }), line.end());
  return line.substr(line.find_first_not_of(' '));
}

TEST(PolicyText, TellsWhatSetEachValue) {
  const std::string yaml = R"(version: 1
strict: true
compilers:
  default: failed
  triton: flagged
findings: {suspect: flagged, inconclusive: failed}
coverage:
  workers: {decode: 6}
window:
  points:
  - {id: conc12, start: 2026-08-04T18:36:01Z, end: 2026-08-04T18:41:30Z}
known:
- target: "mask_*"
  until: 2027-03-31
  reason: "\"x\"\e[31m"
screen: {ttft_ratio: 12.5}
overrides:
- match: {framework: "sglang*"}
  findings:
    unproven: flagged
rules:
- id: ours
  kind: event
)";
  const auto policy = parse_policy(yaml, "p.yaml");
  ASSERT_TRUE(policy) << said(policy.error());
  const Origins origins = origins_in(yaml, "p.yaml");
  const std::string text = policy_text(*policy, &origins, "strict, p.yaml:2");
  for (const char* line :
       {"default: failed # p.yaml:4", "triton: flagged # p.yaml:5", "compile: count # default",
        "suspect: invalid # strict, p.yaml:2, over p.yaml:6", "unproven: invalid # strict, p.yaml:2",
        "inconclusive: failed # p.yaml:6", "decode: 6 # p.yaml:8", "guard: 0.5s # default",
        "- {id: \"conc12\", start: 2026-08-04T18:36:01.000000000Z, end: 2026-08-04T18:41:30.000000000Z} # p.yaml:11",
        "- until: 2027-03-31 # p.yaml:14", "reason: \"\\\"x\\\"\\U0000001b[31m\" # p.yaml:15",
        "ttft_ratio: 12.5 # p.yaml:16", "unproven: flagged # p.yaml:20, overruled: strict"})
    EXPECT_EQ(line_with(text, std::string(line).substr(0, std::string(line).find(" #"))), line);
  EXPECT_NE(text.find("\n# p.yaml:21\nrules:\n- id: ours\n"), std::string::npos) << text;
  EXPECT_EQ(policy_text(*policy, nullptr).find('#'), std::string::npos);
}

}  // namespace
}  // namespace jitgate::setup
