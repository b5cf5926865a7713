// Exchanges members of a zip and leaves the rest as it is: every other entry is copied byte for byte, compressed as it
// was, with its times, attributes and comments. An archive library would pack all of it anew. New content is stored
// uncompressed, since rows are small and this needs no packer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace jitgate::tables {

struct ZipEntry {
  std::string name;  // raw, as in the directory
  std::uint32_t crc = 0;
  std::uint32_t size = 0;        // uncompressed
  std::size_t directory_at = 0;  // its record in the central directory
  std::size_t directory_size = 0;
  std::size_t begin = 0, end = 0;  // its local header up to the next one, or to the directory
};

struct ZipIndex {
  std::vector<ZipEntry> entries;  // in the order of the directory
  std::size_t directory_at = 0, end_record_at = 0;
};

bool is_zip(std::string_view bytes);  // by its first bytes

// Errors: no zip, cut, zip64, several parts, other data before or within it.
base::Result<ZipIndex> index_zip(std::string_view zip);

std::uint32_t crc32(std::string_view bytes);

// `contents`: by index of entry. Errors: an entry that is encrypted, or a zip that would pass 4 GiB.
base::Result<std::string> exchange_members(std::string_view zip, const ZipIndex& index,
                                           const std::map<std::size_t, std::string>& contents);

}  // namespace jitgate::tables
