// Logs that are still being written, and what is in them so far. Each goes through the same stream as `check` reads,
// and a stream gives its evidence only at its end; so to look ends it, and the log is read again from its beginning
// when more of it comes. What is told is thus always what `check` would tell of the files as they are. A stream that
// can be looked at without ending it would spare the reading, and be a second way to the same evidence, which must not
// differ.
//
// To look at each line would be to read everything again and again: a line is first searched for the rules' words, and
// only where a rule takes it is there news. A log is looked at at once where there is, and seldom where only a word was
// met, for a record of several lines may begin like that.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "follow/follower.h"
#include "recognise/catalogue.h"
#include "run/evidence.h"
#include "run/live_work.h"
#include "run/log_stream.h"

namespace jitgate::run {

// A log among those of a look: its path, and which of that path it is, for a file that is made anew is another.
using LogKey = std::pair<std::string, std::size_t>;
std::vector<LogKey> keys_of(const std::vector<model::LogEvidence>& logs);

// What following it tells of a log beside its evidence.
struct LiveLog {
  std::uint64_t part = 0;
  std::uint64_t lines_before = 0;  // stood there when it was seen first
  // It was there before, and nothing shows that who wrote it is still there: no process holds it open.
  bool left_behind = false;
  // A process held it open for writing while it was followed; none does any more, since between these two.
  bool held = false, let_go = false;
  model::Interval let_go_at;
  base::Instant changed = 0;  // when it was last written before
  bool removed = false;       // no name leads to it any more, and no other log took its place
  Work work;
};

// A stream whose writer is gone.
struct ClosedStream {
  std::string path;
  base::Instant at = 0;
};

// What was not read: a file that cannot be, or what was in one that was truncated.
struct LiveTrouble {
  std::string path;
  std::string what;
  base::Instant at = 0;
  bool lasts = false;  // it still is not read
  bool over = false;   // it was read after all, from its beginning
};

class LiveLogs : private follow::Sink {
 public:
  using Notice = std::function<void(const std::string& path, const std::string& what)>;

  // `notice`: of files that cannot be followed, or are followed no more.
  LiveLogs(std::vector<std::string> paths, const recognise::Catalogue& catalogue, Notice notice = {},
           follow::Settings settings = {});
  ~LiveLogs() override;

  // Looks once for more. True: there is news, and look() is due.
  bool poll(std::int64_t now_ms);
  // The next poll looks at paths and patterns as well, whenever it last did.
  void look_at_names() { follower_.look_at_names(); }
  // Evidence so far; of logs without news, as it was when they were looked at last. `everything`: of all as they are.
  Evidence look(bool everything = false);
  // Reads what is still there and takes unfinished lines for whole.
  void finish(std::int64_t now_ms);

  // Whether some log holds more than was known of it at the last look.
  [[nodiscard]] bool unjudged() const;
  // Logs of which the last poll has not read all that there was.
  [[nodiscard]] std::vector<std::string> behind() const;

  // Of the logs of the last look.
  [[nodiscard]] const std::map<LogKey, LiveLog>& told() const { return told_; }
  // Last lines without an end, and last records whose other lines have not come: how much stands before them, by part.
  [[nodiscard]] std::map<std::uint64_t, std::uint64_t> unended() const;
  // Takes such lines for whole, for this once. True: there is news, and look(true) is due.
  bool peek();
  // Logs of other names that hold the same bytes, as far as the shorter one goes: part → the part it is a copy of.
  [[nodiscard]] std::map<std::uint64_t, std::uint64_t> copies();
  [[nodiscard]] const std::vector<ClosedStream>& closed() const { return closed_; }
  [[nodiscard]] const std::vector<LiveTrouble>& troubles() const { return troubles_; }
  [[nodiscard]] const std::string& path_of(std::uint64_t part) const { return parts_.at(part).path; }
  [[nodiscard]] std::size_t files() const { return parts_.size(); }
  // Paths that were asked for, and where no log is at present.
  [[nodiscard]] std::vector<std::string> without_logs() const { return follower_.without_logs(); }
  // Logs that were removed, and nothing has come in their place.
  [[nodiscard]] const std::map<std::uint64_t, std::string>& removed() const { return removed_; }

 private:
  struct Part {
    std::string path;
    std::string own_path;               // the same, and no other part's
    std::unique_ptr<LogStream> stream;  // null: looked at, and nothing came since
    std::optional<Evidence> known;      // when it was looked at last
    bool stale = false;                 // more came since
    bool followed = true;
    std::int64_t due_ms = 0;       // not to be looked at before
    std::int64_t cost_ms = 0;      // of reading it again
    std::int64_t perhaps_ms = -1;  // since when a word was met that no rule took
    bool news = false;
    bool unheard = false;       // it has events, and nothing told its zone: the next line does
    bool fresh = false;         // what comes now was written now: all that was there before has been read
    std::int64_t heard_at = 0;  // wall clock, ns: when more came last; 0: it was there before we were
    struct Writer {
      std::optional<base::Instant> started;  // as of the last look
      std::int64_t since_ms = 0;             // it is seen
      base::Instant last_seen = 0;           // wall clock
      int missed = 0;                        // looks since
      std::uint64_t handed = 0;              // bytes, then
    } writer;
    LiveLog live;
    follow::Identity identity;
    std::uint64_t handed = 0;   // bytes
    bool behind = false;        // the last poll has not read all that there was
    bool waits = false;         // its last record is one of several lines, which are not all there
    std::int64_t waits_ms = 0;  // since when
    std::uint64_t whole = 0;    // bytes in front of it
    std::string pieces;         // its lines so far, and what came with them
    std::uint64_t peeked = 0;   // as much of it, unfinished line included, was known at the last peek
    std::string head;           // its first bytes
  };

  void begin(std::uint64_t number, const follow::Found& found) override;
  void data(std::uint64_t number, std::string_view bytes) override;
  void end(std::uint64_t number, follow::Ended why) override;
  void trouble(const std::string& path, const std::string& what, bool lost) override;
  void packed(const std::string& path, base::Instant changed) override;

  void read_again(std::uint64_t number, Part& part, std::size_t but_last);
  void search(Part& part, std::string_view bytes, bool split);
  void conclude(Part& part, bool half_records = false);
  [[nodiscard]] bool may_conclude(const Part& part) const;
  bool find_writers();
  bool watch_writers();
  bool find_removed();
  void look_at_troubles();
  std::string own_path(const std::string& path);
  static bool tells_whose(const Part& part);
  bool same_beginning(std::uint64_t a, std::uint64_t b, std::uint64_t bytes) const;

  const recognise::Catalogue& catalogue_;
  Notice notice_;
  std::vector<std::string> no_patterns_;
  std::map<std::uint64_t, Part> parts_;
  std::map<LogKey, LiveLog> told_;
  std::vector<ClosedStream> closed_;
  std::vector<LiveTrouble> troubles_;
  std::map<std::string, std::size_t> paths_;      // how many parts had each
  std::map<std::uint64_t, std::string> removed_;  // parts
  std::vector<std::uint64_t> old_;  // parts that were there before, whose writers have not been looked for
  std::int64_t next_writers_ms_ = 0;
  struct Alike {
    std::uint64_t bytes = 0;  // compared
    bool same = false;
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, Alike> compared_;
  base::Instant begun_;
  std::int64_t now_ms_ = 0;
  std::uint64_t polls_ = 0, lost_ = 0;
  follow::Follower follower_;
};

}  // namespace jitgate::run
