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

}  // namespace
}  // namespace jitgate::recognise
