// One exchange with a server, nothing more: no retries, no redirects, no opinion on statuses. An interface, so that all
// of that (http_client.h, http_download.h) is tested without a network and without waiting.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/http.h"

namespace jitgate::base {

class HttpWire {
 public:
  HttpWire() = default;
  HttpWire(const HttpWire&) = delete;
  HttpWire& operator=(const HttpWire&) = delete;
  virtual ~HttpWire() = default;
  // The answer if it came whole; otherwise what went wrong. Redirects are answers.
  virtual HttpResult<HttpAnswer> exchange(const HttpRequest& request) = 0;
};

struct HttpSettings {
  std::string user_agent;
  // Certificates to trust: the first of these that is set replaces the system's (SSL_CERT_FILE, CURL_CA_BUNDLE,
  // --ca-file), `extra_ca_file` comes on top (NODE_EXTRA_CA_CERTS). Nothing turns verification off.
  std::string ca_file, ca_directory, extra_ca_file;
  int connect_seconds = 20;
  int silent_seconds = 30;   // so long without a byte (or under `slowest`) is a time-out
  int slowest = 256;         // bytes a second
  int answer_seconds = 120;  // a whole exchange whose body is kept in memory
};

// Over libcurl: proxies as it finds them in the environment (https_proxy, no_proxy, …), TLS 1.2 and up, always
// verified. Plain http is spoken on this machine only, whoever configured what: tokens go along. No cookies, no .netrc.
// Errors: no libcurl; a file of certificates that cannot be read or holds none.
Result<std::unique_ptr<HttpWire>> make_http_wire(HttpSettings settings);

}  // namespace jitgate::base
