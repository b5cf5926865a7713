// Opens what the user names and hands out every stream in it, however nested: zip, tar, gz, zst, xz, bz2,
// directories, plain files. What a stream is, its bytes tell, not its name. Streaming, in memory that does not grow
// with the archive. libarchive reads zip and tar but checks neither a gzip CRC nor a tar's end, so the gzip layer is
// our own (inflate.h) and the tar's two zero blocks are required here. Damage is data for the judge, not an abort: what
// was read before it counts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/coverage.h"

namespace jitgate::open {

struct Limits {
  int depth = 4;                               // containers within containers
  std::uint64_t entries = 100'000;             // of one named path
  std::uint64_t expanded_bytes = 64ULL << 30;  // of one named path: read from its files, and made by unpacking
  // Expanded to packed, of one file, past the first 64 MiB expanded. Real logs pack 10 to 100 to one; deflate cannot do
  // more than 1,032 to one, so a limit above that would never stop a zip.
  double ratio = 500;
};

// Receives streams one after another. Calls come in the order begin, data…, end; never nested.
class Sink {
 public:
  virtual ~Sink() = default;
  // `path`: the named path as given, then "!" and the name in each container ("run.zip!logs.tar.gz!w0.out").
  // Names inside archives are shown with "./" removed; '!', '%' and control bytes in names of members and of files
  // below a named directory are percent-encoded, so that no name can look like another path. Two members may have one
  // name.
  virtual void begin(const std::string& path) = 0;
  virtual void data(std::string_view block) = 0;
  virtual void end(const model::StreamEnd& end) = 0;
  // Damage that belongs to no stream: a member that could not be read at all, a container that would not open.
  virtual void damaged(const model::Damage& damage) = 0;
  // A plain file of a directory, of `size` bytes, whose turn it is: `read` may be called instead, once, from any
  // thread, before settle() returns; it gives the file to the sink that it is called with (begin, data…, end). False:
  // not wanted, and the file comes here.
  virtual bool set_aside(const std::string& /*path*/, std::uint64_t /*size*/, std::function<void(Sink&)>&& /*read*/) {
    return false;
  }
  // Called before what set_aside() was given ends.
  virtual void settle() {}
  // A file that is no part of any run and was not read (open/litter.h); `what`: the predicate of a sentence.
  virtual void passed_over(const std::string& /*path*/, std::string_view /*what*/) {}
  // A container (or a compressed layer) came to its end, after all streams in it. Its damage and checksum hold for
  // every stream whose path begins with `path` + "!" (for a plain .gz: whose path is `path`). Called once for all
  // layers of a path (a member of a zip that is a tar.gz). `none` says nothing: a stream's own checksum stands. Damage
  // that a stream already told at its end is told again here; that of a container without streams also by damaged().
  virtual void container_end(const std::string& path, model::Checksum checksum,
                             const std::vector<model::Damage>& damage) = 0;
};

// Opens one named path (a file or a directory, walked in name order, links below it not followed). An error only where
// the named path itself does not exist (Blame::user) or cannot be opened or read at all (Blame::world).
base::Result<void> open_path(const std::string& path, const Limits& limits, Sink& sink);

}  // namespace jitgate::open
