// Web addresses, as far as a client needs them: where a request goes, whether a secret may go along, and what of an
// address may be shown. Addresses come from answers, so whatever is unusual (user names, blanks, backslashes, other
// schemes) is refused and not repaired: two readers of one odd address may see two hosts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jitgate::base {

struct Url {
  std::string scheme;  // http or https
  std::string host;    // lower case; an IPv6 address in brackets
  int port = 443;
  std::string path;  // with the query; begins with '/'
};

// An absolute http or https address; a fragment is dropped.
std::optional<Url> parse_url(std::string_view text);
std::string url_text(const Url& url);
// "https://host" or "https://host:8443".
std::string origin_of(const Url& url);
// This machine itself: 127.x.y.z, ::1, localhost. Plain http may be spoken only there.
bool is_loopback(const Url& url);
// What a Location header means at `base`. Empty: no address that we follow.
std::optional<Url> resolve_url(const Url& base, std::string_view location);
// For messages: without the query, which in signed addresses is a secret, and without a password.
std::string shown_url(std::string_view url);
// One segment of a path, or a value of a query: all but unreserved characters as %XX.
std::string percent_encoded(std::string_view text);

}  // namespace jitgate::base
