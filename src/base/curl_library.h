// libcurl, loaded when the first exchange wants it: it brings 36 libraries (Kerberos, LDAP, SSH, …), whose loading was
// most of what `jitgate --version`, or a check of files that lie here, cost. A helper program for the network was not
// taken: it would have to be found and trusted. Types and constants come from libcurl's header as ever.
#pragma once

#include <curl/curl.h>

#include "base/result.h"

namespace jitgate::base {

// The functions of it that are used, under libcurl's own names without their "curl_".
struct CurlLibrary {
  decltype(&::curl_global_init) global_init;
  decltype(&::curl_version_info) version_info;
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_reset) easy_reset;
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
};

// Loaded and started once, and kept until the program ends. Errors: it is not there, lacks a function, does not start.
Result<const CurlLibrary*> curl_library();

// From the library of this name; for tests of what is said where there is none.
Result<CurlLibrary> load_curl(const char* name);

}  // namespace jitgate::base
