// Lists that services give in pages: asked one after another until there is no next one. The next page's address comes
// from the answer, so it must lie where the token may go, and one that was there before ends the walk: a list that
// turns in a circle would never end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/http.h"
#include "base/http_url.h"
#include "base/result.h"
#include "fetch/api_failure.h"

namespace jitgate::fetch {

struct PageWalk {
  std::function<ApiResult<base::HttpAnswer>(const std::string& url)> get;
  // A page's body. False: no more are wanted. Errors: it is no such list.
  std::function<base::Result<bool>(const std::string& body)> take;
  std::function<ApiFailure(const std::string& why, const std::string& url)> odd;  // of an answer that cannot be
};

// From `url` on, which lies below `api`. `doubts` receives that the pages have no end; what was taken then stands.
ApiResult<void> walk_pages(const std::string& api, std::string url, const PageWalk& walk,
                           std::vector<std::string>& doubts);

// Of the API itself, below its address, as it answers for what was renamed.
bool within(const std::string& api, const base::Url& url);

bool is_redirect(int status);

}  // namespace jitgate::fetch
