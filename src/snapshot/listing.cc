#include "snapshot/listing.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/file_time.h"
#include "base/text.h"

namespace jitgate::snapshot {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxTold = 20;

// Links are followed as a compiler follows them: caches are often moved to a larger disk that way. What a link leads to
// inside the cache is listed there already, under its own name; each directory outside is listed once. So loops end,
// and since names are taken in order, both ends of a measurement list the same under the same names.
class Walk {
 public:
  Walk(Listing& listing, std::size_t most) : listing_(listing), root_(listing.directory), most_(most) {
    if (!root_.ends_with('/')) root_ += '/';
  }

  void directory(const fs::path& path, int depth) {
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
      if (listing_.files.size() + entries.size() >= most_) return full();
      entries.push_back(at->path());
    }
    // One that is gone again was a temporary one.
    if (error && error != std::errc::no_such_file_or_directory) tell(path, error.message());
    std::sort(entries.begin(), entries.end());
    for (const fs::path& one : entries) entry(one, depth);
  }

 private:
  void entry(const fs::path& path, int depth) {
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0) {
      if (errno != ENOENT) tell(path, std::generic_category().message(errno));
      return;
    }
    if (S_ISLNK(about.st_mode) && !leads_outside(path, about)) return;
    if (S_ISDIR(about.st_mode)) {
      if (depth >= 64) return tell(path, "is nested too deep");
      return directory(path, depth + 1);
    }
    if (!S_ISREG(about.st_mode)) return;
    if (listing_.files.size() >= most_) return full();
    const std::string below = path.lexically_relative(listing_.directory).string();
    listing_.files.push_back({below, static_cast<std::uint64_t>(about.st_size), base::written_at(about), 0});
    if (path.filename() == ".ninja_log") ninja(path);
  }

  // Of a link; `about` is then of what it leads to. False: that is listed elsewhere, or is not there.
  bool leads_outside(const fs::path& path, struct stat& about) {
    std::error_code error;
    const fs::path target = fs::canonical(path, error);
    if (!error && ::stat(path.c_str(), &about) != 0) error.assign(errno, std::generic_category());
    if (error == std::errc::no_such_file_or_directory) return false;
    if (error) return tell(path, "is a link that could not be followed: " + error.message()), false;
    const std::string name = target.string() + '/';
    if (name.starts_with(root_)) return false;
    if (!S_ISDIR(about.st_mode)) return true;
    if (root_.starts_with(name)) return tell(path, "is a link to a directory above: not followed"), false;
    // One within another that was listed would be listed again; the other way round it is, which does no harm.
    const auto within = [&](const std::string& other) { return name.starts_with(other); };
    if (std::any_of(outside_.begin(), outside_.end(), within)) return false;
    outside_.push_back(name);
    return true;
  }

  void ninja(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string block(64 * 1024, '\0');
    NinjaLogReader reader(path.string());
    while (file) {
      file.read(block.data(), static_cast<std::streamsize>(block.size()));
      if (!reader.feed(std::string_view(block).substr(0, static_cast<std::size_t>(file.gcount())))) return;
    }
    if (!reader.finish()) return;
    const std::string folder = path.parent_path().lexically_relative(listing_.directory).string();
    for (NinjaBuild& build : reader.builds())
      listing_.builds.push_back({folder == "." ? "" : folder, std::move(build)});
  }

  void full() {
    if (!full_) listing_.unread.push_back("holds more than " + std::to_string(most_) + " files");
    full_ = true;
  }

  void tell(const fs::path& path, const std::string& what) {
    if (listing_.unread.size() < kMaxTold)
      listing_.unread.push_back(base::valid_utf8(path.string(), 500) + ": " + what);
  }

  Listing& listing_;
  std::string root_;  // as a path's beginning
  std::size_t most_;
  std::vector<std::string> outside_;  // directories that links led to, as paths' beginnings
  bool full_ = false;
};

}  // namespace

base::Result<Listing> list_cache(const std::string& directory, std::size_t most) {
  Listing listing;
  std::error_code error;
  // As marks of both ends must name it alike, whatever the way it was written, and whether it is there yet.
  const fs::path full = fs::absolute(directory, error);
  const fs::path real = fs::weakly_canonical(full, error);
  listing.directory = (error ? full : real).string();
  while (listing.directory.size() > 1 && listing.directory.ends_with('/')) listing.directory.pop_back();
  const fs::file_status status = fs::status(listing.directory, error);
  listing.absent = status.type() == fs::file_type::not_found;
  if (listing.absent) return listing;
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
