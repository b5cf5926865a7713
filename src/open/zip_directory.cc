// Record layouts after APPNOTE.TXT 6.3: end record §4.3.16, zip64 end record §4.3.14 and its locator §4.3.15, directory
// header §4.3.12, local header §4.3.7. Only counts, sizes and offsets are read; names and attributes are libarchive's
// work.
#include "open/zip_directory.h"

#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "open/tar_header.h"
#include "open/zip_walk.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

constexpr std::size_t kEnd = 22, kLocator = 20, kEnd64 = 56, kLongestComment = 65535;

struct EndRecord {
  std::uint64_t at = 0;  // where the directory must have ended
  std::uint64_t entries = 0, size = 0, offset = 0;
  bool one_volume = true;
  bool data_behind = false;
};

// The end record is the last one whose comment fits into the file; best, one whose comment ends it.
std::optional<EndRecord> find_end(int fd, std::uint64_t file_size) {
  const std::size_t tail_size = static_cast<std::size_t>(std::min<std::uint64_t>(file_size, kEnd + kLongestComment));
  const std::string tail = read_at(fd, file_size - tail_size, tail_size);
  std::optional<std::size_t> found;
  for (std::size_t at = tail.rfind("PK\x05\x06"); at != std::string::npos;
       at = at == 0 ? std::string::npos : tail.rfind("PK\x05\x06", at - 1)) {
    if (at + kEnd > tail.size()) continue;
    const std::uint64_t end = at + kEnd + number_at(tail, at + 20, 2);
    if (end == tail.size()) {
      found = at;
      break;
    }
    if (end < tail.size() && !found) found = at;
  }
  if (!found) return std::nullopt;
  const std::string_view record = std::string_view(tail).substr(*found);
  EndRecord end;
  end.at = file_size - tail_size + *found;
  end.one_volume = number_at(record, 4, 2) == 0 && number_at(record, 6, 2) == 0 &&
                   number_at(record, 8, 2) == number_at(record, 10, 2);
  end.entries = number_at(record, 10, 2);
  end.size = number_at(record, 12, 4);
  end.offset = number_at(record, 16, 4);
  end.data_behind = !all_zero(record.substr(kEnd + std::min(number_at(record, 20, 2), record.size() - kEnd)));
  return end;
}

// Where a zip64 end record stands in front of the end record, its numbers are the true ones.
bool widen(int fd, EndRecord& end) {
  if (end.at < kLocator) return true;
  const std::string locator = read_at(fd, end.at - kLocator, kLocator);
  if (!locator.starts_with("PK\x06\x07")) return true;
  const std::uint64_t at = number_at(locator, 8, 8);
  if (locator.size() < kLocator || end.at < kLocator + kEnd64 || at > end.at - kLocator - kEnd64) return false;
  const std::string record = read_at(fd, at, kEnd64);
  if (record.size() < kEnd64 || !record.starts_with("PK\x06\x06")) return false;
  end.at = at;
  end.entries = number_at(record, 32, 8);
  end.size = number_at(record, 40, 8);
  end.offset = number_at(record, 48, 8);
  end.one_volume =
      number_at(record, 16, 4) == 0 && number_at(record, 20, 4) == 0 && number_at(record, 24, 8) == end.entries;
  return true;
}

ZipDirectory problem(DamageKind kind, std::string what) { return {false, 0, kind, std::move(what)}; }

}  // namespace

ZipDirectory inspect_zip(int fd, std::uint64_t most_entries) {
  struct stat about {};
  if (::fstat(fd, &about) != 0) return problem(DamageKind::unreadable, "cannot be examined");
  std::optional<EndRecord> end = find_end(fd, static_cast<std::uint64_t>(about.st_size));
  if (!end) return problem(DamageKind::truncated, "has no zip end record: it was cut or is damaged");
  const bool data_behind = end->data_behind;
  if (!widen(fd, *end)) return problem(DamageKind::corrupt, "has a damaged zip64 end record");
  if (!end->one_volume) return problem(DamageKind::unreadable, "is one of several volumes of a zip");
  if (end->size > end->at || end->offset > end->at - end->size) {
    return problem(DamageKind::corrupt, "has a directory that lies outside of the file");
  }
  const std::uint64_t start = end->at - end->size;
  ZipWalk walk(fd, start, end->at, start - end->offset);
  const std::optional<std::uint64_t> count = walk.count(most_entries);
  if (!count) return problem(DamageKind::corrupt, "has a damaged directory");
  if (*count > most_entries) return problem(DamageKind::limit, "has more entries than the limit");
  if (*count != end->entries) {
    return problem(DamageKind::corrupt, "has a directory of " + std::to_string(*count) + " entries where " +
                                            std::to_string(end->entries) + " are told");
  }
  ZipDirectory directory;
  directory.usable = true;
  directory.entries = *count;
  if (!walk.names_agree()) directory.problem = "names an entry otherwise in its directory than in front of its data";
  if (start != end->offset) directory.problem = "has data in front of its first entry, perhaps another zip";
  if (data_behind) directory.problem = "has data behind its end record";
  return directory;
}

}  // namespace jitgate::open
