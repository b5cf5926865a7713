// What speaks with servers, by libcurl (curl_library.h loads it). One handle is kept for its connections, and reset
// before each exchange: what was set for one address (a token above all) cannot reach the next. Redirects are never
// followed here, so libcurl's own rules of what may go along (it keeps custom headers, and Authorization on the same
// host) never apply. CURLOPT_NOSIGNAL is not set on purpose: with it, a server that hangs up while OpenSSL writes would
// end us by SIGPIPE.
#include "base/http_wire.h"

#include <unistd.h>

#include <array>
#include <utility>

#include "base/curl_library.h"
#include "base/files.h"
#include "base/http_token_value.h"
#include "base/http_url.h"
#include "base/interruption.h"
#include "base/text.h"

namespace jitgate::base {
namespace {

constexpr std::size_t kMostHeaderBytes = 64 << 10;

using Handle = std::unique_ptr<CURL, decltype(CurlLibrary::easy_cleanup)>;
using List = std::unique_ptr<curl_slist, decltype(CurlLibrary::slist_free_all)>;

void append(const CurlLibrary& curl, List& list, const std::string& line) {
  curl_slist* longer = curl.slist_append(list.get(), line.c_str());
  if (longer == nullptr) throw std::bad_alloc();
  list.release();  // NOLINT(bugprone-unused-return-value): `longer` holds it
  list.reset(longer);
}

// What the callbacks share during one exchange.
struct Exchange {
  const HttpRequest* request;
  HttpAnswer answer;
  std::size_t header_bytes = 0;
  bool head_done = false, accepted = false;
  HttpFault fault = HttpFault::none;  // of ours; libcurl then only says that a callback ended it
};

std::size_t on_header(char* data, std::size_t, std::size_t size, void* context) {
  auto& exchange = *static_cast<Exchange*>(context);
  try {
    const std::string_view line = trim({data, size});
    exchange.header_bytes += size;
    if (exchange.header_bytes > kMostHeaderBytes) {
      exchange.fault = HttpFault::too_large;
      return 0;
    }
    const std::size_t colon = line.find(':');
    if (line.starts_with("HTTP/")) {  // the head of an interim answer (100, 103) goes when the next begins
      exchange.answer.headers = {};
    } else if (colon != std::string_view::npos) {
      exchange.answer.headers.add(std::string(trim(line.substr(0, colon))), std::string(trim(line.substr(colon + 1))));
    }
  } catch (const std::exception&) {  // it must not cross C
    exchange.fault = HttpFault::other;
    return 0;
  }
  return size;
}

bool on_body(std::string_view bytes, Exchange& exchange) {
  const HttpRequest& request = *exchange.request;
  if (exchange.accepted) {
    if (request.take(bytes)) return true;
    exchange.fault = HttpFault::stopped;
    return false;
  }
  if (exchange.answer.body.size() + bytes.size() > request.most) {
    exchange.fault = HttpFault::too_large;
    return false;
  }
  exchange.answer.body.append(bytes);
  return true;
}

// Asked at least once a second, also while nothing comes.
int on_progress(void*, curl_off_t, curl_off_t, curl_off_t, curl_off_t) { return interruption() == 0 ? 0 : 1; }

class CurlWire final : public HttpWire {
 public:
  CurlWire(const CurlLibrary& curl, HttpSettings settings, std::string certificates)
      : curl_(curl),
        settings_(std::move(settings)),
        certificates_(std::move(certificates)),
        handle_(curl.easy_init(), curl.easy_cleanup) {}

