// Scores the catalogue against the labelled corpus. Recall and precision must not fall below tests/corpus/floor.yaml.
// JITGATE_CORPUS_NOTES=1 prints every miss and false alarm; otherwise their number per family is printed.
#include "corpus.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cstdio>
#include <cstdlib>

#include "recognising.h"

namespace jitgate::recognise {
namespace {

const std::string kCorpus = std::string(JITGATE_SOURCE_DIR) + "/tests/corpus";

Score score_all(const std::vector<CorpusCase>& cases, const char* name) {
  std::map<std::string, Score> families;
  Score total;
  for (const CorpusCase& item : cases) {
    const Score one = score(embedded_catalogue(), item);
    families[item.family].add(one);
    total.add(one);
  }
  std::printf("%s: %zu cases, recall %.4f, precision %.4f\n", name, cases.size(), total.recall(), total.precision());
  const char* notes = std::getenv("JITGATE_CORPUS_NOTES");
  for (const auto& [family, one] : families) {
    if (one.notes.empty()) continue;
    std::printf("  %s: %d right, %d missed, %d wrong\n", family.c_str(), one.right, one.missed, one.wrong);
    if (notes == nullptr || *notes == '\0') continue;
    for (const std::string& note : one.notes) std::printf("    %s\n", note.c_str());
  }
  return total;
}

TEST(Corpus, RecallAndPrecisionHold) {
  std::vector<std::string> faults;
  std::vector<CorpusCase> cases = read_cases(kCorpus + "/lines", faults);
  for (CorpusCase& item : read_logs(kCorpus + "/logs", faults)) cases.push_back(std::move(item));
  const std::vector<CorpusCase> hard = read_cases(kCorpus + "/hard", faults);
  EXPECT_EQ(faults, std::vector<std::string>());
  ASSERT_GT(cases.size(), 0U);
  const YAML::Node floor = YAML::LoadFile(kCorpus + "/floor.yaml");
  const Score total = score_all(cases, "corpus");
  EXPECT_GE(total.recall(), floor["recall"].as<double>());
  EXPECT_GE(total.precision(), floor["precision"].as<double>());
  if (hard.empty()) return;
  const Score hardest = score_all(hard, "hard corpus");
  EXPECT_GE(hardest.recall(), floor["hard_recall"].as<double>());
  EXPECT_GE(hardest.precision(), floor["hard_precision"].as<double>());
}

// A scorer that finds everything right would hide every fault of the catalogue.
TEST(Corpus, TheScorerSeesMissesAndFalseAlarms) {
  CorpusCase item;
  item.family = "made";
  item.id = "one";
  item.text =
      "(Worker_TP0 pid=7) WARNING 09-03 10:41:07 [jit_monitor.py:1] Triton kernel JIT compilation during inference: "
      "_k. This causes a latency spike; consider extending warmup to cover this shape/config.";
  item.marks.emplace();
  item.events = {{{"compiler", "triton"},
                  {"event_type", "compile"},
                  {"target", "_k"},
                  {"pid", "7"},
                  {"stamp", "09-03 10:41:07"},
                  {"rank", "TP0"}}};
  EXPECT_EQ(score(embedded_catalogue(), item).right, 1);
  EXPECT_TRUE(score(embedded_catalogue(), item).notes.empty());
  item.events[0]["target"] = "_other";
  const Score other = score(embedded_catalogue(), item);
  EXPECT_EQ(other.missed, 1);
  EXPECT_EQ(other.wrong, 1);
  item.events.clear();
  EXPECT_EQ(score(embedded_catalogue(), item).wrong, 1);
  item.marks = {"armed"};
  EXPECT_EQ(score(embedded_catalogue(), item).missed, 1);
}

}  // namespace
}  // namespace jitgate::recognise
