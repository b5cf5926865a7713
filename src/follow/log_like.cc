// Magics: RFC 1952 (gzip), APPNOTE (zip), RFC 8878 (zstd), xz's and bzip2's own formats, ELF, HDF5, SQLite.
#include "follow/log_like.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace jitgate::follow {
namespace {

using namespace std::string_view_literals;

constexpr std::array<std::string_view, 5> kPacked = {"\x1f\x8b"sv, "PK\x03\x04"sv, "\x28\xb5\x2f\xfd"sv,
                                                     "\xfd"
                                                     "7zXZ\0"sv,
                                                     "BZh"sv};
constexpr std::array<std::string_view, 4> kOthers = {
    "\x7f"
    "ELF"sv,
    "\x89"
    "HDF"sv,
    "SQLite format 3"sv, "\x89PNG"sv};

// Whether whole lines of text stand at the end: a log goes on behind whatever stands at its beginning.
bool ends_in_text(int descriptor) {
  std::array<char, 4096> tail{};
  struct stat about {};
  if (::fstat(descriptor, &about) != 0) return false;
  const off_t at = std::max<off_t>(0, about.st_size - static_cast<off_t>(tail.size()));
  const ssize_t got = ::pread(descriptor, tail.data(), tail.size(), at);
  std::string_view text(tail.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  text.remove_prefix(text.rfind('\0') + 1);  // 0 where there is none
  const auto is_text = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\x1b';
  };
  return text.find('\n') != std::string_view::npos && std::all_of(text.begin(), text.end(), is_text);
}

}  // namespace

NoLog no_log(int descriptor) {
  std::array<char, 4096> head{};
  const ssize_t got = ::pread(descriptor, head.data(), head.size(), 0);
  const std::string_view text(head.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  const auto begins = [&](std::string_view magic) { return text.starts_with(magic); };
  if (std::any_of(kPacked.begin(), kPacked.end(), begins)) return {"is packed, no log that grows: not followed", true};
  if (std::any_of(kOthers.begin(), kOthers.end(), begins)) return {"is no log that grows: not followed"};
  // UTF-16 has a NUL in every second byte; a hole of a truncated log has one in each, and stands before text.
  const auto nuls = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\0'));
  const bool letters = std::any_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const bool lines = text.size() < head.size() || text.find('\n') != std::string_view::npos;
  const bool binary = nuls * 2 > text.size() + 2 && letters && !lines && !ends_in_text(descriptor);
  return {binary ? "is binary: not followed" : ""};
}

}  // namespace jitgate::follow
