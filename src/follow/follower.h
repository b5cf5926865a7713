// Follows the files that paths and patterns name, also those that appear later: each is read from its beginning, and
// then on as it grows. A file is what it is on disk (device and inode), not its name: when a log is rotated, the one
// that was renamed is read to its end and its successor from its beginning, and neither of them twice. Everything is
// asked for again and again; nothing depends on being told by the system, which network file systems do not do.
//
// A log may be rotated and its writer know nothing of it: it goes on in the file that has lost its name. So such a file
// is read on as long as some process is seen to hold it open for writing, or nothing is written in its place.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "follow/followed_file.h"

namespace jitgate::follow {

enum class Ended : std::uint8_t {
  rotated,  // another file has its name, or it has none any more
  anew,     // it was truncated: what it holds now is another part, which begins at once
  closed,   // a stream's end
  stopped,  // by finish()
};

using Identity = std::pair<std::uint64_t, std::uint64_t>;  // device and inode

// What is known of a part when it begins.
struct Found {
  std::string path;
  Identity identity;
  base::Instant changed = base::kLatest;  // when it was last written, by its file system's clock; kLatest: a stream
};

// Receives what is read. Each part has a number of its own.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;
  virtual void begin(std::uint64_t part, const Found& found) = 0;
  // Whole lines; but where a line is very long, and the last line of a part.
  virtual void data(std::uint64_t part, std::string_view bytes) = 0;
  virtual void end(std::uint64_t part, Ended why) = 0;
  // What cannot be followed, one sentence, once. `lost`: it may be a log; else it is a file of another kind.
  virtual void trouble(const std::string& path, const std::string& what, bool lost) = 0;
  // A packed file, which is not followed and may hold a log: each time that it is met changed.
  virtual void packed(const std::string& /*path*/, base::Instant /*changed*/) {}
};

struct Settings {
  std::int64_t rescan_ms = 1000;           // how often paths and patterns are looked at
  std::int64_t grace_ms = 10'000;          // how long a renamed file is read on
  std::size_t most_files = 10'000;         // at once, and no more than may be open; more are told
  std::uint64_t most_bytes = 64ULL << 20;  // of one file in one poll
};

class Follower {
 public:
  // `paths`: files, directories (everything below them), patterns ("logs/*.out", "**"), "-" for standard input; they
  // may be missing yet.
  Follower(std::vector<std::string> paths, Sink& sink, Settings settings = {});
  ~Follower();
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // Looks once at everything; `now_ms` by a clock that never goes back. The bytes handed out.
  std::uint64_t poll(std::int64_t now_ms);
  // The next poll looks at paths and patterns as well, whenever it last did.
  void look_at_names() { next_scan_ = 0; }
  // Looks a last time, hands out unfinished lines and ends every part.
  void finish(std::int64_t now_ms);

  // The parts whose last line has no end yet, and so was not handed out: that text. Valid until the next poll.
  [[nodiscard]] std::map<std::uint64_t, std::string_view> unfinished() const;
  // The parts of which the last poll has not read all that there was.
  [[nodiscard]] std::set<std::uint64_t> behind() const;
  // Hands out again what was handed out of a part that has not ended, or of one that ends just now. False: it is no
  // longer there.
  bool replay(std::uint64_t part, const Use& use) const;
  // What could not be followed for a trouble that was told as one by which a log may be lost: whether it still is so.
  [[nodiscard]] bool troubled(const std::string& path) const { return troubled_.count(path) != 0; }
  // Of the paths given, those where the last look found nothing that is followed: they are not there, or hold no log.
  [[nodiscard]] std::vector<std::string> without_logs() const;
  // The parts whose file no name leads to any more, nobody is seen to write to, and nothing was written in its place:
  // what its writer writes now may be elsewhere. With its path.
  [[nodiscard]] std::map<std::uint64_t, std::string> removed() const;

 private:
  struct File {
    std::string path;
    std::uint64_t part = 0;
    std::unique_ptr<FollowedFile> file;
    std::int64_t away_since = -1;  // ms: since when no name leads to it
    std::int64_t asked = -1;       // ms: when its writers were looked for since
    bool held = false;             // there were some
  };

  void rescan(std::int64_t now_ms);
  bool examined(const std::string& path, struct stat& about);
  void look_at(const std::string& path, bool named);
  void consider(const std::string& path, const struct stat& about, bool named);
  void found_log() { met_[looking_] = true; }
  void look_below(const std::string& folder, const struct stat& about, int depth);
  void open(const std::string& path);
  void begin(File& file);
  std::uint64_t poll_one(File& file, std::int64_t now_ms, bool& ended);
  void end(File& file, Ended why);
  void look_for_writers(std::int64_t now_ms, bool again);
  [[nodiscard]] bool is_left(const File& file, std::int64_t now_ms) const;
  [[nodiscard]] bool has_successor(const std::string& path) const;
  void tell(const std::string& path, const std::string& what, bool lost = true);

  std::vector<std::string> paths_;
  Sink& sink_;
  Settings settings_;
  std::map<Identity, File> files_;
  std::set<Identity> seen_;                                 // in this scan
  std::set<Identity> folders_;                              // looked into in this scan: links may lead round
  std::vector<std::pair<std::string, std::size_t>> links_;  // met in directories in this scan, and below which path
  std::vector<bool> met_;                                   // by path: something is followed there
  std::size_t looking_ = 0;                                 // below which path
  std::map<std::uint64_t, std::string> gone_;               // parts that ended when no name led to them
  struct Refused {
    base::Instant changed = 0;  // it may become one
    bool lost = false;
  };
  std::map<Identity, Refused> refused_;  // no logs
  std::set<Identity> written_;           // that some process was seen to hold open for writing
  std::set<std::string> told_;
  std::set<std::string> troubled_;  // paths, since the last look at them
  std::int64_t next_scan_ = 0;
  std::uint64_t parts_ = 0;
};

}  // namespace jitgate::follow
