#include "fetch/pages.h"

#include <set>

#include "base/http_headers.h"

namespace jitgate::fetch {
namespace {

// 200,000 items: more than any run has, and few enough to end.
constexpr std::size_t kMostPages = 2000;

}  // namespace

ApiResult<void> walk_pages(const std::string& api, std::string url, const PageWalk& walk,
                           std::vector<std::string>& doubts) {
  const auto base_url = base::parse_url(api);
  std::set<std::string> asked;
  for (;;) {
    if (asked.size() >= kMostPages || !asked.insert(url).second) {
      doubts.push_back("its pages have no end: " + std::to_string(asked.size()) + " were read");
      return {};
    }
    auto answer = walk.get(url);
    if (!answer) return tl::unexpected(answer.error());
    auto more = walk.take(answer->body);
    if (!more) return tl::unexpected(walk.odd(more.error().what, url));
    const auto link = answer->headers.find("link");
    const auto next = *more && link ? base::next_link(*link) : std::nullopt;
    if (!next) return {};
    const auto target = base_url ? base::resolve_url(*base_url, *next) : std::nullopt;
    if (!target || !within(api, *target)) return tl::unexpected(walk.odd("its next page is not on this server", *next));
    url = base::url_text(*target);
  }
}

bool within(const std::string& api, const base::Url& url) { return base::url_text(url).starts_with(api + "/"); }

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

}  // namespace jitgate::fetch
