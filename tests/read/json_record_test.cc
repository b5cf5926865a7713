// JSON records of every form, and objects that are none.
#include "read/json_record.h"

#include <gtest/gtest.h>

namespace jitgate::read {
namespace {

TEST(JsonRecord, ReadsEveryForm) {
  JsonRecord record =
      read_json_record(R"({"log":"a \"b\"\u001b[0m\n","stream":"stderr","time":"2026-09-03T08:41:07.867962742Z"})");
  EXPECT_EQ(record.form, RecordForm::container);
  EXPECT_EQ(record.head, "2026-09-03T08:41:07.867962742Z ");
  EXPECT_EQ(record.message, "a \"b\"\x1b[0m\n");
  EXPECT_EQ(record.stream, "stderr");

  record = read_json_record(R"({"_PID":"7","__REALTIME_TIMESTAMP":"1785868590123456","MESSAGE":"hello"})");
  EXPECT_EQ(record.form, RecordForm::journal);
  EXPECT_EQ(record.head, "2026-08-04T18:36:30.123456Z ");
  EXPECT_EQ(record.message, "hello");

  record = read_json_record(
      R"({"asctime": "09-03 10:41:07", "levelname": "WARNING", "name": "vllm.utils.jit_monitor", "processName": "P-1",)"
      R"( "process": 77, "message": "Triton kernel", "vllm_process_name": "Worker_TP0"})");
  EXPECT_EQ(record.form, RecordForm::logger);
  EXPECT_EQ(record.head, "(Worker_TP0 pid=77) WARNING 09-03 10:41:07 [vllm.utils.jit_monitor] ");
  EXPECT_EQ(record.message, "Triton kernel");
  record = read_json_record(R"({"levelname":"INFO","process":77,"processName":"P-1","message":"m"})");
  EXPECT_EQ(record.head, "(P-1 pid=77) INFO [json.record] ");

  record = read_json_record(
      R"({"message":"m","target":"a::b","line":3,"level":"WARN","time":"2026-09-03T10:41:07.118204Z","file":"x.rs"})");
  EXPECT_EQ(record.form, RecordForm::dynamo);
  EXPECT_EQ(record.head, "2026-09-03T10:41:07.118204Z WARN a::b: ");
  EXPECT_EQ(record.message, "m");
  EXPECT_EQ(record.fields, "");
}

TEST(JsonRecord, OnlyTheMessageBecomesText) {
  const std::string phrase = "Triton kernel JIT compilation during inference: k.";
  const JsonRecord record = read_json_record(
      "{\"time\":\"2026-09-03T10:41:07Z\",\"level\":\"INFO\",\"target\":\"" + phrase +
      "\",\"message\":\"request received\"," + "\"request_id\":\"r-1\",\"prompt\":\"" + phrase +
      "\",\"ttft_ms\":\"12.50\",\"n\":3,\"nested\":{\"message\":\"" + phrase + "\"},\"" + phrase + "\":1}");
  EXPECT_EQ(record.form, RecordForm::dynamo);
  EXPECT_EQ(record.head, "2026-09-03T10:41:07Z INFO unknown: ");
  EXPECT_EQ(record.message, "request received");
  EXPECT_EQ(record.fields, " request_id=\"r-1\" ttft_ms=\"12.50\" n=3");
}

TEST(JsonRecord, MessagesAreFoundBehindAnythingElse) {
  std::string line = R"({"time":"2026-09-03T10:41:07Z","level":"INFO","target":"a")";
  for (int i = 0; i < 200; ++i) line += ",\"k" + std::to_string(i) + "\":[{\"message\":\"no\"},1,null,true,2.5]";
  for (int i = 0; i < 200; ++i) line += ",\"f" + std::to_string(i) + "\":" + std::to_string(i);
  line += R"(,"message":"yes"})";
  EXPECT_EQ(read_json_record(line).message, "yes");
}

TEST(JsonRecord, ReadsBytesAndSaysWhatIsLost) {
  JsonRecord record =
      read_json_record(R"({"MESSAGE":[27,91,48,109,104,105],"__REALTIME_TIMESTAMP":"1785868590123456"})");
  EXPECT_EQ(record.message, "\x1b[0mhi");
  EXPECT_FALSE(record.lost);
  record = read_json_record(R"({"MESSAGE":null,"__REALTIME_TIMESTAMP":"1785868590123456"})");
  EXPECT_EQ(record.form, RecordForm::journal);
  EXPECT_TRUE(record.lost);
}

TEST(JsonRecord, OtherObjectsAreText) {
  for (const char* line :
       {"{", "{}", R"({"a":1})", R"({"message":7,"level":"x","time":"y"})", R"({"log":7,"stream":"stdout"})",
        R"({"x":{"log":"a\n","stream":"stdout"}})", "{\"message\": torn", "{'message': 'python'}",
        R"({"num_choices": 20, "best_kernel": "triton_mm_12"})"}) {
    EXPECT_EQ(read_json_record(line).form, RecordForm::none) << line;
  }
}

TEST(JsonRecord, TornRecordsAreNamed) {
  for (const char* line : {R"({"log":"abc)", R"({"time":"2026-09-03T10:41:07Z","level":"WARN","mess)",
                           R"({"level":"WARN","message":"a"}{"level")", R"({"MESSAGE":"a","__REALTIME_TIMESTAMP":"17)",
                           R"({"asctime":"x","levelname":"W)", R"({"level":"warn","ts":1785868742.1,"msg":"Trit)",
                           R"({"msg":"Triton","severity":"warn)", R"({"ts":1785868742.1,"level":"wa)"}) {
    EXPECT_EQ(read_json_record(line).form, RecordForm::broken) << line;
  }
}

TEST(JsonRecord, ABadByteDoesNotCostTheRecord) {
  const JsonRecord record = read_json_record(
      "{\"log\":\"a\xFF"
      "b\\n\",\"stream\":\"stdout\"}");
  EXPECT_EQ(record.form, RecordForm::container);
  EXPECT_EQ(record.message,
            "a\xEF\xBF\xBD"
            "b\n");
}

TEST(JsonRecord, DeepNestingEnds) {
  const std::string line = R"({"log":"a\n","stream":"stdout","x":)" + std::string(100000, '[');
  EXPECT_EQ(read_json_record(line).form, RecordForm::broken);
}

}  // namespace
}  // namespace jitgate::read
