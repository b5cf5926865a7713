#include "base/http_cache.h"

#include <utility>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"

namespace jitgate::base {
namespace {

struct Kept {
  std::string etag, link, body;
};

constexpr std::string_view kFirstLine = "jitgate answer 1";

std::optional<Kept> read_kept(const std::string& path) {
  auto text = read_file(path);
  if (!text) return std::nullopt;
  std::string_view rest = *text;
  const auto line = [&rest] {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return std::string(one);
  };
  if (line() != kFirstLine) return std::nullopt;
  Kept kept;
  kept.etag = line();
  kept.link = line();
  const std::string hash = line();
  kept.body = rest;
  if (kept.etag.empty() || hash != sha256_hex(kept.body)) return std::nullopt;
  return kept;
}

}  // namespace

HttpResult<HttpAnswer> HttpCache::send(HttpClient& client, const HttpRequest& request) const {
  if (directory_.empty() || request.method != "GET" || request.accept) return client.send(request);
  std::string key = request.token.fingerprint() + "\n" + request.url;
  for (const auto& [name, value] : request.headers) key += "\n" + name + ": " + value;
  const std::string path = directory_ + "/" + sha256_hex(key).substr(0, 40);
  const auto kept = read_kept(path);
  HttpRequest asked = request;
  if (kept) asked.headers.emplace_back("If-None-Match", kept->etag);
  auto answer = client.send(asked);
  if (!answer) return answer;
  if (answer->status == 304 && kept) {
    answer->status = 200;
    answer->body = kept->body;
    if (!kept->link.empty() && !answer->headers.find("link")) answer->headers.add("link", kept->link);
    return answer;
  }
  const auto etag = answer->headers.find("etag");
  if (answer->status == 200 && etag && etag->find('\n') == std::string::npos && make_directory(directory_)) {
    // Failing to keep it costs a request some day, and nothing else.
    (void)write_file(path, std::string(kFirstLine) + "\n" + *etag + "\n" + answer->headers.find("link").value_or("") +
                               "\n" + sha256_hex(answer->body) + "\n" + answer->body);
  }
  return answer;
}

}  // namespace jitgate::base
