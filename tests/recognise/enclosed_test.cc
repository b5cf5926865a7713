#include "recognise/enclosed.h"

#include <gtest/gtest.h>

namespace jitgate::recognise {
namespace {

TEST(Enclosed, OpenQuotesAreText) {
  EXPECT_TRUE(inside_text("Received request: 'tell me about "));
  EXPECT_TRUE(inside_text("body={\"messages\": [{\"content\": \"tell me"));
  EXPECT_TRUE(inside_text("text=\"it's "));
  EXPECT_TRUE(inside_text("a 'quoted \\' and still "));
  EXPECT_FALSE(inside_text("model='demo', backend=\"x\" "));
  EXPECT_FALSE(inside_text("the engine doesn't wait for vLLM's workers "));
  EXPECT_FALSE(inside_text(""));
}

TEST(Enclosed, AFieldsQuotedValueEndsWhereTheListGoesOn) {
  EXPECT_TRUE(inside_text("obj=Req(text='it is the users' log: "));
  EXPECT_FALSE(inside_text("obj=Req(text='it is the users log', n=1) "));
}

TEST(Enclosed, UnquotedPromptsReachToTheEnd) {
  EXPECT_TRUE(inside_text("prompt: Write a poem about "));
  EXPECT_TRUE(inside_text("\"content\": Write "));
  EXPECT_TRUE(inside_text("prompt: "));
  EXPECT_FALSE(inside_text("prompt: 8192 tokens, "));
  EXPECT_FALSE(inside_text("prompt: None, prompt_token_ids: [1, 2], "));
  EXPECT_FALSE(inside_text("Avg prompt throughput: fast "));
}

TEST(Enclosed, BarsAreNoText) {
  EXPECT_TRUE(is_progress_bar(" 42%|####2     | 8/19 [00:01<00:02,  4.1it/s]"));
  EXPECT_TRUE(is_progress_bar("Loading: 0it [00:00, ?it/s]"));
  EXPECT_FALSE(is_progress_bar("it is 4 it/s fast"));
  EXPECT_FALSE(is_progress_bar(""));
}

TEST(Enclosed, QuotationsOfALog) {
  for (const char* text :
       {"> ", "133:", "server.log:133:", "logs/a.out-12-", "| ", "# ", "`", "133:Aug 24 01:02:29 h u[9]: "}) {
    EXPECT_TRUE(is_quotation(text)) << text;
  }
  for (const char* text : {"", "Some remains of a record ", "09-03 10:41:07 [core.py:1] Some "}) {
    EXPECT_FALSE(is_quotation(text)) << text;
  }
}

TEST(Enclosed, ALogsLineIsCitedBehindAStampToo) {
  for (const char* text :
       {"2026-09-03T10:41:07.1Z server.log:133:", "Sep  3 10:41:07 h u[9]: a/node0_w1.out:7:WARNING [x.py:1] ",
        "2026-09-03T10:41:07.1Z 133:", "stderr F logs/x.jsonl:12-",
        "2026-09-03T10:41:07.1Z 133:(A pid=1) WARNING 09-03 10:41:07 ",
        "2026-09-03 10:41:07 133:WARNING 09-03 10:41:07 [x.py:1] "}) {
    EXPECT_TRUE(cites_log(text)) << text;
  }
  for (const char* text : {"", "2026-09-03T10:41:07.1Z 3: ", "2026-09-03 10:41:07: ", "18:41:07 jit_monitor.py:135: ",
                           "2026-09-03 10:41:07 monitor:135:WARNING:", "2026-09-03 10:41:07 771:WARNING ",
                           "[x.py:1] see server.log: ", "04-Aug-2026 18:36:30 ", "1788432067: "}) {
    EXPECT_FALSE(cites_log(text)) << text;
  }
}

TEST(Enclosed, TheEndOfATornHeadIsItsTag) {
  const auto length = [](const std::string& text) { return head_remnant(text); };
  EXPECT_EQ(length("onitor.py:135] "), 15U);
  EXPECT_EQ(length("Helitor.py:135] "), 16U);
  EXPECT_EQ(length("ARNING 09-03 10:41:07 [jit_monitor.py:135] "), 21U);
  EXPECT_EQ(length("35] "), 4U);
  EXPECT_EQ(length(":135] "), 6U);
  for (const char* text : {"", "] ", "[1] ", "[12/40] ", "see [1] ", "see 35] ", "prompt: ", "[TP0] ", "onitor.py:135]",
                           "[jit_monitor.py] ", "a list[:3] "}) {
    EXPECT_EQ(length(text), 0U) << text;
  }
}

TEST(Enclosed, WhatStandsAboveMayMakeAHeadlessLineText) {
  const std::string head = "(APIServer pid=1) INFO 09-03 10:41:07 [logger.py:40] ";
  const std::string long_text(70'000, 'x');
  for (const std::string& text :
       {head + "Received request: prompt: 'Explain this:\n", head + "Received request: prompt: 'Explain\nthis line:\n",
        std::string("+ grep -oh 'during inference.*' server.log\n"),
        head + "hello\n$ zcat a.gz | grep -h JIT\nanother line\n"}) {
    EXPECT_EQ(what_stands_above(text), Above::text) << text;
  }
  for (const std::string& text : {head + "Received request: prompt: Explain this:\n", "prompt: 'x" + long_text,
                                  "prompt: " + long_text, head + "content=Dear all,\n\n"}) {
    EXPECT_EQ(what_stands_above(text), Above::perhaps) << text.substr(0, 100);
  }
  for (const std::string& text :
       {head + "Received request: prompt: 'Explain this:\nthank you', params: None\n",
        head + "the engine's cache isn't 'warm\n", head + "prompt: None\n",
        std::string("+ grep -c x server.log\n3\n+ vllm serve demo\n"), std::string("+++ b/file\n"), std::string(),
        long_text, head + "prompt: 'a', n=1\n" + long_text}) {
    EXPECT_EQ(what_stands_above(text), Above::nothing) << text.substr(0, 100);
  }
}

}  // namespace
}  // namespace jitgate::recognise
