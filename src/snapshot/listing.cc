#include "snapshot/listing.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/text.h"

namespace jitgate::snapshot {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxTold = 20;

class Walk {
 public:
  Walk(Listing& listing, std::size_t most) : listing_(listing), most_(most) {}

  void directory(const fs::path& path, int depth) {
    std::error_code error;
    for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
      if (listing_.files.size() >= most_) {
        if (!full_) listing_.unread.push_back("holds more than " + std::to_string(most_) + " files");
        full_ = true;
        return;
      }
      entry(at->path(), depth);
    }
    // One that is gone again was a temporary one.
    if (error && error != std::errc::no_such_file_or_directory) tell(path, error.message());
  }

 private:
  void entry(const fs::path& path, int depth) {
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0) {
      if (errno != ENOENT) tell(path, std::generic_category().message(errno));
      return;
    }
    if (S_ISDIR(about.st_mode)) {
      if (depth >= 64) return tell(path, "is nested too deep");
      return directory(path, depth + 1);
    }
    if (!S_ISREG(about.st_mode)) return;
    const std::string below = path.lexically_relative(listing_.directory).string();
    listing_.files.push_back({below, static_cast<std::uint64_t>(about.st_size),
                              about.st_mtim.tv_sec * base::kSecond + about.st_mtim.tv_nsec, 0});
    if (path.filename() == ".ninja_log") ninja(path);
  }

  void ninja(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string block(64 * 1024, '\0');
    NinjaLogReader reader;
    while (file) {
      file.read(block.data(), static_cast<std::streamsize>(block.size()));
      if (!reader.feed(std::string_view(block).substr(0, static_cast<std::size_t>(file.gcount())))) return;
    }
    if (!reader.finish()) return;
    const std::string folder = path.parent_path().lexically_relative(listing_.directory).string();
    for (NinjaBuild& build : reader.builds())
      listing_.builds.push_back({folder == "." ? "" : folder, std::move(build)});
  }

  void tell(const fs::path& path, const std::string& what) {
    if (listing_.unread.size() < kMaxTold)
      listing_.unread.push_back(base::valid_utf8(path.string(), 500) + ": " + what);
  }

  Listing& listing_;
  std::size_t most_;
  bool full_ = false;
};

}  // namespace

base::Result<Listing> list_cache(const std::string& directory, std::size_t most) {
  Listing listing;
  std::error_code error;
  // As marks of both ends must name it alike, whatever the way it was written.
  const fs::path real = fs::weakly_canonical(directory, error);
  listing.directory = (error ? fs::path(directory) : real).string();
  const fs::file_status status = fs::status(listing.directory, error);
  if (status.type() == fs::file_type::not_found) return listing;
  if (error) return base::fail("cannot be examined: " + error.message(), directory);
  if (status.type() != fs::file_type::directory) return base::refuse("is no directory", directory);
  fs::directory_iterator probe(listing.directory, error);
  if (error) return base::fail("cannot be listed: " + error.message(), directory);
  Walk(listing, most).directory(listing.directory, 0);
  std::sort(listing.files.begin(), listing.files.end(),
            [](const CacheFile& a, const CacheFile& b) { return a.path < b.path; });
  return listing;
}

}  // namespace jitgate::snapshot
