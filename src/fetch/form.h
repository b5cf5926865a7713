// What a downloaded artifact is. Its first bytes decide: names and types told by servers have been wrong both ways.
#pragma once

#include <string>

#include "base/http.h"
#include "base/result.h"

namespace jitgate::fetch {

struct Form {
  bool zip = false;       // it begins as a zip
  bool told_zip = false;  // the server says that it is one
  bool ends = false;      // a zip whose directory is there, at its end
  std::string name;       // that the server told, last segment only; empty: none
};

// Errors: the file cannot be read.
base::Result<Form> form_of(const std::string& path, const base::HttpHeaders& headers);

}  // namespace jitgate::fetch
