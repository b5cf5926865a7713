// The format is PKWARE's APPNOTE: a local header and data for each entry, then the central directory with a record for
// each, then the end record. Where an entry was written as a stream, a data descriptor follows its data.
#include "tables/zip_edit.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace jitgate::tables {
namespace {

constexpr std::uint32_t kLocal = 0x04034b50, kDirectory = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x07064b50;
constexpr std::size_t kLocalSize = 30, kDirectorySize = 46, kEndSize = 22;
constexpr std::uint32_t kMost32 = std::numeric_limits<std::uint32_t>::max();
constexpr unsigned kEncrypted = 1U << 0U, kUtf8 = 1U << 11U;

std::uint32_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return value;
}

void put(std::string& bytes, std::size_t at, std::uint32_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i) & 0xFFU);
}

// The end record that is followed by exactly its own comment; the last one wins, as everywhere.
std::size_t find_end(std::string_view zip) {
  if (zip.size() < kEndSize) return std::string_view::npos;
  const std::size_t last = zip.size() - kEndSize;
  const std::size_t first = last > 0xFFFF ? last - 0xFFFF : 0;
  for (std::size_t at = last + 1; at-- > first;) {
    if (number(zip, at, 4) == kEnd && at + kEndSize + number(zip, at + 20, 2) == zip.size()) return at;
  }
  return std::string_view::npos;
}

base::Result<ZipEntry> entry_at(std::string_view zip, std::size_t at, const ZipIndex& index) {
  if (at + kDirectorySize > index.end_record_at || number(zip, at, 4) != kDirectory)
    return base::fail("the zip's directory is damaged");
  ZipEntry entry;
  const std::size_t name_size = number(zip, at + 28, 2);
  entry.directory_at = at;
  entry.directory_size = kDirectorySize + name_size + number(zip, at + 30, 2) + number(zip, at + 32, 2);
  if (at + entry.directory_size > index.end_record_at) return base::fail("the zip's directory is damaged");
  entry.name = zip.substr(at + kDirectorySize, name_size);
  entry.crc = number(zip, at + 16, 4);
  entry.size = number(zip, at + 24, 4);
  entry.begin = number(zip, at + 42, 4);
  if (entry.size == kMost32 || entry.begin == kMost32 || number(zip, at + 20, 4) == kMost32)
    return base::fail("zip64 archives are not edited", {}, "unpack it and annotate the rows");
  const bool header = entry.begin + kLocalSize <= index.directory_at && number(zip, entry.begin, 4) == kLocal;
  if (!header) return base::fail("an entry does not stand where the zip's directory says");
  return entry;
}

}  // namespace

bool is_zip(std::string_view bytes) {
  return bytes.size() >= 4 && (number(bytes, 0, 4) == kLocal || number(bytes, 0, 4) == kEnd);
}

base::Result<ZipIndex> index_zip(std::string_view zip) {
  if (zip.size() >= kMost32) return base::fail("a zip of 4 GiB or more is not edited");
  ZipIndex index;
  index.end_record_at = find_end(zip);
  if (index.end_record_at == std::string_view::npos) return base::fail("the zip has no end: it was cut");
  const std::size_t at_end = index.end_record_at;
  const std::uint32_t count = number(zip, at_end + 10, 2);
  if (at_end >= 20 && number(zip, at_end - 20, 4) == kEnd64)
    return base::fail("zip64 archives are not edited", {}, "unpack it and annotate the rows");
  if (number(zip, at_end + 4, 2) != 0 || number(zip, at_end + 6, 2) != 0 || number(zip, at_end + 8, 2) != count)
    return base::fail("the zip is one part of several");
  index.directory_at = number(zip, at_end + 16, 4);
  if (index.directory_at + std::uint64_t{number(zip, at_end + 12, 4)} != at_end)
    return base::fail("the zip's directory does not stand where its end says");
  std::size_t at = index.directory_at;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto entry = entry_at(zip, at, index);
    if (!entry) return tl::unexpected(entry.error());
    at += entry->directory_size;
    index.entries.push_back(std::move(*entry));
  }
  if (at != at_end) return base::fail("the zip's directory holds more than its end says");

  std::vector<std::size_t> begins;
  for (const ZipEntry& entry : index.entries) begins.push_back(entry.begin);
  std::sort(begins.begin(), begins.end());
  if (std::adjacent_find(begins.begin(), begins.end()) != begins.end())
    return base::fail("two entries of the zip share their data");
  if (!begins.empty() && begins.front() != 0) return base::fail("other data stands before the zip's entries");
  begins.push_back(index.directory_at);
  for (ZipEntry& entry : index.entries) entry.end = *std::upper_bound(begins.begin(), begins.end(), entry.begin);
  return index;
}

std::uint32_t crc32(std::string_view bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> out{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t c = i;
      for (int k = 0; k < 8; ++k) c = (c & 1U) != 0 ? 0xEDB88320U ^ c >> 1U : c >> 1U;
      out[i] = c;
    }
    return out;
  }();
  std::uint32_t crc = kMost32;
  for (const char c : bytes) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ crc >> 8U;
  return ~crc;
}

base::Result<std::string> exchange_members(std::string_view zip, const ZipIndex& index,
                                           const std::map<std::size_t, std::string>& contents) {
  std::vector<std::size_t> order(index.entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return index.entries[a].begin < index.entries[b].begin; });

  std::string out;
  std::string directory(zip.substr(index.directory_at, index.end_record_at - index.directory_at));
  for (const std::size_t i : order) {
    const ZipEntry& entry = index.entries[i];
    const std::size_t record = entry.directory_at - index.directory_at;
    put(directory, record + 42, static_cast<std::uint32_t>(out.size()), 4);
    const auto content = contents.find(i);
    if (content == contents.end()) {
      out += zip.substr(entry.begin, entry.end - entry.begin);
    } else {
      const unsigned flags = number(zip, entry.directory_at + 8, 2);
      if ((flags & kEncrypted) != 0) return base::fail("an entry to be changed is encrypted");
      const auto size = static_cast<std::uint32_t>(content->second.size());
      const std::uint32_t crc = crc32(content->second);
      // Of the flags only "names are UTF-8" stays: the sizes stand in the header, no descriptor follows.
      put(directory, record + 8, flags & kUtf8, 2);
      put(directory, record + 10, 0, 2);
      put(directory, record + 16, crc, 4);
      put(directory, record + 20, size, 4);
      put(directory, record + 24, size, 4);
      const std::size_t extra = kLocalSize + number(zip, entry.begin + 26, 2);
      const std::size_t header_size = extra + number(zip, entry.begin + 28, 2);
      if (entry.begin + header_size > entry.end) return base::fail("an entry's header is damaged");
      std::string header(zip.substr(entry.begin, header_size));
      put(header, 6, number(directory, record + 8, 2), 2);
      put(header, 8, 0, 2);
      put(header, 14, crc, 4);
      put(header, 18, size, 4);
      put(header, 22, size, 4);
      out += header + content->second;
    }
    if (out.size() >= kMost32) return base::fail("the zip would pass 4 GiB");
  }
  const auto directory_at = static_cast<std::uint32_t>(out.size());
  std::string end(zip.substr(index.end_record_at));
  put(end, 16, directory_at, 4);
  out += directory + end;
  if (out.size() >= kMost32) return base::fail("the zip would pass 4 GiB");
  return out;
}

}  // namespace jitgate::tables
