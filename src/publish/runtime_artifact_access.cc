// The token is a JWT whose claim `scp` lists scopes; the one of interest is "Actions.Results:RUN:JOB" (facts:
// github-actions.md §2.1). It is read and not verified, which is the service's business.
#include "publish/runtime_artifact_access.h"

#include <nlohmann/json.hpp>

#include "base/http_url.h"
#include "base/text.h"

namespace jitgate::publish {
namespace {

using nlohmann::json;

// RFC 4648 §5, without padding; empty where a character is none of it.
std::string from_base64url(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int have = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const std::size_t value = alphabet.find(c);
    if (value == std::string_view::npos) return {};
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    have += 6;
    if (have < 8) continue;
    have -= 8;
    out += static_cast<char>(bits >> static_cast<unsigned>(have) & 0xFFU);
  }
  return out;
}

bool read_scopes(const std::string& token, RuntimeAccess& access) {
  const auto parts = base::split(token, '.');
  if (parts.size() < 2) return false;
  const json payload = json::parse(from_base64url(parts[1]), nullptr, false);
  if (!payload.is_object() || !payload.contains("scp") || !payload["scp"].is_string()) return false;
  const auto scopes = payload["scp"].get<std::string>();
  for (const std::string_view scope : base::split(scopes, ' ')) {
    const auto ids = base::split(scope, ':');
    if (ids.size() != 3 || ids[0] != "Actions.Results") continue;
    access.run = ids[1];
    access.job = ids[2];
    return !access.run.empty() && !access.job.empty();
  }
  return false;
}

}  // namespace

base::Result<std::optional<RuntimeAccess>> runtime_access(const Environment& environment) {
  const std::string token = environment("ACTIONS_RUNTIME_TOKEN").value_or("");
  const std::string address = environment("ACTIONS_RESULTS_URL").value_or("");
  if (token.empty() || address.empty()) return std::optional<RuntimeAccess>();
  RuntimeAccess access;
  const auto url = base::parse_url(address);
  if (!url) return base::fail("no web address", "ACTIONS_RESULTS_URL");
  if (url->scheme == "http" && !base::is_loopback(*url)) {
    return base::fail("the token would go in clear to " + base::origin_of(*url), "ACTIONS_RESULTS_URL",
                      "plain http is for this machine only");
  }
  access.origin = base::origin_of(*url);
  auto secret = base::Token::of(token, "ACTIONS_RUNTIME_TOKEN");
  if (!secret) return tl::unexpected(secret.error());
  access.token = std::move(*secret);
  if (!read_scopes(token, access))
    return base::fail("it names no run and job whose artifacts it could be for", "ACTIONS_RUNTIME_TOKEN");
  return access;
}

}  // namespace jitgate::publish
