// What a stream is, by its first bytes. Names are not asked: artifacts are renamed, repacked and served under any name,
// and the same bytes must give the same result. A magic with one flipped bit still counts (told as not exact), because
// a damaged archive must not be scanned as if it were a clean log.
#pragma once

#include <cstddef>
#include <string_view>

namespace jitgate::open {

enum class Format {
  plain,  // a log or a document
  gzip,
  zip,
  tar,
  zstd,
  xz,
  bzip2,
  unreadable,  // a known container or compressed form that is not read here
  encrypted,
};

struct Sniffed {
  Format format = Format::plain;
  const char* name = "";  // of the format, for messages
  bool exact = true;      // false: the magic is damaged
};

// How many bytes sniff() wants to see: one tar header.
inline constexpr std::size_t kSniffBytes = 512;

// `head` is the stream's beginning: at least kSniffBytes, or the whole stream where that is shorter.
Sniffed sniff(std::string_view head);

}  // namespace jitgate::open
