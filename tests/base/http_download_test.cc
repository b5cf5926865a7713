#include "base/http_download.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/hash.h"
#include "scripted_wire.h"

namespace jitgate::base {
namespace {

namespace fs = std::filesystem;
using testing::ScriptedWire;
using testing::SlowMotion;
using testing::Step;

using Headers = std::vector<std::pair<std::string, std::string>>;

const std::string kBytes = "0123456789abcdefghijklmnopqrstuvwxyz";

Headers whole(const std::string& etag = "\"e\"") {
  return {{"ETag", etag}, {"Content-Length", std::to_string(kBytes.size())}};
}
Headers rest_from(std::size_t first) {
  const std::string total = std::to_string(kBytes.size());
  return {{"ETag", "\"e\""},
          {"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(kBytes.size() - 1) + "/" + total}};
}
Step all_of_it() { return {.body = kBytes, .headers = whole()}; }
Step cut_at(std::size_t n, Headers headers = whole()) {
  return {.body = kBytes.substr(0, n), .headers = std::move(headers), .fault = HttpFault::broken};
}
Step rest(std::size_t first) { return {.status = 206, .body = kBytes.substr(first), .headers = rest_from(first)}; }

class HttpDownload : public ::testing::Test {
 protected:
  HttpDownload() { fs::create_directories(folder); }
  ~HttpDownload() override { fs::remove_all(folder); }

  tl::expected<Downloaded, DownloadFailure> get(std::vector<Step> steps) {
    wire.steps.assign(steps.begin(), steps.end());
    wire.asked.clear();
    addresses = 0;
    HttpClient client(wire, time.world());
    Download wanted;
    wanted.source = [this]() -> HttpResult<HttpRequest> {
      HttpRequest request;
      request.url = "https://blob/x?sig=" + std::to_string(++addresses);
      return request;
    };
    wanted.part = part;
    wanted.identity = identity;
    wanted.sha256 = sha256;
    wanted.most = most;
    return download(client, wanted);
  }
  void expect_whole(const tl::expected<Downloaded, DownloadFailure>& got) {
    ASSERT_TRUE(got) << got.error().failure.problem.what;
    EXPECT_EQ(got->bytes, kBytes.size());
    EXPECT_EQ(got->sha256, sha256_hex(kBytes));
    EXPECT_EQ(read_file(part).value(), kBytes);
  }
  std::string header(std::size_t request, const std::string& name) {
    for (const auto& [key, value] : wire.asked.at(request).headers) {
      if (key == name) return value;
    }
    return {};
  }

  fs::path folder = fs::temp_directory_path() / ("http_download." + std::to_string(::getpid()));
  std::string part = (folder / "a.part").string(), identity = "artifact 1", sha256 = sha256_hex(kBytes);
  std::uint64_t most = 1000;
  ScriptedWire wire;
  SlowMotion time;
  int addresses = 0;
};

TEST_F(HttpDownload, Whole) {
  expect_whole(get({all_of_it()}));
  EXPECT_EQ(wire.asked.size(), 1U);
  EXPECT_EQ(header(0, "Range"), "");
}

TEST_F(HttpDownload, ContinuesWhereItBrokeWithANewAddressEachTime) {
  expect_whole(get({cut_at(10), {.fault = HttpFault::timeout}, rest(10)}));
  EXPECT_EQ(header(2, "Range"), "bytes=10-");
  EXPECT_EQ(header(2, "If-Match"), "\"e\"");
  EXPECT_EQ(addresses, 3);
  EXPECT_EQ(time.slept.size(), 2U);
}

TEST_F(HttpDownload, ABodyThatEndsEarlyWithoutAFaultIsNotWhole) {
  Step early = cut_at(10);
  early.fault = HttpFault::none;
  expect_whole(get({early, rest(10)}));
}

TEST_F(HttpDownload, ALaterRunContinues) {
  ASSERT_FALSE(get({cut_at(20), {.fault = HttpFault::tls}}));
  EXPECT_EQ(fs::file_size(part), 20U);
  const auto got = get({rest(20)});
  expect_whole(got);
  EXPECT_EQ(got->resumed_from, 20U);
}

TEST_F(HttpDownload, ACompletePartNeedsNoServer) {
  expect_whole(get({all_of_it()}));
  const auto got = get({});
  expect_whole(got);
  EXPECT_EQ(got->resumed_from, kBytes.size());
  EXPECT_TRUE(wire.asked.empty());
}

TEST_F(HttpDownload, WhatIsOfSomethingElseIsNotContinued) {
  ASSERT_FALSE(get({cut_at(20), {.fault = HttpFault::tls}}));
  identity = "artifact 2";
  expect_whole(get({all_of_it()}));
  EXPECT_EQ(header(0, "Range"), "");
  // A part of which nothing tells whose it is.
  fs::remove(part + ".from");
  ASSERT_TRUE(write_file(part, "garbage"));
  expect_whole(get({all_of_it()}));
}

TEST_F(HttpDownload, WithoutAStrongETagItBeginsAnew) {
  expect_whole(get({cut_at(20, whole("W/\"e\"")), all_of_it()}));
  EXPECT_EQ(header(1, "Range"), "");
}

TEST_F(HttpDownload, AServerThatCannotContinueSendsAll) {
  expect_whole(get({cut_at(20), all_of_it()}));
  for (const int status : {412, 416}) expect_whole(get({cut_at(20), {.status = status, .body = "no"}, all_of_it()}));
  Step shifted = rest(20);
  shifted.headers = rest_from(21);
  expect_whole(get({cut_at(20), shifted, all_of_it()}));
  Step other_etag = rest(20);
  other_etag.headers[0].second = "\"f\"";
  expect_whole(get({cut_at(20), other_etag, all_of_it()}));
}

TEST_F(HttpDownload, ErrorPagesNeverReachTheFile) {
  expect_whole(
      get({{.status = 503, .body = "<html>unavailable"}, cut_at(10), {.status = 500, .body = "oh"}, rest(10)}));
  fs::remove(part);
  const auto refused = get({{.status = 404, .body = "<Error>BlobNotFound"}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 404);
}

TEST_F(HttpDownload, AnAddressThatExpiredIsAskedForAgainAtOnce) {
  expect_whole(get({{.status = 403, .body = "AuthenticationFailed"}, all_of_it()}));
  EXPECT_TRUE(time.slept.empty());
  fs::remove(part);
  const auto refused = get(std::vector<Step>(9, Step{.status = 403, .body = "AuthenticationFailed"}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 403);
  EXPECT_EQ(addresses, 3);
  EXPECT_EQ(refused.error().failure.problem.where.find("sig="), std::string::npos);
}

TEST_F(HttpDownload, WrongBytesAreAskedForAgainThenKeptForDiagnosis) {
  Step wrong = all_of_it();
  wrong.body[3] = '!';
  expect_whole(get({wrong, all_of_it()}));
  fs::remove(part);
  const auto damaged = get({wrong, wrong});
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().damaged, part + ".damaged");
  EXPECT_EQ(read_file(part + ".damaged").value(), wrong.body);
  EXPECT_FALSE(fs::exists(part));
  const std::string& what = damaged.error().failure.problem.what;
  EXPECT_NE(what.find("expected sha256 " + sha256 + ", got " + sha256_hex(wrong.body) + " in 36 of 36 bytes"),
            std::string::npos)
      << what;
}

TEST_F(HttpDownload, WithoutADigestTheLengthMustDo) {
  sha256.clear();
  expect_whole(get({all_of_it()}));
}

TEST_F(HttpDownload, NoBytesAreAFileToo) {
  sha256 = sha256_hex("");
  const auto got = get({{.body = "", .headers = {{"Content-Length", "0"}}}});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->bytes, 0U);
}

TEST_F(HttpDownload, EndsHoweverLittleEachTryBrings) {
  std::vector<Step> drip(200, Step{});
  for (std::size_t i = 0; i < drip.size(); ++i) {
    drip[i] = {.status = 206, .body = kBytes.substr(i % 30, 1), .headers = rest_from(i), .fault = HttpFault::broken};
    if (i == 0) drip[i] = cut_at(1);
  }
  ASSERT_FALSE(get(drip));
  EXPECT_LE(wire.asked.size(), 6U);
  fs::remove(part);
  // A server that begins anew each time makes no progress, however much it sends.
  most = 10'000'000;
  Step again{.body = std::string(300'000, 'x'), .headers = {{"Content-Length", "400000"}}, .fault = HttpFault::broken};
  ASSERT_FALSE(get(std::vector<Step>(200, again)));
  EXPECT_LE(wire.asked.size(), 12U);
}

TEST_F(HttpDownload, MoreThanIsAllowedIsRefused) {
  most = 20;
  const auto got = get({all_of_it()});
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().failure.fault, HttpFault::too_large);
  EXPECT_LE(fs::file_size(part), 20U);
}

TEST_F(HttpDownload, FollowsNoLink) {
  fs::create_symlink(folder / "elsewhere", part);
  const auto got = get({all_of_it()});
  ASSERT_FALSE(got);
  EXPECT_FALSE(fs::exists(folder / "elsewhere"));
}

}  // namespace
}  // namespace jitgate::base
