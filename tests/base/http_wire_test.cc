// The wire itself, against a server of one answer: what is written, and what of an answer is believed.
#include "base/http_wire.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "base/curl_library.h"
#include "base/http_client.h"

namespace jitgate::base {
namespace {

// Takes one connection after the other, reads a request as far as its Content-Length goes, and answers with the next
// of its texts, byte by byte as they are.
class OneAnswerServer {
 public:
  explicit OneAnswerServer(std::vector<std::string> answers) : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_, 8);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, answers = std::move(answers)] {
      for (const std::string& answer : answers) serve(answer);
    });
  }
  ~OneAnswerServer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  OneAnswerServer(const OneAnswerServer&) = delete;
  OneAnswerServer& operator=(const OneAnswerServer&) = delete;

  [[nodiscard]] std::string url(const std::string& path = "/x") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }
  std::vector<std::string> requests;  // to be read when the exchange is over

 private:
  void serve(const std::string& answer) {
    const int connection = ::accept(listener_, nullptr, nullptr);
    if (connection < 0) return;
    std::string request;
    char buffer[4096];
    while (!complete(request)) {
      const ssize_t n = ::read(connection, buffer, sizeof buffer);
      if (n <= 0) break;
      request.append(buffer, static_cast<std::size_t>(n));
    }
    requests.push_back(request);
    ::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL);
    ::close(connection);
  }
  static bool complete(const std::string& request) {
    const std::size_t end = request.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    const std::size_t at = request.find("Content-Length: ");
    const std::size_t length = at == std::string::npos ? 0 : std::stoul(request.substr(at + 16));
    return request.size() >= end + 4 + length;
  }

  int listener_;
  int port_ = 0;
  std::thread thread_;
};

std::string ok(const std::string& body, const std::string& headers = {}) {
  return "HTTP/1.1 200 OK\r\nConnection: close\r\n" + headers + "Content-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

HttpRequest request_to(const std::string& url, const std::string& method = "GET", std::string body = {}) {
  HttpRequest request;
  request.method = method;
  request.url = url;
  request.body = std::move(body);
  return request;
}

std::unique_ptr<HttpWire> wire() {
  HttpSettings settings;
  settings.user_agent = "jitgate/test";
  return std::move(*make_http_wire(settings));
}

TEST(HttpWire, WritesWhatWasAskedAndForgetsIt) {
  OneAnswerServer server({ok("made"), ok("put"), ok(""), ok("plain")});
  const auto http = wire();
  HttpRequest post = request_to(server.url("/a?b=%2F"), "POST", std::string("{\"a\":\0 1}", 9));
  post.headers = {{"Content-Type", "application/json"}, {"X-Empty", ""}};
  post.token = *Token::of("secret", "x");
  EXPECT_EQ(http->exchange(post)->body, "made");
  EXPECT_EQ(http->exchange(request_to(server.url(), "PUT", "bytes"))->body, "put");
  EXPECT_EQ(http->exchange(request_to(server.url(), "DELETE"))->status, 200);
  EXPECT_EQ(http->exchange(request_to(server.url()))->body, "plain");
  ASSERT_EQ(server.requests.size(), 4U);
  EXPECT_TRUE(server.requests[0].starts_with("POST /a?b=%2F HTTP/1.1\r\n")) << server.requests[0];
  for (const char* line : {"\r\nAuthorization: Bearer secret\r\n", "\r\nContent-Type: application/json\r\n",
                           "\r\nX-Empty:\r\n", "\r\nUser-Agent: jitgate/test\r\n", "\r\nContent-Length: 9\r\n"})
    EXPECT_NE(server.requests[0].find(line), std::string::npos) << line;
  EXPECT_TRUE(server.requests[0].ends_with(post.body));
  EXPECT_TRUE(server.requests[1].starts_with("PUT ") && server.requests[1].ends_with("\r\n\r\nbytes"));
  EXPECT_TRUE(server.requests[2].starts_with("DELETE ") && server.requests[2].ends_with("\r\n\r\n"));
  EXPECT_TRUE(server.requests[3].starts_with("GET ") && server.requests[3].ends_with("\r\n\r\n"));
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(server.requests[i].find("Authorization"), std::string::npos) << i;
    EXPECT_EQ(server.requests[i].find("X-Empty"), std::string::npos) << i;
  }
}

struct Odd {
  const char* what;
  std::string answer;
  HttpFault fault;  // none: an answer with this status and body
  int status = 0;
  std::string body = {};
};

