#include "base/http_client.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/http_cache.h"
#include "base/http_headers.h"
#include "scripted_wire.h"

namespace jitgate::base {
namespace {

using testing::ScriptedWire;
using testing::SlowMotion;
using testing::Step;

struct Talk {
  ScriptedWire wire;
  SlowMotion time;
  HttpClient client{wire, time.world()};

  HttpResult<HttpAnswer> send(std::vector<Step> steps, const std::string& method = "GET", bool repeatable = true) {
    wire.steps.assign(steps.begin(), steps.end());
    wire.asked.clear();
    HttpRequest request;
    request.method = method;
    request.url = "https://h/x?sig=secret";
    request.repeatable = repeatable;
    return client.send(request);
  }
};

TEST(HttpClient, TriesFaultsAndOverloadAgainWithGrowingPauses) {
  Talk talk;
  const auto answer = talk.send({{.fault = HttpFault::resolve},
                                 {.fault = HttpFault::broken},
                                 {.status = 503},
                                 {.status = 500},
                                 {.status = 200, .body = "at last"}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "at last");
  ASSERT_EQ(talk.time.slept.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(talk.time.slept[i], kSecond * (1 << i) * 3 / 4) << i;  // random is 0.5
  for (const std::string& notice : talk.time.notices) EXPECT_EQ(notice.find("secret"), std::string::npos);
}

TEST(HttpClient, EndsAfterSoManyTries) {
  Talk talk;
  const auto fault = talk.send(std::vector<Step>(9, Step{.fault = HttpFault::timeout}));
  ASSERT_FALSE(fault);
  EXPECT_EQ(fault.error().fault, HttpFault::timeout);
  EXPECT_EQ(talk.wire.asked.size(), 5U);
  const auto refused = talk.send(std::vector<Step>(9, Step{.status = 502}));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 502);
  EXPECT_EQ(talk.wire.asked.size(), 5U);
}

TEST(HttpClient, DoesNotTryAgainWhatWillNotChangeOrMayHaveHappened) {
  for (const int status : {200, 302, 304, 400, 401, 403, 404, 409, 410, 422, 501}) {
    Talk talk;
    ASSERT_EQ(talk.send({{.status = status, .body = "Server Error"}})->status, status);
    EXPECT_TRUE(talk.time.slept.empty()) << status;
  }
  for (const HttpFault fault : {HttpFault::tls, HttpFault::too_large, HttpFault::address, HttpFault::stopped}) {
    Talk talk;
    EXPECT_EQ(talk.send({{.fault = fault}, {}}).error().fault, fault);
    EXPECT_EQ(talk.wire.asked.size(), 1U);
  }
  Talk talk;
  EXPECT_FALSE(talk.send({{.fault = HttpFault::broken}, {}}, "POST", false));
  EXPECT_TRUE(talk.send({{.fault = HttpFault::connect}, {}}, "POST", false)) << "it never arrived";
  EXPECT_EQ(talk.send({{.status = 503}, {}}, "POST", false)->status, 503);
}

TEST(HttpClient, ObeysRetryAfter) {
  Talk talk;
  ASSERT_TRUE(talk.send({{.status = 503, .headers = {{"Retry-After", "17"}}}, {}}));
  EXPECT_EQ(talk.time.slept, std::vector<Duration>{17 * kSecond});
  const auto late = talk.send({{.status = 503, .headers = {{"retry-after", "86400"}}}, {}});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().fault, HttpFault::limited);
  EXPECT_EQ(talk.time.slept.size(), 1U);
}

struct Limit {
  const char* name;
  Step step;
  double wait;  // seconds, without jitter; < 0: no limit; > 300: more than is waited for
};
const std::int64_t kNow = 1'790'000'000;
const Limit kLimits[] = {
    {"429 without a word", {.status = 429}, 60},
    {"429, GitHub's retry-after", {.status = 429, .headers = {{"retry-after", "5"}}}, 5},
    {"secondary, by header", {.status = 403, .headers = {{"Retry-After", "60"}}}, 60},
    {"secondary, by its text alone",
     {.status = 403, .body = R"({"message":"You have exceeded a secondary rate limit. Please wait"})"},
     60},
    {"primary, soon over",
     {.status = 403,
      .body = R"({"message":"API rate limit exceeded for site ID installation"})",
      .headers = {{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", std::to_string(kNow + 120)}}},
     121},
    {"primary, an hour",
     {.status = 403, .headers = {{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", std::to_string(kNow + 3600)}}},
     3601},
    {"Buildkite's", {.status = 429, .headers = {{"RateLimit-Reset", "42"}}}, 43},
    {"Buildkite's of the user alone", {.status = 429, .headers = {{"RateLimit-User-Reset", "17"}}}, 18},
    {"Buildkite's two, the user's used up",
     {.status = 429,
      .headers = {{"RateLimit-Remaining", "150"},
                  {"RateLimit-Reset", "55"},
                  {"RateLimit-User-Remaining", "0"},
                  {"RateLimit-User-Reset", "17"}}},
     18},
    {"Buildkite's two, the organisation's used up",
     {.status = 429,
      .headers = {{"RateLimit-Remaining", "0"},
                  {"RateLimit-Reset", "20"},
                  {"RateLimit-User-Remaining", "9"},
                  {"RateLimit-User-Reset", "44"}}},
     21},
    {"Buildkite's two, which of them is not told",
     {.status = 429, .headers = {{"RateLimit-Reset", "0"}, {"RateLimit-User-Reset", "44"}}},
     45},
    {"a permission is no limit",
     {.status = 403,
      .body = R"({"message":"Resource not accessible by integration"})",
      .headers = {{"x-ratelimit-remaining", "4999"}, {"x-ratelimit-reset", "1"}}},
     -1},
    {"a reset that is no time",
     {.status = 429, .headers = {{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "soon"}}},
     60},
};

TEST(HttpClient, WaitsForLimitsAsLongAsItIsWorth) {
  for (const Limit& limit : kLimits) {
    SCOPED_TRACE(limit.name);
    Talk talk;
    const auto answer = talk.send({limit.step, {.body = "after"}});
    if (limit.wait < 0) {
      EXPECT_EQ(answer->status, 403);
    } else if (limit.wait > 300) {
      ASSERT_FALSE(answer);
      EXPECT_EQ(answer.error().fault, HttpFault::limited);
      EXPECT_NE(answer.error().problem.what.find("until 2026-09-21T"), std::string::npos)
          << answer.error().problem.what;
      EXPECT_TRUE(talk.time.slept.empty());
    } else {
      EXPECT_EQ(answer->body, "after");
      EXPECT_DOUBLE_EQ(talk.time.seconds(), limit.wait + 0.5);
      EXPECT_EQ(talk.time.notices.size(), 1U);
    }
  }
}

TEST(HttpClient, ALimitWithoutEndEnds) {
  Talk talk;
  const auto answer = talk.send(std::vector<Step>(99, Step{.status = 429}));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().fault, HttpFault::limited);
  EXPECT_LT(talk.time.seconds(), 3600);
}

TEST(HttpClient, WhatBeganToFlowIsNotRepeated) {
  Talk talk;
  talk.wire.steps = {
      {.status = 503, .body = "an error page"}, {.body = "half of", .fault = HttpFault::broken}, {.body = "x"}};
  std::string taken;
  HttpRequest request;
  request.url = "https://h/";
  request.accept = [](const HttpHead& head) { return head.status == 200; };
  request.take = [&taken](std::string_view bytes) {
    taken += bytes;
    return true;
  };
  EXPECT_FALSE(talk.client.send(request));
  EXPECT_EQ(taken, "half of");
}

TEST(HttpHeaders, ReadsLinks) {
  EXPECT_EQ(next_link(R"(<https://h/a?page=1>; rel="prev", <https://h/a?page=3>; rel="next")"), "https://h/a?page=3");
  EXPECT_EQ(next_link(R"(<https://h/a?x=1,2>; title="rel=next, <no>"; rel=last, </b>; REL=Next)"), "/b");
  EXPECT_FALSE(next_link(R"(<https://h/a>; rel="last")"));
  for (const char* text : {"", "<", "<>", "rel=next", "<a", "<a>;rel", "<a>; rel=\"nextish\""})
    EXPECT_FALSE(next_link(text)) << text;
}

TEST(HttpHeaders, ReadsTimesRangesAndNames) {
  EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT"), Instant{784111777} * kSecond);
  EXPECT_FALSE(parse_http_date("Sun, 06 Nov 1994 08:49:37 CET"));
  EXPECT_FALSE(parse_http_date("Sun, 06 Noo 1994 08:49:37 GMT"));
  EXPECT_EQ(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", Instant{784111700} * kSecond), 77 * kSecond);
  EXPECT_EQ(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", Instant{784111800} * kSecond), 0);
  EXPECT_FALSE(retry_after("-5", 0));
  EXPECT_FALSE(retry_after("99999999999999999999999999", 0));
  const auto range = parse_content_range("bytes 100-999/1000");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 100U);
  EXPECT_EQ(range->total, 1000U);
  EXPECT_EQ(parse_content_range("bytes */1000")->total, 1000U);
  EXPECT_FALSE(parse_content_range("bytes 1-/5"));
  EXPECT_EQ(disposition_name("attachment; filename=\"a \\\"b\\\".log\""), "a \"b\".log");
  EXPECT_EQ(disposition_name("attachment; filename=\"x\"; filename*=UTF-8''%e2%82%ac%20rates.json"),
            "\u20ac rates.json");
  EXPECT_FALSE(disposition_name("inline"));
  HttpHeaders weak;
  weak.add("ETag", "W/\"a\"");
  EXPECT_FALSE(strong_etag(weak));
}

TEST(HttpCache, AsksOnlyForChangesAndKeepsTokensApart) {
  const auto directory = std::filesystem::temp_directory_path() / ("http_cache." + std::to_string(::getpid()));
  std::filesystem::remove_all(directory);
  const HttpCache cache(directory.string());
  Talk talk;
  HttpRequest request;
  request.url = "https://h/list";
  request.token = *Token::of("first-secret", "x");
  const auto send = [&](Step step) {
    talk.wire.steps = {std::move(step)};
    talk.wire.asked.clear();
    return cache.send(talk.client, request);
  };
  const auto asked_etag = [&] {
    for (const auto& [name, value] : talk.wire.asked.at(0).headers) {
      if (name == "If-None-Match") return value;
    }
    return std::string();
  };
  ASSERT_TRUE(send({.body = "one\ntwo", .headers = {{"ETag", "W/\"1\""}, {"Link", "</2>; rel=next"}}}));
  auto kept = send({.status = 304});
  EXPECT_EQ(asked_etag(), "W/\"1\"");
  EXPECT_EQ(kept->status, 200);
  EXPECT_EQ(kept->body, "one\ntwo");
  EXPECT_EQ(kept->headers.find("link"), "</2>; rel=next");
  EXPECT_EQ(send({.body = "new", .headers = {{"ETag", "\"2\""}}})->body, "new");
  EXPECT_EQ(send({.status = 304})->body, "new");

  request.token = *Token::of("second-secret", "x");
  ASSERT_TRUE(send({.body = "for the other"}));
  EXPECT_EQ(asked_etag(), "");
  std::string all;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    all += entry.path().string() + read_file(entry.path().string()).value();
  EXPECT_EQ(all.find("secret"), std::string::npos);

  // A damaged file is not believed.
  request.token = *Token::of("first-secret", "x");
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    ASSERT_TRUE(write_file(entry.path().string(), read_file(entry.path().string()).value() + "x"));
  ASSERT_TRUE(send({.body = "again"}));
  EXPECT_EQ(asked_etag(), "");
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace jitgate::base
