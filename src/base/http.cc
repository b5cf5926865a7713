#include "base/http.h"

#include "base/text.h"

namespace jitgate::base {

std::optional<std::string> HttpHeaders::find(std::string_view name) const {
  const std::string wanted = lower(name);
  for (const auto& [key, value] : all_) {
    if (lower(key) == wanted) return value;
  }
  return std::nullopt;
}

const char* to_string(HttpFault fault) {
  switch (fault) {
    case HttpFault::none:
      return "none";
    case HttpFault::address:
      return "address";
    case HttpFault::resolve:
      return "resolve";
    case HttpFault::connect:
      return "connect";
    case HttpFault::proxy:
      return "proxy";
    case HttpFault::tls:
      return "tls";
    case HttpFault::timeout:
      return "timeout";
    case HttpFault::broken:
      return "broken";
    case HttpFault::too_large:
      return "too large";
    case HttpFault::stopped:
      return "stopped";
    case HttpFault::limited:
      return "limited";
    case HttpFault::other:
      return "other";
  }
  return "";
}

}  // namespace jitgate::base
