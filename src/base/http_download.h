// A large body into a file, through whatever the way does to it: what arrived stays in PATH.part and is continued, also
// by a later run, with Range and If-Match; it gets its name only when length and digest are right. An answer that is an
// error never touches the file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/http_client.h"

namespace jitgate::base {

struct Download {
  // Where to ask, anew for each try: signed addresses live for a minute.
  std::function<HttpResult<HttpRequest>()> source;
  std::string part;      // the file that grows; PART.from beside it tells whose bytes it holds
  std::string identity;  // of the thing itself; a part with another one is not continued
  std::string sha256;    // lower-case hex; empty: not known
  std::uint64_t most = std::uint64_t{64} << 30;
  std::function<void(std::uint64_t)> progress;  // bytes so far; may be empty
};

struct Downloaded {
  std::uint64_t bytes = 0;
  std::string sha256;   // of what is in the file
  HttpHeaders headers;  // of the answer
  std::uint64_t resumed_from = 0;
};

struct DownloadFailure {
  int status = 0;  // of the server, where it refused; 0: a fault of the way, of the file or of the bytes
  HttpFailure failure;
  std::string damaged;  // where the bytes are kept that were not the right ones
};

// The file is left as `part`, synced; giving it its name is the caller's. Errors: a status that stays, faults after all
// tries, bytes that are not the ones of `sha256` (asked for twice), more than `most`, a file that cannot be written.
tl::expected<Downloaded, DownloadFailure> download(HttpClient& client, const Download& wanted);

}  // namespace jitgate::base
