#include "base/http_url.h"

#include <algorithm>

#include "base/text.h"

namespace jitgate::base {
namespace {

constexpr std::size_t kLongest = 16384;

bool fits_host(std::string_view host) {
  if (host.empty() || host.size() > 253) return false;
  const bool bracketed = host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  for (const char c : host) {
    const bool digit = (c >= '0' && c <= '9') || (bracketed && c >= 'a' && c <= 'f');
    const bool letter = !bracketed && c >= 'a' && c <= 'z';
    const bool mark = bracketed ? c == ':' || c == '.' : c == '-' || c == '.' || c == '_';
    if (!digit && !letter && !mark) return false;
  }
  return !host.empty();
}

int default_port(const Url& url) { return url.scheme == "https" ? 443 : 80; }

}  // namespace

std::optional<Url> parse_url(std::string_view text) {
  if (text.size() > kLongest) return std::nullopt;
  for (const char c : text) {
    if (c <= ' ' || c == '\\' || c > '~' || c == '"' || c == '<' || c == '>') return std::nullopt;
  }
  text = text.substr(0, text.find('#'));
  Url url;
  const std::string start = lower(text.substr(0, 8));
  if (start.starts_with("https://")) {
    url.scheme = "https";
  } else if (start.starts_with("http://")) {
    url.scheme = "http";
  } else {
    return std::nullopt;
  }
  text.remove_prefix(url.scheme.size() + 3);
  const std::size_t end = std::min(text.find_first_of("/?"), text.size());
  std::string_view host = text.substr(0, end);
  url.path = text.substr(end);
  if (!url.path.starts_with('/')) url.path.insert(0, 1, '/');
  url.port = default_port(url);
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    const auto port = integer_of(host.substr(colon + 1));
    if (!port || *port < 1 || *port > 65535) return std::nullopt;
    url.port = static_cast<int>(*port);
    host = host.substr(0, colon);
  }
  url.host = lower(host);
  if (!fits_host(url.host)) return std::nullopt;
  return url;
}

std::string url_text(const Url& url) { return origin_of(url) + url.path; }

std::string origin_of(const Url& url) {
  return url.scheme + "://" + url.host + (url.port == default_port(url) ? "" : ":" + std::to_string(url.port));
}

bool is_loopback(const Url& url) {
  if (url.host == "localhost" || url.host == "[::1]") return true;
  const auto parts = split(url.host, '.');
  if (parts.size() != 4 || parts[0] != "127") return false;
  for (const std::string_view part : parts) {
    const auto number = integer_of(part);
    if (!number || *number < 0 || *number > 255) return false;
  }
  return true;
}

std::optional<Url> resolve_url(const Url& base, std::string_view location) {
  location = trim(location);
  if (location.starts_with("//")) return parse_url(base.scheme + ":" + std::string(location));
  if (location.starts_with("/")) return parse_url(origin_of(base) + std::string(location));
  return parse_url(location);
}

std::string shown_url(std::string_view url) {
  const std::size_t query = std::min(url.find_first_of("?#"), url.size());
  std::string shown(url.substr(0, query));
  if (query < url.size()) shown += "?...";
  // A name and a password before the host.
  const std::size_t scheme = shown.find("://");
  const std::size_t host = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t at = shown.substr(0, shown.find('/', host)).rfind('@');
  if (at != std::string::npos && at >= host) shown.replace(host, at - host, "...");
  return shown;
}

std::string percent_encoded(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                       c == '.' || c == '_' || c == '~';
    if (plain) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 15U];
    }
  }
  return out;
}

}  // namespace jitgate::base
