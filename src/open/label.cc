// Only what could forge a path is encoded; the rest stays as it is, also bytes that are no UTF-8, because whoever
// prints a path escapes it for the place it goes to.
#include "open/label.h"

#include <array>
#include <cstdint>

#include "base/text.h"

namespace jitgate::open {
namespace {

constexpr std::size_t kLongest = 1024;

// FNV-1a, 64 bits (the published offset and prime): only to tell two cut names apart.
std::string hash_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  std::string hex;
  for (int shift = 60; shift >= 0; shift -= 4) hex += "0123456789abcdef"[(hash >> shift) & 15];
  return hex;
}

}  // namespace

std::string label(std::string_view name) {
  while (name.starts_with("./")) {
    name.remove_prefix(2);
    while (name.starts_with('/')) name.remove_prefix(1);
  }
  if (name.empty() || name == ".") return "(no name)";
  const bool cut = name.size() > kLongest;
  std::string out;
  for (const char c : name.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || c == '!' || c == '%') {
      out += '%';
      out += "0123456789ABCDEF"[byte >> 4];
      out += "0123456789ABCDEF"[byte & 15];
    } else {
      out += c;
    }
  }
  if (cut) out += "...#" + hash_of(name);
  return out;
}

std::string member_path(const std::string& outer, std::string_view name) { return outer + "!" + label(name); }

Promise promise_of(std::string_view path) {
  constexpr std::array kArchives = {".zip",    ".tar",     ".tgz",    ".tbz2",    ".txz", ".tzst",
                                    ".tar.gz", ".tar.zst", ".tar.xz", ".tar.bz2", ".7z",  ".rar"};
  constexpr std::array kCompressed = {".gz", ".zst", ".xz", ".bz2", ".lz4"};
  const std::string name = base::lower(path.substr(path.size() > 16 ? path.size() - 16 : 0));
  for (const char* suffix : kArchives) {
    if (name.ends_with(suffix)) return Promise::archive;
  }
  for (const char* suffix : kCompressed) {
    if (name.ends_with(suffix)) return Promise::compressed;
  }
  return Promise::nothing;
}

}  // namespace jitgate::open
