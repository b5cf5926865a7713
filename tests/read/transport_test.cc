// Transports as whole streams: parts joined, records decoded, files mixed.
#include "read/transport.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::read {
namespace {

using Texts = std::vector<std::string>;

std::string docker(std::string_view log, std::string_view stream = "stdout",
                   std::string_view time = "2026-08-04T18:36:30.5Z") {
  return "{\"log\":\"" + std::string(log) + "\",\"stream\":\"" + std::string(stream) + "\",\"time\":\"" +
         std::string(time) + "\"}\n";
}

TEST(Transport, JoinsContainerParts) {
  const Reading reading = read_all(docker("one ") + docker("err\\n", "stderr") + "text\n" +
                                   docker("two\\n", "stdout", "2026-08-04T18:36:31Z") + docker("three\\n"));
  EXPECT_EQ(reading.texts(), (Texts{"2026-08-04T18:36:30.5Z err", "text", "2026-08-04T18:36:30.5Z one two",
                                    "2026-08-04T18:36:30.5Z three"}));
  EXPECT_EQ(reading.lines[2].number, 1U);
  EXPECT_EQ(reading.lines[3].number, 5U);
  EXPECT_EQ(reading.totals.lines, 5U);
  EXPECT_EQ(reading.totals.unreadable_lines, 0U);
}

TEST(Transport, AMissingLastNewlineIsNoDamageButAMissingPartIs) {
  Reading reading = read_all(docker("last words"));
  EXPECT_EQ(reading.texts(), Texts{"2026-08-04T18:36:30.5Z last words"});
  EXPECT_EQ(reading.totals.unreadable_lines, 0U);
  reading = read_all(docker(std::string(16384, 'x')));
  EXPECT_EQ(reading.lines.size(), 1U);
  EXPECT_EQ(reading.totals.unreadable_lines, 1U);
}

TEST(Transport, JoinsCriPartsPerStream) {
  const Reading reading = read_all(
      "2026-08-04T18:36:30.867962742Z stdout P one \n"
      "2026-08-04T18:36:30.867962743+02:00 stderr F err\n"
      "2026-08-04T18:36:30.9Z stdout P two \n"
      "2026-08-04T18:36:31.1Z stdout F three\n"
      "2026-08-04T18:36:32Z stdout F \n"
      "2026-08-04T18:36:33Z stdout F\n"
      "2026-08-04T18:36:34.1Z stderr old form\n"
      "2026-08-04T18:36:35.1Z  INFO a::b: stdout F no\n");
  EXPECT_EQ(reading.texts(),
            (Texts{"2026-08-04T18:36:30.867962743+02:00 err", "2026-08-04T18:36:30.867962742Z one two three",
                   "2026-08-04T18:36:32Z ", "2026-08-04T18:36:33Z ", "2026-08-04T18:36:34.1Z old form",
                   "2026-08-04T18:36:35.1Z  INFO a::b: stdout F no"}));
  EXPECT_EQ(reading.lines[1].number, 1U);
  EXPECT_EQ(reading.totals.unreadable_lines, 0U);
}

// A collector took every LF off: nothing is a part.
TEST(Transport, PartsWithoutLineEndsAreLines) {
  const Reading reading =
      read_all(docker("one") + docker("two") + docker("err", "stderr") + "text\n" + docker("three"));
  EXPECT_EQ(reading.texts(), (Texts{"2026-08-04T18:36:30.5Z one", "2026-08-04T18:36:30.5Z two", "text",
                                    "2026-08-04T18:36:30.5Z three", "2026-08-04T18:36:30.5Z err"}));
  EXPECT_EQ(reading.totals.unreadable_lines, 0U);
}

TEST(Transport, PartsThatSayWhatTheyAre) {
  const auto part = [](const char* log, const char* tag) {
    return std::string(R"({"log":")") + log + R"(","stream":"stdout","logtag":")" + tag + "\"}\n";
  };
  EXPECT_EQ(texts_of(part("one", "F") + part("two ", "P") + part("three", "F") + part("four", "F")),
            (Texts{"one", "two three", "four"}));
  EXPECT_EQ(read_all(part("two ", "P")).totals.unreadable_lines, 1U);
}

TEST(Transport, TakesRecordsGluedToBarsAndToOneAnother) {
  const std::string record = R"({"ts":1785868590.5,"level":"warn","msg":"m"})";
  const std::string text = "WARNING 2026-08-04T18:36:30.5Z [json] m";
  const std::string bar = "(W pid=1)  50%|#  | 1/2 [00:01<00:01, 1.0it/s]";
  EXPECT_EQ(texts_of(bar + record + "\n"), (Texts{bar, text}));
  EXPECT_EQ(texts_of("(W pid=1) \r" + bar + "\r" + record + "\n"), (Texts{"(W pid=1) \r" + bar, text}));
  EXPECT_EQ(texts_of("x\r" + bar + " " + record + "\n"), (Texts{"x\r" + bar + " ", text}));
  EXPECT_EQ(texts_of(record + record + " \n"), (Texts{text, text}));
  EXPECT_EQ(texts_of("{\"a\":1}" + record + "{\"b\":1}(W pid=1) rest\n"),
            (Texts{"{\"a\":1}", text, "{\"b\":1}(W pid=1) rest"}));
  EXPECT_EQ(texts_of("note " + record + "\n"), Texts{"note " + record});
  const Reading torn = read_all(record + "{\"ts\":17");
  EXPECT_EQ(torn.texts(), (Texts{text, "{\"ts\":17"}));
  EXPECT_EQ(torn.totals.unreadable_lines, 1U);
  std::string many;
  for (int i = 0; i < 50'000; ++i) many += "{}";
  EXPECT_EQ(texts_of(many + "\n"), Texts{many});
}

TEST(Transport, AnEndlessJoinIsGivenUpAndCounted) {
  std::string stream;
  for (int i = 0; i < 140; ++i)
    stream += "2026-08-04T18:36:30.867962742Z stdout P " + std::string(16 * 1024, 'x') + "\n";
  stream += "2026-08-04T18:36:31.867962742Z stderr P unfinished\n";
  const Reading reading = read_all(stream);
  EXPECT_EQ(reading.lines.size(), 4U);  // twice given up, two unfinished
  EXPECT_EQ(reading.totals.unreadable_lines, 4U);
  for (const TextLine& line : reading.lines) EXPECT_LT(line.text.size(), 1'100'000U);
}

TEST(Transport, DecodesRecordsAndTheirLines) {
  const Reading reading = read_all(
      "{\"time\":\"2026-09-03T10:41:07Z\",\"level\":\"ERROR\",\"target\":\"a::b\",\"message\":\"one\\r\\ntwo\\n\"}\n"
      "{\"asctime\":\"09-03 10:41:07\",\"levelname\":\"INFO\",\"process\":7,\"processName\":\"P\",\"message\":\"m\"}\n"
      "{\"MESSAGE\":\"j\",\"__REALTIME_TIMESTAMP\":\"1785868590123456\"}\n"
      "(Worker pid=1) INFO 09-03 10:41:07 [a.py:1] classic\n");
  EXPECT_EQ(reading.texts(), (Texts{"2026-09-03T10:41:07Z ERROR a::b: one", "2026-09-03T10:41:07Z ERROR a::b: two",
                                    "(P pid=7) INFO 09-03 10:41:07 [json] m", "2026-08-04T18:36:30.123456Z j",
                                    "(Worker pid=1) INFO 09-03 10:41:07 [a.py:1] classic"}));
  EXPECT_EQ(reading.lines[1].number, 1U);
  EXPECT_EQ(reading.lines[2].number, 2U);
}

TEST(Transport, DecodesWhatStandsInsideAnother) {
  const std::string record =
      R"({\"time\":\"2026-09-03T10:41:07Z\",\"level\":\"WARN\",\"target\":\"a\",\"message\":\"\\u001b[1mm\"})";
  const std::string plain = R"({"time":"2026-09-03T10:41:07Z","level":"WARN","target":"a","message":"m"})";
  EXPECT_EQ(texts_of(docker(record + "\\n")), Texts{"2026-08-04T18:36:30.5Z 2026-09-03T10:41:07Z WARN a: m"});
  EXPECT_EQ(texts_of("2026-08-04T18:36:30.867962742Z stdout F " + plain + "\n"),
            Texts{"2026-08-04T18:36:30.867962742Z 2026-09-03T10:41:07Z WARN a: m"});
  for (const char* prefix :
       {"(EngineCore pid=1) ", "node-1  | ", "[pod/a/b] ", "2026-08-04T18:36:30.1234567Z ", " 3: "})
    EXPECT_EQ(texts_of(prefix + plain + "\n"), Texts{prefix + std::string("2026-09-03T10:41:07Z WARN a: m")});
  // Behind anything else an object is text.
  EXPECT_EQ(texts_of("prompt " + plain + "\n"), Texts{"prompt " + plain});
}

TEST(Transport, TornRecordsStayTextAndAreCounted) {
  const Reading reading = read_all("{\"log\":\"abc\n{\"some\":\"object\"}\n{\"level\":\"x\n");
  EXPECT_EQ(reading.texts(), (Texts{"{\"log\":\"abc", "{\"some\":\"object\"}", "{\"level\":\"x"}));
  EXPECT_EQ(reading.totals.unreadable_lines, 1U);
}

TEST(Transport, ALostMessageIsCounted) {
  EXPECT_EQ(read_all("{\"MESSAGE\":null,\"__REALTIME_TIMESTAMP\":\"1785868590000000\"}\n").totals.unreadable_lines, 1U);
}

TEST(Transport, DecodesALoggersRecordInsideAContainers) {
  const std::string inner = R"({\"msg\":\"m\",\"level\":\"warn\",\"ts\":1785868590.25})";
  const std::string text = "WARNING 2026-08-04T18:36:30.25Z [json] m";
  EXPECT_EQ(texts_of(docker(inner + "\\n")), Texts{"2026-08-04T18:36:30.5Z " + text});
  EXPECT_EQ(texts_of(R"({"log":")" + inner + "\"}\n"), Texts{text});
  EXPECT_EQ(texts_of(docker("(EngineCore pid=1) " + inner + "\\n")),
            Texts{"2026-08-04T18:36:30.5Z (EngineCore pid=1) " + text});
}

}  // namespace
}  // namespace jitgate::read
