#include "results/frontend.h"

#include <gtest/gtest.h>

#include "reading.h"

namespace jitgate::results {
namespace {

base::Instant at(std::string_view text) { return *base::parse_instant(text); }

const model::Request* find(const model::ResultEvidence& evidence, const std::string& id) {
  for (const auto& set : evidence.requests) {
    for (const auto& request : set.requests) {
      if (request.id == id) return &request;
    }
  }
  ADD_FAILURE() << "no request " << id;
  static const model::Request kNone;
  return &kNone;
}

TEST(Frontend, ReadsDynamosRequests) {
  const auto evidence = hear(data("dynamo_frontend.out"), "node-0_frontend_0.out");
  ASSERT_EQ(evidence.requests.size(), 1U);
  const auto& set = evidence.requests[0];
  EXPECT_EQ(set.source, model::RequestSource::frontend);
  EXPECT_EQ(set.path, "node-0_frontend_0.out");
  EXPECT_FALSE(set.conc);
  EXPECT_FALSE(set.local_time);
  ASSERT_EQ(set.requests.size(), 3U);
  const auto& done = *find(evidence, "req-0");
  EXPECT_EQ(done.received, at("2026-08-20T10:00:10.1Z"));
  EXPECT_EQ(done.first_token, at("2026-08-20T10:00:10.50025Z"));
  EXPECT_EQ(done.completed, at("2026-08-20T10:00:12Z"));
  EXPECT_EQ(done.prefill_worker, "11");  // of the selector's line
  EXPECT_EQ(done.decode_worker, "682057716445789124");
  EXPECT_EQ(done.output_tokens, 32);
  EXPECT_TRUE(done.ok);
  const auto& running = *find(evidence, "req-1");
  EXPECT_EQ(running.completed, base::kEarliest);
  EXPECT_EQ(running.first_token, base::kEarliest);
  // Begun before the log: its own duration tells when.
  const auto& failed = *find(evidence, "req-9");
  EXPECT_EQ(failed.received, at("2026-08-20T10:00:12Z"));
  EXPECT_FALSE(failed.ok);
}

TEST(Frontend, ReadsARoutersRequests) {
  const auto evidence = hear(
      "2026-11-30T01:07:08.530531Z  INFO mini_frontend::router: All workers ready: decode_w0\n"
      "2026-11-30T01:07:08.530883Z  INFO mini_frontend::router: request routed request_id=p prefill_worker=prefill_w0 "
      "decode_worker=decode_w1 isl=8192 osl=32\n"
      "2026-11-30T01:07:11.804510Z  INFO mini_frontend::router: request completed request_id=p decode_worker=decode_w1 "
      "output_tokens=32\n");
  const auto& request = *find(evidence, "p");
  EXPECT_EQ(request.received, at("2026-11-30T01:07:08.530883Z"));
  EXPECT_EQ(request.completed, at("2026-11-30T01:07:11.804510Z"));
  EXPECT_EQ(request.first_token, base::kEarliest);
  EXPECT_EQ(request.prefill_worker, "prefill_w0");
  EXPECT_EQ(request.decode_worker, "decode_w1");
}

TEST(Frontend, AnIdUsedAgainIsAnotherRequest) {
  const auto evidence = hear(
      "2026-08-20T10:00:10.1Z  INFO a::metrics: request received request_id=\"r\"\n"
      "2026-08-20T10:00:11.1Z  INFO a::metrics: request completed request_id=\"r\" elapsed_ms=\"1000\"\n"
      "2026-08-20T10:00:12.1Z  INFO a::metrics: request received request_id=\"r\"\n"
      "2026-08-20T10:00:13.1Z  INFO a::metrics: request received request_id=\"r\"\n");
  ASSERT_EQ(evidence.requests.size(), 1U);
  ASSERT_EQ(evidence.requests[0].requests.size(), 3U);
  EXPECT_NE(evidence.requests[0].requests[0].completed, base::kEarliest);
  EXPECT_EQ(evidence.requests[0].requests[1].completed, base::kEarliest);
}

TEST(Frontend, ATornLineGivesWhatIsWhole) {
  const auto evidence = hear(
      "2026-08-20T10:00:10.100000Z  INFO a::metrics: requ2026-08-20T10:00:11.000000Z  INFO a::metrics: request "
      "received "
      "request_id=\"x\" model=\"m\"\n"
      "2026-08-20T10:00:12.000000Z  INFO a::metrics: request completed request_id=\"x\" sta2026-08-20T10:00:13.000000Z "
      " "
      "INFO a::metrics: request received request_id=\"y\"\n"
      "2026-08-20T10:00:14.000000Z  INFO a::metrics: request completed request_id=\"y\n");
  ASSERT_EQ(evidence.requests.size(), 1U);
  EXPECT_EQ(find(evidence, "x")->received, at("2026-08-20T10:00:11Z"));
  EXPECT_EQ(find(evidence, "x")->completed, at("2026-08-20T10:00:12Z"));
  EXPECT_EQ(find(evidence, "y")->received, at("2026-08-20T10:00:13Z"));
  EXPECT_EQ(find(evidence, "y")->completed, base::kEarliest);
  ASSERT_EQ(evidence.requests[0].notes.size(), 1U);
  EXPECT_EQ(evidence.requests[0].notes[0], "1 request lines have no readable request id");
}

TEST(Frontend, AWorkersOwnLinesAreNoRequests) {
  EXPECT_TRUE(
      hear("2026-08-20T10:00:10.1Z  INFO handle_payload: request received instance_id=42 request_id=internal-1\n")
          .requests.empty());
}

TEST(Frontend, AQuotedLineIsNone) {
  EXPECT_TRUE(hear("2026-08-20T10:00:10.1Z  INFO x: Received request cmpl-7: prompt: 'explain a::metrics: request "
                   "completed request_id=\"q\"', params\n"
                   "2026-08-20T10:00:10.1Z  INFO x: text=\"a::metrics: request received request_id=q\"\n"
                   "2026-08-20T10:00:10.1Z  INFO x: no request received request_id=q\n")
                  .requests.empty());
}

TEST(Frontend, LocalStampsAreKeptApartAndSaidToBeLocal) {
  const auto evidence = hear("2026-08-20 10:00:10 INFO a::router: request routed request_id=l decode_worker=w\n");
  ASSERT_EQ(evidence.requests.size(), 1U);
  EXPECT_TRUE(evidence.requests[0].local_time);
  EXPECT_EQ(evidence.requests[0].requests[0].received, at("2026-08-20T10:00:10Z"));
}

TEST(Frontend, TheRecordsOwnLocalStampIsNotTheTransports) {
  const auto evidence =
      hear("2026-08-20T18:00:10.5Z 2026-08-20 10:00:10 INFO a::router: request routed request_id=l decode_worker=w\n");
  ASSERT_EQ(evidence.requests.size(), 1U);
  EXPECT_TRUE(evidence.requests[0].local_time);
}

TEST(Frontend, LinesWithoutATimeAreCounted) {
  const auto evidence = hear("INFO a::metrics: request received request_id=u\n");
  ASSERT_EQ(evidence.requests.size(), 1U);
  EXPECT_EQ(evidence.requests[0].requests[0].received, base::kEarliest);
  EXPECT_EQ(evidence.requests[0].notes, std::vector<std::string>{"1 request lines have no readable time"});
}

TEST(Frontend, TracesAmongTheLinesAreASetOfTheirOwn) {
  const std::string trace = data("dynamo_trace.jsonl");
  const auto evidence = hear(data("dynamo_frontend.out") + trace.substr(0, trace.find('\n') + 1));
  ASSERT_EQ(evidence.requests.size(), 2U);
  EXPECT_EQ(find(evidence, "d0")->decode_worker, "682057716445789124");
}

TEST(Frontend, ALineFullOfRecordsIsReadInPartAndSaysSo) {
  std::string line;
  for (int i = 0; i < 1000; ++i) {
    line += "2026-08-20T10:00:10.1Z  INFO a::metrics: request received request_id=" + std::to_string(i) + " x";
  }
  const auto evidence = hear(line + "\n");
  ASSERT_EQ(evidence.requests.size(), 1U);
  EXPECT_EQ(evidence.requests[0].requests.size(), 16U);
  EXPECT_EQ(evidence.requests[0].notes.size(), 1U);
}

TEST(Frontend, AFirstTokenAfterTheEndIsNone) {
  const auto evidence = hear(
      "2026-08-20T10:00:10.1Z  INFO a::metrics: request received request_id=r\n"
      "2026-08-20T10:00:11.1Z  INFO a::metrics: request completed request_id=r ttft_ms=\"5000\"\n");
  EXPECT_EQ(find(evidence, "r")->first_token, base::kEarliest);
}

}  // namespace
}  // namespace jitgate::results
