// Answers kept on disk with their ETag, so that what has not changed is not sent again (304), which on GitHub does not
// even count against the limit. ETags there depend on the token, so an answer is kept for the token that it was given
// to; its name is a hash, in which neither address nor token can be read.
#pragma once

#include <string>

#include "base/http_client.h"

namespace jitgate::base {

class HttpCache {
 public:
  // Empty: nothing is kept. The directory is made when something is.
  explicit HttpCache(std::string directory = {}) : directory_(std::move(directory)) {}

  // As HttpClient::send. An answer of 304 becomes the kept one, with status 200. A file that cannot be read or written
  // is no failure: the answer then comes from the server.
  HttpResult<HttpAnswer> send(HttpClient& client, const HttpRequest& request) const;

 private:
  std::string directory_;
};

}  // namespace jitgate::base
