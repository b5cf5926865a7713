#include "base/curl_library.h"

#include <dlfcn.h>

#include <string>

namespace jitgate::base {
namespace {

// The version of its binary interface since 2006; the header that this was built with belongs to it.
constexpr const char* kName = "libcurl.so.4";

std::string last_trouble() {
  const char* said = ::dlerror();
  return said == nullptr ? "" : said;
}

tl::unexpected<Problem> unusable(const std::string& why) {
  return fail("no libcurl, and nothing goes over the network without it", why,
              "install it (Debian and Ubuntu: libcurl4), or take the release's archive with its lib/ beside jitgate");
}

Result<CurlLibrary> load_and_start() {
  auto library = load_curl(kName);
  if (library && library->global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return fail("libcurl does not start");
  return library;
}

}  // namespace

Result<CurlLibrary> load_curl(const char* name) {
  void* const handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return unusable(last_trouble());
  CurlLibrary library{};
  bool complete = true;
  const auto find = [&](auto& function, const char* symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(handle, symbol));
    complete = complete && function != nullptr;
  };
  find(library.global_init, "curl_global_init");
  find(library.version_info, "curl_version_info");
  find(library.easy_init, "curl_easy_init");
  find(library.easy_setopt, "curl_easy_setopt");
  find(library.easy_perform, "curl_easy_perform");
  find(library.easy_getinfo, "curl_easy_getinfo");
  find(library.easy_reset, "curl_easy_reset");
  find(library.easy_cleanup, "curl_easy_cleanup");
  find(library.easy_strerror, "curl_easy_strerror");
  find(library.slist_append, "curl_slist_append");
  find(library.slist_free_all, "curl_slist_free_all");
  if (!complete) {
    auto problem = unusable(last_trouble());
    ::dlclose(handle);
    return problem;
  }
  return library;
}

Result<const CurlLibrary*> curl_library() {
  static const Result<CurlLibrary> loaded = load_and_start();
  if (!loaded) return tl::unexpected(loaded.error());
  return &*loaded;
}

}  // namespace jitgate::base
