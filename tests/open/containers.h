// Containers made in memory, as CI systems and people make them. Made here and not stored, so that a test can see what
// is in them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitgate::open {

struct Packed {
  std::string name;
  std::string content;
  std::string link = {};  // a symbolic link to this
  std::string hard = {};  // a hard link to this
  bool directory = false;
  std::vector<std::pair<std::size_t, std::size_t>> kept = {};  // offset and length of what is no hole; empty: all
};

// `format`: "ustar", "paxr" or "gnutar".
std::string make_tar(const std::vector<Packed>& members, const std::string& format = "paxr");

struct ZipOptions {
  std::string compression = "deflate";  // or "store"
  bool zip64 = false;
  std::string passphrase = {};  // encrypts
};
std::string make_zip(const std::vector<Packed>& members, const ZipOptions& options = {});

// One gzip member, with a file name in its header if one is given.
std::string make_gzip(std::string_view content, const std::string& name = {});
// By libarchive's filter: "xz", "zstd" or "bzip2".
std::string make_filtered(std::string_view content, const std::string& filter, const char* level = nullptr);

// Log-like text that is not all the same, so that it does not pack to nothing. At least `bytes` long.
std::string some_log(std::size_t bytes, unsigned seed = 1);
// Bytes that do not pack.
std::string noise(std::size_t bytes, unsigned seed = 1);

// `bytes` with one bit flipped.
std::string flipped(std::string bytes, std::size_t bit);

}  // namespace jitgate::open
