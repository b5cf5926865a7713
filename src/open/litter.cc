// AppleSingle and AppleDouble: RFC 1740 §A; ".DS_Store": its buddy allocator's magic; "Thumbs.db": the magic of an OLE
// compound file (MS-CFB §2.2).
#include "open/litter.h"

namespace jitgate::open {
namespace {

using namespace std::string_view_literals;

std::string_view last_part(std::string_view path) {
  const std::size_t at = path.find_last_of("/!");
  return at == std::string_view::npos ? path : path.substr(at + 1);
}

}  // namespace

std::string_view litter(std::string_view path, std::string_view head) {
  const std::string_view name = last_part(path);
  const bool apple = head.starts_with("\x00\x05\x16\x07"sv) || head.starts_with("\x00\x05\x16\x00"sv);
  if (apple && name.starts_with("._")) return "is what macOS keeps beside a file (AppleDouble), no log: passed over";
  if (name == ".DS_Store" && head.starts_with("\x00\x00\x00\x01"
                                              "Bud1"sv))
    return "is a folder's settings (.DS_Store), no log: passed over";
  if (name == "Thumbs.db" && head.starts_with("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv))
    return "is a cache of small pictures (Thumbs.db), no log: passed over";
  return {};
}

}  // namespace jitgate::open
