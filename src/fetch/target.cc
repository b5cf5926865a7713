#include "fetch/target.h"

#include "base/http_url.h"
#include "base/text.h"

namespace jitgate::fetch {
namespace {

constexpr const char* kForms =
    "write github:OWNER/REPO/runs/ID or github:OWNER/REPO/runs/ID/attempts/N, or the address of the run's page";

bool is_name(std::string_view text) {
  if (text.empty() || text.size() > 100 || text == "." || text == "..") return false;
  for (const char c : text) {
    const bool fits =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    if (!fits) return false;
  }
  return true;
}

std::int64_t positive(std::string_view text) {
  const auto number = base::integer_of(text);
  return number && *number > 0 && text.front() != '0' ? *number : 0;
}

// OWNER/REPO/[actions/]runs/ID[/attempts/N][/job/ID …]
std::optional<Target> parse_path(std::string_view path, bool page) {
  while (path.ends_with('/')) path.remove_suffix(1);
  auto parts = base::split(path, '/');
  if (page && parts.size() > 3 && parts[2] == "actions") parts.erase(parts.begin() + 2);
  if (parts.size() < 4 || !is_name(parts[0]) || !is_name(parts[1]) || parts[2] != "runs") return std::nullopt;
  Target target{{std::string(parts[0]), std::string(parts[1])}, positive(parts[3])};
  if (target.run == 0) return std::nullopt;
  std::size_t used = 4;
  if (parts.size() >= 6 && parts[4] == "attempts") {
    target.attempt = positive(parts[5]);
    if (target.attempt == 0) return std::nullopt;
    used = 6;
  }
  // Pages of a job, of the usage … are of that run, too.
  if (parts.size() > used && !page) return std::nullopt;
  return target;
}

}  // namespace

base::Result<Target> parse_target(const std::string& text, const std::string& server) {
  if (text.starts_with("github:")) {
    if (auto target = parse_path(std::string_view(text).substr(7), false)) return *target;
    return base::refuse("not a run: " + base::shown_url(text), "fetch", kForms);
  }
  const auto url = base::parse_url(text);
  if (!url) return base::refuse("not a run: " + base::shown_url(text), "fetch", kForms);
  const auto site = base::parse_url(server);
  if (!site || base::origin_of(*site) != base::origin_of(*url)) {
    return base::refuse("that page is not on " + base::shown_url(server), base::origin_of(*url),
                        "the token goes only to a server that the environment names: set GITHUB_SERVER_URL (and\n"
                        "GITHUB_API_URL, if its API is elsewhere) to it");
  }
  const std::string path = url->path.substr(1, url->path.find('?') - 1);
  if (auto target = parse_path(path, true)) return *target;
  return base::refuse("not the page of a run: " + base::shown_url(text), "fetch", kForms);
}

base::Result<Repository> parse_repository(const std::string& text) {
  const auto parts = base::split(std::string_view(text).substr(text.starts_with("github:") ? 7 : 0), '/');
  if (!text.starts_with("github:") || parts.size() != 2 || !is_name(parts[0]) || !is_name(parts[1]))
    return base::refuse("not a repository: " + text, {}, "write github:OWNER/REPO");
  return Repository{std::string(parts[0]), std::string(parts[1])};
}

base::Result<std::string> api_of(const std::string& told_api, const std::string& server) {
  std::string text = told_api;
  if (text.empty()) {
    const auto site = base::parse_url(server);
    if (!site)
      return base::refuse("no web address: " + base::shown_url(server), "GITHUB_SERVER_URL", "it begins with https://");
    if (site->host == "github.com" || site->host.ends_with(".ghe.com")) {
      text = "https://api." + site->host;
    } else {
      text = base::origin_of(*site) + "/api/v3";
    }
  }
  while (text.ends_with('/')) text.pop_back();
  const auto url = base::parse_url(text);
  if (!url || url->path.find('?') != std::string::npos) {
    return base::refuse("no web address: " + base::shown_url(text),
                        told_api.empty() ? "GITHUB_SERVER_URL" : "GITHUB_API_URL", "it begins with https://");
  }
  std::string out = base::url_text(*url);
  while (out.ends_with('/')) out.pop_back();
  return out;
}

}  // namespace jitgate::fetch