TEST(HttpWire, BelievesOnlyWholeAnswersOfTheirSize) {
  const std::string redirect =
      "HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: https://elsewhere/\r\nContent-Length: 0\r\n\r\n";
  const Odd odd[] = {
      {"a redirect is an answer", redirect, HttpFault::none, 302},
      {"an interim head", "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n" + ok("b"), HttpFault::none, 200, "b"},
      {"chunks",
       "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n",
       HttpFault::none, 200, "ab"},
      {"cut", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", HttpFault::broken},
      {"cut in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", HttpFault::broken},
      {"nothing", "", HttpFault::broken},
      {"no HTTP", "SSH-2.0-OpenSSH\r\n\r\n", HttpFault::broken},
      {"too long", ok(std::string(101, 'x')), HttpFault::too_large},
      {"too long and endless", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + std::string(5000, 'x'),
       HttpFault::too_large},
      {"a head without end",
       "HTTP/1.1 200 OK\r\n" + std::string(3000, 'a') + ": " + std::string(80'000, 'b') + "\r\n\r\n",
       HttpFault::too_large},
  };
  std::vector<std::string> answers;
  for (const Odd& one : odd) answers.push_back(one.answer);
  OneAnswerServer server(answers);
  const auto http = wire();
  for (const Odd& one : odd) {
    SCOPED_TRACE(one.what);
    HttpRequest request = request_to(server.url());
    request.most = 100;
    const auto answer = http->exchange(request);
    if (one.fault == HttpFault::none) {
      ASSERT_TRUE(answer) << answer.error().problem.what;
      EXPECT_EQ(answer->status, one.status);
      EXPECT_EQ(answer->body, one.body);
      EXPECT_FALSE(answer->headers.find("link"));
    } else {
      ASSERT_FALSE(answer);
      // Many headers, or one that is too long: libcurl has a bound of its own.
      if (one.fault == HttpFault::too_large && one.answer.size() > 80'000) continue;
      EXPECT_EQ(answer.error().fault, one.fault) << answer.error().problem.what;
    }
  }
}

TEST(HttpWire, ABodyGoesWhereItIsWanted) {
  OneAnswerServer server(
      {ok("bytes"), ok(""), "HTTP/1.1 404 No\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno", ok("stop")});
  const auto http = wire();
  std::string taken;
  int asked = 0;
  HttpRequest request = request_to(server.url());
  request.accept = [&asked](const HttpHead& head) { return ++asked > 0 && head.status == 200; };
  request.take = [&taken](std::string_view bytes) {
    taken += bytes;
    return taken != "bytesstop";
  };
  EXPECT_EQ(http->exchange(request)->body, "");
  EXPECT_EQ(taken, "bytes");
  ASSERT_TRUE(http->exchange(request));
  EXPECT_EQ(asked, 2) << "also for a body without bytes";
  EXPECT_EQ(http->exchange(request)->body, "no");
  EXPECT_EQ(http->exchange(request).error().fault, HttpFault::stopped);
}

TEST(HttpWire, AsksInClearOnlyHere) {
  const auto http = wire();
  for (const char* url : {"http://elsewhere.example/", "ftp://127.0.0.1/", "file:///etc/hosts", "https://a@b/", "x"})
    EXPECT_EQ(http->exchange(request_to(url)).error().fault, HttpFault::address) << url;
  EXPECT_EQ(http->exchange(request_to("http://127.0.0.1:1/?sig=secret")).error().fault, HttpFault::connect);
  EXPECT_EQ(http->exchange(request_to("http://127.0.0.1:1/?sig=secret")).error().problem.where,
            "http://127.0.0.1:1/?...");
  HttpSettings settings;
  settings.ca_file = "/dev/null";
  EXPECT_FALSE(make_http_wire(settings)) << "certificates that are none must not become the system's";
}

// A library that is not there, and one of that name that is another.
TEST(HttpWire, SaysWhereThereIsNoLibcurl) {
  for (const std::string name : {"libjitgate_none.so.4", "libm.so.6"}) {
    const auto library = load_curl(name.c_str());
    ASSERT_FALSE(library) << name;
    EXPECT_NE(library.error().what.find("no libcurl"), std::string::npos) << library.error().what;
    EXPECT_NE(library.error().where.find(name), std::string::npos) << library.error().where;
    EXPECT_NE(library.error().hint.find("libcurl4"), std::string::npos) << library.error().hint;
  }
}

}  // namespace
}  // namespace jitgate::base