  HttpResult<HttpAnswer> exchange(const HttpRequest& request) override {
    const auto url = parse_url(request.url);
    if (!url || !may_ask(*url)) {
      return refusal(HttpFault::address, url ? "plain http is not spoken to another machine" : "no web address",
                     request.url, "an address must begin with https://");
    }
    if (!handle_) return refusal(HttpFault::other, "libcurl does not start", {}, {});
    Exchange exchange{&request, {}};
    List headers(nullptr, curl_.slist_free_all);
    for (const auto& [name, value] : request.headers)
      append(curl_, headers, value.empty() ? name + ";" : name + ": " + value);
    if (!request.token.empty()) append(curl_, headers, "Authorization: Bearer " + TokenReader::bytes_of(request.token));
    append(curl_, headers, "Expect:");
    std::array<char, CURL_ERROR_SIZE> detail{};
    set_up(*url, request, exchange, headers.get(), detail.data());
    const CURLcode code = curl_.easy_perform(handle_.get());
    if (code == CURLE_OK) offer(exchange);  // a body without bytes is one, too
    long status = 0;
    curl_.easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    exchange.answer.status = static_cast<int>(status);
    // Nothing of this exchange stays set: neither its header with the token, nor pointers to what ends here.
    curl_.easy_reset(handle_.get());
    if (code == CURLE_OK) return std::move(exchange.answer);
    return failure_of(code, exchange, *url, detail.data());
  }

 private:
  static bool may_ask(const Url& url) { return url.scheme == "https" || is_loopback(url); }

  template <typename T>
  void set(CURLoption option, T value) {
    curl_.easy_setopt(handle_.get(), option, value);
  }

  void set_up(const Url& url, const HttpRequest& request, Exchange& exchange, curl_slist* headers, char* detail) {
    set(CURLOPT_URL, url_text(url).c_str());
    set(CURLOPT_PROTOCOLS_STR, url.scheme.c_str());
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_BUFFERSIZE, 256L << 10);
    set(CURLOPT_ERRORBUFFER, detail);
    set(CURLOPT_USERAGENT, settings_.user_agent.c_str());
    set(CURLOPT_HTTPHEADER, headers);
    set(CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE));  // a proxy sees none of them
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    set(CURLOPT_SSL_VERIFYPEER, 1L);
    set(CURLOPT_SSL_VERIFYHOST, 2L);
    // What is said to this machine in clear goes through no proxy.
    if (url.scheme == "http" && is_loopback(url)) set(CURLOPT_PROXY, "");
    if (!certificates_.empty()) {
      curl_blob blob{certificates_.data(), certificates_.size(), CURL_BLOB_NOCOPY};
      set(CURLOPT_CAINFO_BLOB, &blob);
    }
    if (certificates_.empty() && !settings_.ca_directory.empty()) set(CURLOPT_CAINFO, static_cast<char*>(nullptr));
    if (!settings_.ca_directory.empty()) set(CURLOPT_CAPATH, settings_.ca_directory.c_str());
    set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(settings_.connect_seconds));
    set(CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(settings_.slowest));
    set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(settings_.silent_seconds));
    if (!request.accept) set(CURLOPT_TIMEOUT, static_cast<long>(settings_.answer_seconds));
    if (request.method == "HEAD") {
      set(CURLOPT_NOBODY, 1L);
    } else if (request.method != "GET") {
      set(CURLOPT_CUSTOMREQUEST, request.method.c_str());
      if (request.method != "DELETE" || !request.body.empty()) {
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        set(CURLOPT_POSTFIELDS, request.body.data());
      }
    }
    set(CURLOPT_HEADERFUNCTION, &on_header);
    set(CURLOPT_HEADERDATA, &exchange);
    set(CURLOPT_XFERINFOFUNCTION, &on_progress);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_WRITEFUNCTION, &CurlWire::first_body);
    body_context_ = {this, &exchange};
    set(CURLOPT_WRITEDATA, &body_context_);
  }

  // The head is complete when the first byte of the body comes: now is the time to ask who wants it.
  static std::size_t first_body(char* data, std::size_t, std::size_t size, void* context) {
    auto& [wire, exchange] = *static_cast<std::pair<CurlWire*, Exchange*>*>(context);
    try {
      wire->offer(*exchange);
      return on_body({data, size}, *exchange) ? size : 0;
    } catch (const std::exception&) {  // it must not cross C
      exchange->fault = HttpFault::other;
      return 0;
    }
  }
  void offer(Exchange& exchange) {
    if (exchange.head_done) return;
    exchange.head_done = true;
    long status = 0;
    curl_.easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    const HttpRequest& request = *exchange.request;
    exchange.accepted = request.accept && request.accept({static_cast<int>(status), exchange.answer.headers});
  }

  static tl::unexpected<HttpFailure> refusal(HttpFault fault, std::string what, const std::string& url,
                                             std::string hint) {
    return tl::unexpected(HttpFailure{fault, {std::move(what), shown_url(url), std::move(hint), Blame::world}});
  }

  tl::unexpected<HttpFailure> failure_of(CURLcode code, const Exchange& exchange, const Url& url,
                                         const char* detail) const {
    std::string said = *detail == '\0' ? curl_.easy_strerror(code) : detail;
    const std::string where = shown_url(url_text(url));
    if (exchange.fault == HttpFault::too_large) {
      return refusal(HttpFault::too_large, "the answer is larger than expected", where,
                     "is this the server that it should be?");
    }
    if (exchange.fault != HttpFault::none) return refusal(exchange.fault, "stopped", where, {});
    switch (code) {
      case CURLE_ABORTED_BY_CALLBACK:
        return refusal(HttpFault::stopped, std::string("stopped by ") + interruption_name(), where, {});
      case CURLE_COULDNT_RESOLVE_HOST:
        return refusal(HttpFault::resolve, "no address is known for " + url.host, where,
                       "is the name right, and is there a network? behind a proxy, set https_proxy");
      case CURLE_COULDNT_RESOLVE_PROXY:
        return refusal(HttpFault::proxy, "no address is known for the proxy", where,
                       "is https_proxy right? no_proxy lists hosts to be asked directly");
      case CURLE_COULDNT_CONNECT:
        return refusal(HttpFault::connect, "no connection: " + said, where,
                       "is there a way to it? behind a proxy, set https_proxy");
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CONNECT_ERROR:
      case CURLE_SSL_ISSUER_ERROR:
      case CURLE_SSL_CACERT_BADFILE:
        return refusal(HttpFault::tls, "TLS: " + said, where,
                       "if a proxy inspects TLS, or the server has a certificate of your own, name the file with its\n"
                       "authority: --ca-file or SSL_CERT_FILE");
      case CURLE_OPERATION_TIMEDOUT:
        return refusal(HttpFault::timeout, "no answer in time: " + said, where, {});
      default:
        break;
    }
    if (const std::size_t at = said.find("after CONNECT"); at != std::string::npos || code == CURLE_PROXY)
      return refusal(HttpFault::proxy, "the proxy would not: " + said, where, "is https_proxy right?");
    return refusal(HttpFault::broken, "the connection broke: " + said, where, {});
  }

  const CurlLibrary& curl_;
  HttpSettings settings_;
  std::string certificates_;  // PEM
  Handle handle_;
  std::pair<CurlWire*, Exchange*> body_context_;
};

