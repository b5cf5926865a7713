// Files that hold result rows, taken into memory to be edited: plain JSON documents, and zips with such members.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "tables/zip_edit.h"

namespace jitgate::run {

struct RowDocument {
  std::string path;  // "bmk_x.zip!agg_x.json"
  std::string text;
  std::optional<std::size_t> entry;  // of the zip
};

struct RowFile {
  std::string path;
  std::string bytes;
  std::optional<tables::ZipIndex> zip;
  std::vector<RowDocument> documents;
};

// Errors: not a regular file, larger than 256 MiB, a zip that is damaged, or one whose layout cannot be kept.
base::Result<RowFile> read_row_file(const std::string& path);

// The file with new texts, by index of document; all others as they are.
base::Result<std::string> with_texts(const RowFile& file, const std::map<std::size_t, std::string>& texts);

}  // namespace jitgate::run
