#include "results/requests.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::results {
namespace {

std::vector<model::Request> requests_of(std::string_view content, const std::string& path = "r.jsonl") {
  const Reading reading = read(content, path);
  if (reading.evidence.requests.size() != 1) {
    ADD_FAILURE() << reading.evidence.requests.size() << " sets\n" << dump(reading.evidence);
    return {};
  }
  return reading.evidence.requests[0].requests;
}

base::Instant at(double seconds) { return *base::from_unix_seconds(seconds); }

TEST(Requests, ReadsRecordedRequests) {
  const Reading reading = read(data("requests.jsonl"), "run/requests_concurrency_12.jsonl");
  ASSERT_EQ(reading.evidence.requests.size(), 1U);
  const auto& set = reading.evidence.requests[0];
  EXPECT_EQ(set.source, model::RequestSource::requests_jsonl);
  EXPECT_EQ(set.conc, 12);
  EXPECT_FALSE(set.local_time);
  ASSERT_EQ(set.requests.size(), 2U);
  const auto& request = set.requests[0];
  EXPECT_EQ(request.id, "c12-r0000");
  EXPECT_EQ(request.received, at(1796000831.805499));
  EXPECT_EQ(request.first_token, at(1796000837.533313));
  EXPECT_EQ(request.completed, at(1796000845.738435));
  EXPECT_EQ(request.prefill_worker, "prefill_w0");
  EXPECT_EQ(request.decode_worker, "decode_w0");
  EXPECT_EQ(request.output_tokens, 32);
  EXPECT_TRUE(request.measured);
  EXPECT_TRUE(request.ok);
}

TEST(Requests, ReadsOtherSpellings) {
  const auto requests = requests_of(
      R"({"id": 7, "start_time_ms": 1796000000250, "ttft": 0.5, "latency": 2, "worker": "w1", "phase": "warmup"}
{"rid": "b", "start": "2026-11-30T00:00:00Z", "end": "2026-11-30T00:00:02Z", "first_token": "2026-11-30T00:00:01Z", "success": false}
{"req_id": "c", "request_start_ns": 1796000000000000001, "output_tokens": 3, "error": "", "status": "ok"}
)");
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_EQ(requests[0].id, "7");
  EXPECT_EQ(requests[0].received, at(1796000000.25));
  EXPECT_EQ(requests[0].first_token, at(1796000000.75));
  EXPECT_EQ(requests[0].completed, at(1796000002.25));
  EXPECT_EQ(requests[0].decode_worker, "w1");
  EXPECT_FALSE(requests[0].measured);
  EXPECT_EQ(requests[1].first_token - requests[1].received, base::kSecond);
  EXPECT_FALSE(requests[1].ok);
  EXPECT_EQ(requests[2].received, 1796000000000000001);
  EXPECT_EQ(requests[2].completed, base::kEarliest);
  EXPECT_TRUE(requests[2].ok);
}

TEST(Requests, TimesOutOfOrderAreNoTimes) {
  const auto requests = requests_of(
      R"({"id": "a", "start_time_unix": 1796000010, "first_token_time_unix": 1796000009, "end_time_unix": 1796000005, "output_tokens": 1})");
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].first_token, base::kEarliest);
  EXPECT_EQ(requests[0].completed, base::kEarliest);
}

TEST(Requests, AnEndBeforeItsStartIsTold) {
  struct Case {
    const char* record;
    bool impossible;
  };
  const Case cases[] = {
      {R"({"id": "a", "start_time": 1796000010.0, "end_time": 1796000009.0, "ttft": 0.5})", true},
      {R"({"id": "a", "start_time": 1796000010.0, "end_time": 1796000011.0, "ttft": 0.5})", false},
      {R"({"id": "a", "start_time": 1796000010.0, "end_time": 1796000009.9995, "ttft": 0.5})", false},
      {R"({"id": "a", "start_time": 1796000010.0, "ttft": 0.5})", false},
      {R"({"metadata": {"request_start_ns": 1796000010000000000, "request_end_ns": 1796000009000000000}})", true},
      {R"({"schema": "dynamo.request.trace.v1", "event_type": "request_end", "event_time_unix_ms": 1796000009000,)"
       R"( "request": {"request_id": "a", "request_received_ms": 1796000010000}})",
       true},
  };
  for (const Case& c : cases) {
    const Reading reading = read(std::string(c.record) + "\n", "requests_concurrency_12.jsonl");
    ASSERT_EQ(reading.evidence.requests.size(), 1U) << c.record;
    EXPECT_EQ(reading.evidence.requests[0].requests.at(0).impossible, c.impossible) << c.record;
    ASSERT_EQ(reading.evidence.damaged.size(), c.impossible ? 1U : 0U) << c.record;
    if (c.impossible) {
      EXPECT_EQ(reading.evidence.damaged[0].what, "1 requests end before they begin");
    }
  }
}

