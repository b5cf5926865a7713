#include "fetch/form.h"

#include <fstream>
#include <string_view>

#include "base/http_headers.h"
#include "base/text.h"

namespace jitgate::fetch {
namespace {

constexpr std::streamoff kEndRecord = 22, kMostComment = 65535;

// The record that ends a zip ("end of central directory", APPNOTE 4.3.16), its comment reaching exactly to the end.
bool has_end(std::string_view tail) {
  for (std::size_t at = tail.rfind("PK\5\6"); at != std::string_view::npos; at = tail.rfind("PK\5\6", at - 1)) {
    if (tail.size() - at >= kEndRecord) {
      const auto low = static_cast<unsigned char>(tail[at + 20]), high = static_cast<unsigned char>(tail[at + 21]);
      if (tail.size() - at == static_cast<std::size_t>(kEndRecord) + low + 256U * high) return true;
    }
    if (at == 0) break;
  }
  return false;
}

}  // namespace

base::Result<Form> form_of(const std::string& path, const base::HttpHeaders& headers) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::fail("cannot be opened", path);
  std::string head(4, '\0');
  file.read(head.data(), 4);
  head.resize(static_cast<std::size_t>(file.gcount()));
  Form form;
  form.zip = head == "PK\3\4" || head == "PK\5\6";
  if (form.zip) {
    file.clear();
    file.seekg(0, std::ios::end);
    const std::streamoff size = file.tellg();
    const std::streamoff length = std::min(size, kEndRecord + kMostComment);
    std::string tail(static_cast<std::size_t>(length), '\0');
    file.seekg(size - length);
    file.read(tail.data(), length);
    form.ends = file.gcount() == length && has_end(tail);
  }
  if (file.bad()) return base::fail("cannot be read", path);
  const std::string type = base::lower(headers.find("content-type").value_or(""));
  for (const char* one : {"application/zip", "application/x-zip-compressed", "application/zip-compressed"})
    form.told_zip = form.told_zip || type.starts_with(one);
  if (const auto told = headers.find("content-disposition")) {
    const std::string name = base::disposition_name(*told).value_or("");
    form.name = base::valid_utf8(name.substr(name.find_last_of("/\\") + 1), 400);
  }
  return form;
}

}  // namespace jitgate::fetch
