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

TEST(Transport, AnEndlessJoinIsGivenUpAndCounted) {
  std::string stream;
  for (int i = 0; i < 140; ++i)
    stream += "2026-08-04T18:36:30.867962742Z stdout P " + std::string(16 * 1024, 'x') + "\n";
  stream += "2026-08-04T18:36:31.867962742Z stderr P unfinished\n";
  const Reading reading = read_all(stream);
  EXPECT_EQ(reading.lines.size(), 4U);  // twice given up, two unfinished
  EXPECT_EQ(reading.totals.unreadable_lines, 4U);
  EXPECT_GT(reading.totals.cut_lines, 0U);
}

TEST(Transport, DecodesRecordsAndTheirLines) {
  const Reading reading = read_all(
      "{\"time\":\"2026-09-03T10:41:07Z\",\"level\":\"ERROR\",\"target\":\"a::b\",\"message\":\"one\\r\\ntwo\\n\"}\n"
      "{\"asctime\":\"09-03 10:41:07\",\"levelname\":\"INFO\",\"process\":7,\"processName\":\"P\",\"message\":\"m\"}\n"
      "{\"MESSAGE\":\"j\",\"__REALTIME_TIMESTAMP\":\"1785868590123456\"}\n"
      "(Worker pid=1) INFO 09-03 10:41:07 [a.py:1] classic\n");
  EXPECT_EQ(reading.texts(), (Texts{"2026-09-03T10:41:07Z ERROR a::b: one", "2026-09-03T10:41:07Z ERROR a::b: two",
                                    "(P pid=7) INFO 09-03 10:41:07 m", "2026-08-04T18:36:30.123456Z j",
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

TEST(Transport, EscapedRecordsMayBeLongerThanTheLimitOfText) {
  std::string escaped;
  for (int i = 0; i < 30000; ++i) escaped += "\\u0041";
  const Reading reading = read_all(docker(escaped + "\\n"));
  EXPECT_EQ(reading.texts(), Texts{"2026-08-04T18:36:30.5Z " + std::string(30000, 'A')});
  EXPECT_EQ(reading.totals.cut_lines, 0U);
}

}  // namespace
}  // namespace jitgate::read