TEST(Requests, AMonotonicClockIsNoWallClock) {
  const Reading reading =
      read(R"({"request_id": "a", "start_time": 12345.5, "end_time": 12346, "ttft": 0.5})", "r.jsonl");
  EXPECT_FALSE(reading.document);
  EXPECT_TRUE(reading.evidence.requests.empty());
  EXPECT_EQ(reading.evidence.not_results, std::vector<std::string>{"r.jsonl"});
}

// Like the truth files of recorded runs: start and end of something that is no request.
TEST(Requests, OtherTimedRecordsAreNone) {
  const Reading reading =
      read(R"({"worker": "decode_w3", "kind": "compile", "start": 1796005648.8, "end": 1796005649.4})"
           "\n",
           "truth.jsonl");
  EXPECT_FALSE(reading.document);
  EXPECT_TRUE(reading.evidence.requests.empty());
}

TEST(Requests, RecordsThatTellTheirConcurrencyAreGrouped) {
  const Reading reading = read(R"({"id": "a", "start_unix": 1796000010, "output_tokens": 1, "concurrency": 4}
{"id": "b", "start_unix": 1796000020, "output_tokens": 1, "concurrency": 8}
{"id": "c", "start_unix": 1796000011, "output_tokens": 1, "concurrency": 4}
)");
  ASSERT_EQ(reading.evidence.requests.size(), 2U);
  EXPECT_EQ(reading.evidence.requests[0].conc, 4);
  EXPECT_EQ(reading.evidence.requests[0].requests.size(), 2U);
  EXPECT_EQ(reading.evidence.requests[1].conc, 8);
}

TEST(Requests, ReadsAiperfRecords) {
  const Reading reading = read(data("profile_export.jsonl"), "agentic/conc_16/profile_export.jsonl");
  ASSERT_EQ(reading.evidence.requests.size(), 1U);
  const auto& set = reading.evidence.requests[0];
  EXPECT_EQ(set.source, model::RequestSource::aiperf);
  EXPECT_EQ(set.conc, 16);
  ASSERT_EQ(set.requests.size(), 3U);
  EXPECT_EQ(set.requests[0].received, 1793614400000000123);
  EXPECT_EQ(set.requests[0].first_token, 1793614400050500123);
  EXPECT_EQ(set.requests[0].completed, 1793614401000000000);
  EXPECT_EQ(set.requests[0].output_tokens, 16);
  EXPECT_FALSE(set.requests[0].measured);
  EXPECT_TRUE(set.requests[0].decode_worker.empty());  // worker_id is the client's own
  EXPECT_TRUE(set.requests[1].measured);
  EXPECT_TRUE(set.requests[2].measured);  // no phase
  EXPECT_FALSE(set.requests[2].ok);
  EXPECT_EQ(set.requests[2].first_token, base::kEarliest);
}

TEST(Requests, ReadsDynamosTrace) {
  const Reading reading = read(data("dynamo_trace.jsonl"), "logs/conc_4/request_trace.jsonl");
  ASSERT_EQ(reading.evidence.requests.size(), 1U);
  const auto& set = reading.evidence.requests[0];
  EXPECT_EQ(set.source, model::RequestSource::frontend);
  EXPECT_FALSE(set.conc);
  ASSERT_EQ(set.requests.size(), 2U);
  EXPECT_EQ(set.requests[0].decode_worker, "682057716445789124");
  EXPECT_EQ(set.requests[0].prefill_worker, "5349979066121302517");
  EXPECT_EQ(set.requests[0].received, 1793614400000 * base::kMillisecond);
  EXPECT_EQ(set.requests[0].first_token - set.requests[0].received, 100 * base::kMillisecond);
  EXPECT_EQ(set.requests[0].completed - set.requests[0].received, 990'500'000);
  EXPECT_EQ(set.requests[1].completed - set.requests[1].received, base::kSecond);
  EXPECT_TRUE(reading.evidence.damaged.empty());  // a tool's record is no damage
}

TEST(Requests, ReadsGuidellmsRequests) {
  const Reading reading = read(data("guidellm.json"), "benchmarks.json");
  ASSERT_EQ(reading.evidence.requests.size(), 2U);
  const auto& set = reading.evidence.requests[0];
  EXPECT_EQ(set.source, model::RequestSource::guidellm);
  EXPECT_EQ(set.path, "benchmarks.json#0");
  EXPECT_EQ(set.conc, 4);
  ASSERT_EQ(set.requests.size(), 3U);
  EXPECT_FALSE(set.requests[0].measured);  // ended before the measured part began
  EXPECT_TRUE(set.requests[1].measured);
  EXPECT_EQ(set.requests[1].first_token - set.requests[1].received, 250 * base::kMillisecond);
  EXPECT_EQ(set.requests[1].output_tokens, 8);
  EXPECT_FALSE(set.requests[2].ok);
  ASSERT_EQ(reading.evidence.requests[1].requests.size(), 1U);  // "total" repeats them
}

}  // namespace
}  // namespace jitgate::results