Result<std::string> certificates_in(const std::string& path) {
  auto text = read_file(path, std::size_t{16} << 20);
  if (!text) return text;
  if (text->find("-----BEGIN") == std::string::npos)
    return refuse("it holds no certificate", path, "it should hold PEM: -----BEGIN CERTIFICATE-----");
  return text;
}

// Where the system keeps what it trusts. libcurl knows the place of the system that it was built on, which for a
// release is not the one that it runs on.
std::string system_certificates(const CurlLibrary& curl) {
  const curl_version_info_data* about = curl.version_info(CURLVERSION_NOW);
  const char* built_in = about->age >= CURLVERSION_SEVENTH ? about->cainfo : nullptr;
  for (const char* path : {built_in, "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                           "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
    if (path != nullptr && ::access(path, R_OK) == 0) return path;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<HttpWire>> make_http_wire(HttpSettings settings) {
  const auto curl = curl_library();
  if (!curl) return tl::unexpected(curl.error());
  std::string certificates;
  // A directory alone replaces the system's too, as OpenSSL has it.
  const std::string file =
      settings.ca_file.empty() && settings.ca_directory.empty() ? system_certificates(**curl) : settings.ca_file;
  for (const std::string& path : {file, settings.extra_ca_file}) {
    if (path.empty()) continue;
    auto some = certificates_in(path);
    if (!some) return tl::unexpected(some.error());
    certificates += *some + "\n";
  }
  return std::make_unique<CurlWire>(**curl, std::move(settings), std::move(certificates));
}

}  // namespace jitgate::base
