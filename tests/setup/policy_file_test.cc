#include "setup/policy_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "fixtures.h"
#include "model/rulings.h"

namespace jitgate::setup {
namespace {

const std::vector<std::string> kCompilers = {"triton", "flashinfer", "cutedsl", "tilelang", "deepgemm"};

std::vector<std::string> examples(const std::string& kind) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(JITGATE_TEST_DATA "/setup/" + kind)) {
    paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

model::Policy policy_of(const std::string& yaml) {
  const auto policy = parse_policy(yaml, "p.yaml", kCompilers);
  EXPECT_TRUE(policy) << said(policy.error());
  return policy ? *policy : model::Policy{};
}

std::string refusal(const std::string& yaml) {
  const auto policy = parse_policy(yaml, "p.yaml", kCompilers);
  return policy ? "accepted" : said(policy.error());
}

TEST(PolicyFile, GoodExamplesAreAccepted) {
  const auto paths = examples("good");
  ASSERT_GE(paths.size(), 5u);
  for (const std::string& path : paths) {
    const auto policy = read_policy(path, kCompilers);
    EXPECT_TRUE(policy) << said(policy.error());
  }
}

// The first line of each bad example tells what is said of it: `# reader: LINE:COLUMN TEXT`.
TEST(PolicyFile, BadExamplesAreRefusedAtTheirPlace) {
  const auto paths = examples("bad");
  ASSERT_GE(paths.size(), 50u);
  for (const std::string& path : paths) {
    const std::string text = base::read_file(path).value();
    static const std::string kHead = "# reader: ";
    ASSERT_EQ(text.rfind(kHead, 0), 0u) << path;
    const std::string told = text.substr(kHead.size(), text.find('\n') - kHead.size());
    const std::string place = told.substr(0, told.find(' '));
    const auto policy = parse_policy(text, "p.yaml", kCompilers);
    ASSERT_FALSE(policy) << path;
    EXPECT_EQ(policy.error().blame, base::Blame::user) << path;
    EXPECT_EQ(policy.error().where, place == "-" ? "p.yaml" : "p.yaml:" + place) << path;
    const std::string what = policy.error().what + " " + policy.error().hint;
    EXPECT_NE(what.find(told.substr(told.find(' ') + 1)), std::string::npos) << path << ": " << what;
    EXPECT_EQ(policy.error().hint.find("\np.yaml:"), std::string::npos)
        << "one fault an example: " << path << ": " << what;
  }
}

void expect_equal(const model::Rulings& a, const model::Rulings& b) {
  EXPECT_EQ(a.default_compiler, b.default_compiler);
  EXPECT_EQ(a.compilers, b.compilers);
  EXPECT_EQ(a.counts, b.counts);
  EXPECT_EQ(a.suspect, b.suspect);
  EXPECT_EQ(a.unproven, b.unproven);
  EXPECT_EQ(a.inconclusive, b.inconclusive);
  EXPECT_EQ(a.unobservable, b.unobservable);
  EXPECT_EQ(a.require_monitor, b.require_monitor);
  EXPECT_EQ(a.max_silence, b.max_silence);
  EXPECT_EQ(a.logs, b.logs);
  EXPECT_EQ(a.workers, b.workers);
  EXPECT_EQ(a.guard, b.guard);
  EXPECT_EQ(a.windows.size(), b.windows.size());
  EXPECT_EQ(a.window_start_pattern, b.window_start_pattern);
  EXPECT_EQ(a.window_end_pattern, b.window_end_pattern);
}

TEST(PolicyFile, WrittenDefaultIsTheBuiltInOne) {
  const model::Policy policy = policy_of(default_policy_yaml());
  const model::Policy built_in;
  expect_equal(policy.base, built_in.base);
  EXPECT_FALSE(policy.strict);
  EXPECT_TRUE(policy.known.empty());
  EXPECT_TRUE(policy.overrides.empty());
  EXPECT_TRUE(policy.screen.empty());
  EXPECT_EQ(policy.rules_yaml, "");
  EXPECT_EQ(default_policy_yaml().rfind("# yaml-language-server: $schema=schemas/policy.schema.json\n", 0), 0u);
}

// The commented lines of the default are examples: taking the comment signs away must give what they promise.
TEST(PolicyFile, ExamplesInTheDefaultAreAcceptedToo) {
  std::string yaml;
  for (const std::string_view line : base::split(default_policy_yaml(), '\n')) {
    std::string text(line);
    if (text.rfind("#  ", 0) == 0) text[0] = ' ';
    if (text.rfind("  # ", 0) == 0) text.erase(2, 2);
    for (const char* empty : {"known: []", "overrides: []"}) {
      if (text == empty) text.resize(text.size() - 3);
    }
    yaml += text + "\n";
  }
  const model::Policy policy = policy_of(yaml);
  ASSERT_EQ(policy.known.size(), 1u);
  EXPECT_EQ(policy.known[0].target, "mask_*_kernel");
  EXPECT_EQ(policy.overrides.size(), 1u);
  EXPECT_EQ(policy.base.compilers.size(), 2u);
}

TEST(PolicyFile, EveryValueArrives) {
  const auto read = read_policy(JITGATE_TEST_DATA "/setup/good/everything.yaml", kCompilers);
  ASSERT_TRUE(read) << said(read.error());
  const model::Rulings& base = read->base;
  EXPECT_EQ(base.default_compiler, model::Treatment::invalid);
  EXPECT_EQ(base.compilers, (std::map<std::string, model::Treatment>{{"flashinfer", model::Treatment::failed},
                                                                     {"tilelang", model::Treatment::ignored},
                                                                     {"triton", model::Treatment::flagged}}));
  EXPECT_EQ(base.counts, (std::array<bool, 7>{true, true, false, true, true, false, true}));
  EXPECT_EQ(base.suspect, model::Status::invalid);
  EXPECT_EQ(base.inconclusive, model::Status::failed);
  EXPECT_EQ(base.unobservable, model::Unobservable::inconclusive);
  EXPECT_TRUE(base.require_monitor);
  EXPECT_EQ(base.max_silence, 2 * base::kMinute);
  EXPECT_EQ(base.logs, model::LogsPolicy::optional);
  EXPECT_EQ(base.workers, (std::map<std::string, int>{{"decode", 6}, {"prefill", 1}}));
  EXPECT_EQ(base.guard, 250 * base::kMillisecond);
  ASSERT_EQ(base.windows.size(), 3u);
  EXPECT_EQ(base.windows[0].id, "conc12");
  EXPECT_EQ(base::format_instant(base.windows[0].start, 3), "2026-08-04T18:36:01.000Z");
  EXPECT_EQ(base::format_instant(base.windows[0].end, 3), "2026-08-04T18:41:30.250Z");
  EXPECT_EQ(base.windows[1].end, 1785870600 * base::kSecond + 500 * base::kMillisecond);
  EXPECT_EQ(base.window_start_pattern, "Starting (main|warm) benchmark run");
  EXPECT_EQ(read->screen.at("ttft_excess_s"), 1.0);
  ASSERT_EQ(read->known.size(), 2u);
  EXPECT_EQ(read->known[0].match, (model::Match{{"conc", "12"}, {"model", "demo*"}}));
  EXPECT_EQ(read->known[0].owner, "perf");
  EXPECT_EQ(read->known[0].until_text, "2027-03-31");
  EXPECT_EQ(read->known[0].until, *base::parse_instant("2027-04-01T00:00:00Z") - 1);
  EXPECT_EQ(base::format_instant(read->known[1].until, 0), "2028-02-29T23:59:59Z");
  EXPECT_EQ(read->rules_yaml.rfind("rules:\n  - id: demo-compile\n", 0), 0u);
  EXPECT_EQ(read->rules_line, 44);
}

TEST(PolicyFile, OverridesSetOnlyWhatTheyName) {
  const auto read = read_policy(JITGATE_TEST_DATA "/setup/good/everything.yaml", kCompilers);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->overrides.size(), 2u);
  const model::Override& first = read->overrides[0];
  EXPECT_EQ(first.settings, (std::vector<std::pair<std::string, std::string>>{{"coverage.logs", "optional"},
                                                                              {"coverage.workers", "from-results"},
                                                                              {"compilers.default", "flagged"}}));
  const model::Override& second = read->overrides[1];
  EXPECT_EQ(second.workers, (std::map<std::string, int>{{"agg", 2}}));
  ASSERT_EQ(second.windows.size(), 1u);
  EXPECT_EQ(second.windows[0].id, "");
  model::PointKey key;
  key.framework = "sglang-disagg";
  key.hardware = "mi355x";
  const model::Rulings rulings = model::rulings_for(*read, key, "a/conc12");
  EXPECT_EQ(rulings.default_compiler, model::Treatment::flagged);
  EXPECT_TRUE(rulings.workers.empty());
  EXPECT_EQ(rulings.compilers, read->base.compilers);
}

TEST(PolicyFile, OverrideMayCompleteTheBase) {
  EXPECT_EQ(refusal("version: 1\noverrides:\n- {match: {model: a}, window: {end_pattern: b}}\n"
                    "window: {start_pattern: a, end_pattern: c}\n"),
            "accepted");
  EXPECT_NE(refusal("version: 1\noverrides:\n- {match: {model: a}, window: {end_pattern: b}}\n")
                .find("p.yaml:3:23: window.end_pattern stands without a start_pattern"),
            std::string::npos);
}

TEST(PolicyFile, StrictRaisesAndNeverLowers) {
  const model::Policy strict = policy_of("version: 1\nstrict: true\nfindings: {suspect: failed}\n");
  EXPECT_TRUE(strict.strict);
  EXPECT_EQ(strict.base.suspect, model::Status::failed);
  EXPECT_EQ(strict.base.unproven, model::Status::invalid);
  EXPECT_EQ(policy_of("version: 1\nstrict: false\n").base.unproven, model::Status::flagged);
}

TEST(PolicyFile, CompilersOfTheOwnRulesAreKnown) {
  const std::string rules = "version: 1\nrules:\n- {id: a, compiler: tritan}\n";
  EXPECT_EQ(refusal(rules + "compilers: {tritan: failed}\n"), "accepted");
  EXPECT_NE(refusal(rules + "compilers: {trivan: failed}\n").find("no compiler is called 'trivan'"), std::string::npos);
  for (const std::string& name : {std::string("somethingelse"), std::string("rocmx"), std::string(200, 'x')}) {
    for (const std::string& policy : std::vector<std::string>{
             "compilers: {" + name + ": failed}", "overrides: [{match: {model: a}, compilers: {" + name + ": failed}}]",
             "known: [{compiler: " + name + ", until: 2027-01-01, reason: x}]"}) {
      const std::string refused = refusal("version: 1\n" + policy + "\n");
      EXPECT_EQ(refused.find("p.yaml:2:"), 0U) << refused;
      EXPECT_NE(refused.find("no compiler is called"), std::string::npos) << refused;
      EXPECT_NE(refused.find("jitgate rules list"), std::string::npos) << refused;
    }
  }
  EXPECT_TRUE(parse_policy("version: 1\ncompilers: {somethingelse: failed}\n", "p.yaml"));
  EXPECT_TRUE(parse_policy("version: 1\ncompilers: {trition: failed}\n", "p.yaml"));
}

TEST(PolicyFile, SeveralFaultsAreSaidAtOnce) {
  const auto policy = parse_policy("version: 1\ncompilrs: {}\nstrict: yes\nknown:\n- {}\nevents: {lod: count}\n", "p");
  ASSERT_FALSE(policy);
  EXPECT_EQ(policy.error().where, "p:2:1");
  EXPECT_EQ(policy.error().what, "unknown key 'compilrs'");
  const std::string hint = policy.error().hint;
  EXPECT_EQ(hint.rfind("2 | compilrs: {}\n  | ^\ndid you mean 'compilers'?\n"
                       "p:3:9: strict takes true or false, not 'yes'\n3 | strict: yes\n  |         ^\nwrite true, ",
                       0),
            0u)
      << hint;
  EXPECT_NE(hint.find("\nand 1 more"), std::string::npos) << hint;
}

TEST(PolicyFile, HostileTextIsEscapedInMessages) {
  const std::string said = refusal("version: 1\n\"\\e]0;x\\a\": 1\nevents: {load: \"\\r::error::x\"}\n");
  for (const char c : said) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << said;
  EXPECT_NE(said.find("\\x1b]0;x"), std::string::npos);
}

TEST(PolicyFile, KeysAreEscapedInMessages) {
  for (const std::string value : {"flag@ed", "", "[1]"}) {
    const auto read = parse_policy("version: 1\ncompilers: {tri\x08ton: " + value + "}\n", "p.yaml", kCompilers);
    ASSERT_FALSE(read);
    EXPECT_EQ((read.error().what + read.error().where).find('\x08'), std::string::npos) << value;
    EXPECT_NE(read.error().what.find("\\x08"), std::string::npos) << value;
  }
}

TEST(PolicyFile, SourceAndHash) {
  const model::Policy policy = policy_of("version: 1\n");
  EXPECT_EQ(policy.source, "p.yaml");
  EXPECT_EQ(policy.sha256, base::sha256_hex("version: 1\n"));
  EXPECT_EQ(model::Policy{}.source, "built-in");
}

TEST(PolicyFile, WindowsLineEndsAndMark) {
  EXPECT_EQ(policy_of("\xEF\xBB\xBFversion: 1\r\nunobservable: flagged\r\n").base.unobservable,
            model::Unobservable::flagged);
}

TEST(PolicyFile, UnreadableFilesAreTheUsersMistake) {
  const auto missing = read_policy("/nonexistent/policy.yaml");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().blame, base::Blame::user);
  EXPECT_NE(said(missing.error()).find("/nonexistent/policy.yaml"), std::string::npos);
  EXPECT_FALSE(read_policy(JITGATE_TEST_DATA "/setup"));
}

}  // namespace
}  // namespace jitgate::setup
