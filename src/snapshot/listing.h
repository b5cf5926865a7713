// What a JIT cache's directory holds at one time: its files with size and time of change, and the builds that ninja
// logs in it tell of. Two of them, taken at the marks of a measurement, show what was compiled in between.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "snapshot/ninja_log.h"

namespace jitgate::snapshot {

struct CacheFile {
  std::string path;  // below the directory
  std::uint64_t size = 0;
  base::Instant changed = 0;
  std::uint64_t line = 0;  // of the snapshot's file, where it was read from one
};

struct CacheBuild {
  std::string folder;  // below the directory; empty: itself
  NinjaBuild build;
};

struct Listing {
  std::string name;  // of the mark
  bool end = false;  // taken at its end, not its start
  std::string host, directory, compiler;
  base::Instant begun = 0, ended = 0;  // while the directory was walked
  bool absent = false;                 // there was no such directory
  std::vector<CacheFile> files;        // by path
  std::vector<CacheBuild> builds;
  std::vector<std::string> unread;  // what of it could not be listed, one sentence each
  std::string source;               // the file that it was read from
  std::uint64_t lines = 0;          // of that
};

inline constexpr std::size_t kMaxFiles = 500'000;  // of one directory; more are told in `unread`

// Walks the directory, and what links in it lead to outside. A directory that is not there is an empty one: the first
// compile makes it. Fills files, builds, unread and absent, and the directory's absolute path. Errors: it is no
// directory, or cannot be listed.
base::Result<Listing> list_cache(const std::string& directory, std::size_t most = kMaxFiles);

}  // namespace jitgate::snapshot
