#include "base/text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fixtures.h"
#include "readers.h"
#include "report/layout.h"
#include "report/reasons.h"
#include "report/report.h"

namespace jitgate::report {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view line : base::split(text, '\n')) out.emplace_back(line);
  if (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

using testing::has;

std::string without_colour(std::string text) {
  for (const char* code : {"\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m", "\x1b[0m"}) {
    for (std::size_t at = text.find(code); at != std::string::npos; at = text.find(code))
      text.erase(at, std::string(code).size());
  }
  return text;
}

TEST(Text, ARunOfThreePointsFitsAScreen) {
  const std::string out =
      text(testing::h200_cold(), {false, 100, false, {"out/events.jsonl", "out/verdict.json", "out/summary.md"}});
  const auto all = lines(out);
  EXPECT_GE(all.size(), 24U);
  EXPECT_LE(all.size(), 40U) << out;
  for (const std::string& line : all) EXPECT_LE(columns(line), 100) << line;
  EXPECT_EQ(all.front(), "INVALID  3 points: 1 contaminated, 2 suspect  (exit 81)");
  EXPECT_TRUE(
      has(out, "\nconc12  CONTAMINATED  invalid, 26 events in the window (triton 26), 18 possible (triton 18)\n"))
      << out;
  EXPECT_TRUE(has(out, "\nconc24  SUSPECT       flagged, ") || has(out, "\nconc24  SUSPECT  flagged, ")) << out;
  EXPECT_TRUE(has(out, "6 of 7 workers (decode_w0..5): _fused_moe_kernel (12)"));
  EXPECT_TRUE(has(out, "TTFT 11.2 s / 21 ms / 4.20 ms, TPOT 338 ms / 8.14 ms / 0.98 ms"));
  EXPECT_TRUE(has(out, "deep_gemm, flashinfer, tvm-ffi"));
  EXPECT_TRUE(has(out, "Wrote     out/events.jsonl, out/verdict.json, out/summary.md"));
}

TEST(Text, NotesStandWithTheirPointAlsoWhereItIsClean) {
  model::Verdict verdict = testing::proven();
  ASSERT_EQ(verdict.points[0].finding, model::Finding::clean);
  verdict.points[0].notes = {"the name says concurrency 16, the document 12", "b", "c"};
  const std::string out = text(verdict, {});
  EXPECT_TRUE(has(out, "note: the name says concurrency 16, the document 12")) << out;
  EXPECT_TRUE(has(out, "note: b (and 1 more)")) << out;
  EXPECT_TRUE(has(markdown(verdict), "the name says concurrency 16, the document 12"));
}

TEST(Text, AKernelThatCompilesAndAutotunesSaysWhich) {
  model::Verdict verdict = testing::h200_cold();
  verdict.points[0].groups = {{"decode_w0", "a", "triton", "compile", "_k", 5, 0},
                              {"decode_w0", "b", "triton", "autotune", "_k", 3, 0},
                              {"decode_w0", "a", "triton", "compile", "_j", 2, 0}};
  EXPECT_TRUE(has(text(verdict, {}), ": _k (5 compile, 3 autotune), _j (2)")) << text(verdict, {});
}

TEST(Text, PrintsEachRemedyOnce) {
  model::Verdict verdict = testing::h200_cold();
  verdict.points[0].reasons[0].remedy = "Do this.";
  verdict.points[1].reasons[1].remedy = "Do this.";
  const std::string out = text(verdict, {});
  const std::size_t first = out.find("Do this.");
  ASSERT_NE(first, std::string::npos) << out;
  EXPECT_EQ(out.find("Do this.", first + 1), std::string::npos) << out;
}

TEST(Text, NamesThatAreHarmlessApartJoinToNoCommand) {
  model::Verdict verdict = testing::proven();
  verdict.workers[0].name = ":";
  verdict.workers[1].name = "\xE3\x80\x80:";
  verdict.workers[1].armed = "error";
  verdict.logs[0].path = ":";
  verdict.logs[0].damage = {":error::x"};
  const std::string out = text(verdict, {});
  EXPECT_TRUE(has(out, "\\:: log complete")) << out;
  EXPECT_EQ(testing::obeyed(out), "");
}

TEST(Text, ShowsOtherCasesOnlyWhereNothingElseTellsThem) {
  model::Verdict verdict = testing::proven();
  verdict.points[0].reasons.clear();
  for (const char* message : {"a", "b", "c", "d", "e"}) {
    verdict.points[0].reasons.push_back({model::ReasonCode::log_truncated, message, "", false});
    verdict.points[0].reasons.push_back({model::ReasonCode::jit_event_possible, message, "", false});
  }
  const std::string brief = text(verdict, {});
  EXPECT_TRUE(has(brief, "log_truncated (conc12): a\n") &&
              has(brief, "log_truncated (conc12): c; 2 more like it at conc12\n"))
      << brief;
  EXPECT_TRUE(has(brief, "jit_event_possible (conc12): a; 4 more like it at conc12\n")) << brief;
  const std::string all = text(verdict, {false, 100, true, {}});
  EXPECT_TRUE(has(all, "jit_event_possible (conc12): e\n") && has(all, "log_truncated (conc12): e\n")) << all;
}

TEST(Text, OfAProvenRunIsShortAndSaysWhy) {
  const std::string out = text(testing::proven(), {});
  EXPECT_TRUE(out.starts_with("VALID  1 point: 1 clean  (exit 0)\n")) << out;
  EXPECT_TRUE(has(out, "2 of 2 seen; log complete, checksum verified, monitor armed (warn, every compile)")) << out;
  EXPECT_FALSE(has(out, "Why"));
  EXPECT_FALSE(has(out, "Not read"));
}

TEST(Text, SaysThatNothingWasFound) {
  const std::string out = text({}, {});
  EXPECT_TRUE(out.starts_with("INVALID  no benchmark point was found  (exit 82)\n")) << out;
  EXPECT_TRUE(has(out, "no worker is known"));
}

TEST(Text, NamesWhatCouldNotBeReadEvenIfAllIsValid) {
  model::Verdict verdict = testing::proven();
  verdict.logs[0].damage = {"the archive ends early"};
  verdict.damage = {"b.zip: encrypted"};
  verdict.known = {{"triton", "mask_*", "perf", "", "2027-03-31", false, 3}};
  const std::string out = text(verdict, {false, 200, false, {}});
  EXPECT_TRUE(has(out, "Not read  b.zip: encrypted\n")) << out;
  EXPECT_TRUE(has(out, verdict.logs[0].path + ": the archive ends early")) << out;
  EXPECT_TRUE(has(out, "Known     3 events of triton mask_* accepted until 2027-03-31 (perf)")) << out;
}

TEST(Text, ColoursOnlyStatusWordsThatReadTheSameWithout) {
  const TextOptions plain{false, 100, false, {}};
  const TextOptions coloured{true, 100, false, {}};
  for (const model::Verdict& verdict : {testing::h200_cold(), testing::proven(), model::Verdict{}}) {
    const std::string out = text(verdict, coloured);
    EXPECT_NE(out, text(verdict, plain));
    EXPECT_EQ(without_colour(out), text(verdict, plain));
  }
  EXPECT_TRUE(text(testing::h200_cold(), coloured).starts_with("\x1b[1;31mINVALID\x1b[0m  "));
  EXPECT_TRUE(has(text(testing::h200_cold(), coloured), "conc24  \x1b[1;33mSUSPECT\x1b[0m"));
  EXPECT_TRUE(text(testing::proven(), coloured).starts_with("\x1b[1;32mVALID\x1b[0m  "));
}

TEST(Text, AnyWidthIsKept) {
  for (const int width : {40, 57, 80, 132}) {
    for (const bool verbose : {false, true}) {
      for (const std::string& line :
           lines(text(testing::h200_cold(), {false, width, verbose, {"a/very/long/path/to/events.jsonl"}}))) {
        ASSERT_LE(columns(line), width) << line;
      }
    }
  }
  EXPECT_EQ(text(testing::proven(), {false, -1, false, {}}), text(testing::proven(), {false, 40, false, {}}));
}

TEST(Text, ManyPointsKeepTheWorstAndCountTheRest) {
  model::Verdict verdict = testing::proven();
  for (int conc = 100; conc < 160; ++conc) {
    verdict.points.push_back(testing::point(conc, "2026-11-30T01:07:11Z", "2026-11-30T01:07:28Z"));
  }
  verdict.points[40].finding = model::Finding::unproven;
  const std::string brief = text(verdict, {});
  EXPECT_LE(lines(brief).size(), 60U);
  EXPECT_TRUE(has(brief, "UNPROVEN"));
  EXPECT_TRUE(has(brief, "and 49 points: 49 clean (all with --verbose)")) << brief;
  const std::string all = text(verdict, {false, 100, true, {}});
  EXPECT_TRUE(has(all, "conc100 ") && has(all, "conc159 "));
}

TEST(Text, EveryReasonCodeRenders) {
  for (const model::ReasonFacts& facts : model::all_reasons()) {
    model::Verdict verdict = testing::proven();
    verdict.points[0].reasons = {{facts.code, "", "", false}};
    const std::string out = text(verdict, {false, 1000, false, {}});
    EXPECT_TRUE(has(out, std::string(facts.name) + " (conc12): " + facts.meaning)) << out;
    EXPECT_TRUE(has(out, facts.remedy)) << out;
    EXPECT_TRUE(has(out, facts.makes ? "\nWhy\n" : "\nAdvice\n")) << out;
  }
}

TEST(Text, HostileNamesStayText) {
  std::mt19937 random(11);
  for (int i = 0; i < 150; ++i) {
    const model::Verdict verdict = testing::hostile(random);
    const TextOptions options{
        false, 40 + static_cast<int>(random() % 90), random() % 2 == 0, {testing::hostile_text(random)}};
    const std::string out = text(verdict, options);
    ASSERT_EQ(testing::obeyed(out), "");
    ASSERT_TRUE(testing::printable(out)) << out;
    for (const std::string& line : lines(out)) ASSERT_LE(columns(line), options.width) << line;
    ASSERT_EQ(text(verdict, options), out);
  }
}

}  // namespace
}  // namespace jitgate::report
