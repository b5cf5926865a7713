// What the loggers and collectors of the field write, as the text that a rule sees; and JSON that is data.
#include "read/json_logger.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::read {
namespace {

std::string text_of(const std::string& line) {
  const Reading reading = read_all(line + "\n");
  return reading.lines.size() == 1 ? reading.lines[0].text : "lines: " + std::to_string(reading.lines.size());
}

TEST(JsonLogger, ReadsTheRecordsOfTheField) {
  const std::pair<const char*, const char*> cases[] = {
      // zap, as it comes and with epoch times in full
      {R"({"level":"warn","ts":1785868590.25,"caller":"a/b.go:12","msg":"m"})",
       "WARNING 2026-08-04T18:36:30.25Z [a/b.go:12] m"},
      {R"({"level":"error","ts":1.78586859025e+09,"logger":"x.y","msg":"m"})", "ERROR 2026-08-04T18:36:30.25Z [x.y] m"},
      // logrus
      {R"({"level":"warning","msg":"m","time":"2026-08-04T18:36:30+02:00"})",
       "WARNING 2026-08-04T18:36:30+02:00 [json] m"},
      // structlog, with and without the level processor
      {R"({"event":"m","level":"warning","timestamp":"2026-08-04T18:36:30.1Z","logger":"vllm"})",
       "WARNING 2026-08-04T18:36:30.1Z [vllm] m"},
      {R"({"event":"m","timestamp":"2026-08-04T18:36:30.1Z"})", "2026-08-04T18:36:30.1Z m"},
      // python-json-logger: everything, its own timestamp, nothing but the message
      {R"({"asctime":"2026-08-04 18:36:30,123","levelname":"WARNING","name":"a.b","process":7,"message":"m"})",
       "(process pid=7) WARNING 2026-08-04 18:36:30,123 [a.b] m"},
      {R"({"message":"m","levelname":"INFO","timestamp":"2026-08-04T18:36:30.123456+00:00"})",
       "INFO 2026-08-04T18:36:30.123456+00:00 [json] m"},
      {R"({"message":"m"})", "WARNING [json.record] m"},
      // pino, bunyan
      {R"({"level":40,"time":1785868590250,"pid":9,"hostname":"h","msg":"m"})",
       "(process pid=9) ERROR 2026-08-04T18:36:30.250Z [json] m"},
      // ECS, flat and nested
      {R"({"@timestamp":"2026-08-04T18:36:30.1Z","log.level":"WARN","message":"m"})",
       "WARNING 2026-08-04T18:36:30.1Z [json] m"},
      {R"({"@timestamp":"2026-08-04T18:36:30.1Z","log":{"level":"WARN"},"process":{"pid":9,"name":"P"},"message":"m"})",
       "(P pid=9) WARNING 2026-08-04T18:36:30.1Z [json] m"},
      // OpenTelemetry, Google Cloud, klog
      {R"({"timestamp":"2026-08-04T18:36:30.1Z","severity_text":"WARN","body":"m"})",
       "WARNING 2026-08-04T18:36:30.1Z [json] m"},
      {R"({"severity":"WARNING","timestamp":"2026-08-04T18:36:30.1Z","textPayload":"m"})",
       "WARNING 2026-08-04T18:36:30.1Z [json] m"},
      {R"({"ts":1785868590250.5,"v":0,"msg":"m"})", "WARNING 2026-08-04T18:36:30.2505Z [json] m"},
      // loguru
      {R"({"text":"2026-08-04 18:36:30.1 | WARNING | a:b:1 - m\n","record":{"level":{"name":"WARNING","no":30},)"
       R"("message":"m","name":"a.b","process":{"id":7,"name":"P"},"time":{"repr":"x","timestamp":1785868590.25}}})",
       "(P pid=7) WARNING 2026-08-04T18:36:30.25Z [a.b] m"},
      // numbers of levels
      {R"({"levelno":30,"message":"m"})", "WARNING [json.record] m"},
      {R"({"level":4,"message":"m"})", "WARNING [json.record] m"},
      {R"({"level":6,"message":"m"})", "INFO [json.record] m"},
      // a level that says nothing
      {R"({"level":"loud","ts":1785868590,"msg":"m"})", "WARNING 2026-08-04T18:36:30Z [json] m"},
  };
  for (const auto& [line, text] : cases) EXPECT_EQ(text_of(line), text) << line;
}

// A message that begins with a bracket would be read as the head's tag if there were none.
TEST(JsonLogger, AHeadAlwaysHasATag) {
  EXPECT_EQ(text_of(R"({"level":"info","ts":1785868590,"msg":"[aiter] start build"})"),
            "INFO 2026-08-04T18:36:30Z [json] [aiter] start build");
}

TEST(JsonLogger, WhatACollectorWrappedStaysAsItWas) {
  const std::string record = "(EngineCore pid=1) WARNING 08-04 18:36:30 [a.py:1] m";
  EXPECT_EQ(text_of(R"({"log":")" + record + R"(\n"})"), record);
  EXPECT_EQ(text_of(R"({"timestamp":"2026-08-04T18:36:31Z","level":"info","message":")" + record + "\"}"),
            "2026-08-04T18:36:31Z " + record);
  EXPECT_EQ(text_of(R"({"host":"h","source_type":"file","message":"Triton autotuning"})"), "Triton autotuning");
  EXPECT_EQ(text_of(R"({"labels":{},"line":"bare","timestamp":"2026-08-04T18:36:31Z"})"), "2026-08-04T18:36:31Z bare");
}

TEST(JsonLogger, ProcessesAndTagsAreWords) {
  EXPECT_EQ(text_of(R"({"level":"info","msg":"m","pid":"a b","logger":"two words","processName":"P"})"),
            "INFO [json.record] m");
}

TEST(JsonLogger, DataIsNoRecord) {
  for (const char* line : {
           R"({"text":"m","sampling_params":{"temperature":0}})",
           R"({"text":"m","level":"info","prompt":"p"})",
           R"({"message":"m","temperature":0.7,"max_tokens":10})",
           R"({"role":"user","message":"m"})",
           R"({"messages":[{"role":"user","message":"m"}],"message":"m"})",
           R"({"event":"m"})",
           R"({"body":"m","id":1})",
           R"({"record":{"level":"warn"}})",
           R"({"prompt":"m","level":"info","time":"2026-08-04T18:36:30Z"})",
       }) {
    EXPECT_EQ(text_of(line), line);
  }
  // Of a record that tells a request, only the message is text.
  EXPECT_EQ(text_of(R"({"level":"info","ts":1785868590,"msg":"request","prompt":"secret","text":"secret"})"),
            "INFO 2026-08-04T18:36:30Z [json] request");
}

}  // namespace
}  // namespace jitgate::read
