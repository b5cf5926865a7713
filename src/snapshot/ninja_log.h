// A `.ninja_log`: when the commands of builds ran, of builds of which no log has a line. A row is begin and end in ms
// since its build began, a time, the output and a hash of the command, by tabs. What the time is differs by version:
//
//   v7   when the command started, ns (runs/README.md; of the two rows recorded, both tell the same begin to 3 ms)
//   v6   the same: versions 6 and 7 differ in how commands are hashed (rows of public logs agree to 1 ms)
//   v5   when the output was last written, ns (tried with ninja 1.11.1: within 10 ms of the end, or earlier where a
//        command goes on after it has written its output)
//
// so that each row tells when its build began. Rows of one build stand together and agree about its beginning; a build
// that is begun again appends its own. A row that tells no time (of another version, cut, or without one) and whatever
// else stands in a file of that name may be of a build at any time before the file was last written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/evidence.h"

namespace jitgate::snapshot {

struct NinjaBuild {
  model::Interval start, end;
  double duration_s = 0;       // exact to the ms
  std::uint32_t commands = 0;  // rows
  std::string output;          // of the last command
  std::uint64_t first_line = 0, last_line = 0, byte = 0;
  std::string text;  // of the last row
};

// By its name, or its first bytes.
bool is_ninja_log(std::string_view path, std::string_view head);

class NinjaLogReader {
 public:
  static constexpr std::size_t kMaxBuilds = 10'000;
  static constexpr std::size_t kMaxLine = 16 * 1024;

  // `path`: with its path through the containers. A file that is named as such a log is one, whatever it holds.
  explicit NinjaLogReader(std::string_view path = {});
  // False as soon as the stream cannot be such a file. Pieces of any size.
  bool feed(std::string_view bytes);
  // True: it was one.
  bool finish();

  [[nodiscard]] int version() const { return version_; }  // 0: its header is not there
  [[nodiscard]] std::vector<NinjaBuild>& builds() { return builds_; }
  [[nodiscard]] std::uint64_t undated() const { return undated_; }  // rows without a time that can be told
  [[nodiscard]] std::uint64_t first_undated() const { return first_undated_; }
  [[nodiscard]] std::uint64_t last_undated() const { return last_undated_; }
  [[nodiscard]] const std::string& undated_text() const { return undated_text_; }  // of the last
  [[nodiscard]] std::uint64_t lines() const { return line_; }
  [[nodiscard]] bool cut() const { return cut_; }  // more builds than are kept

 private:
  void line(std::string_view text);
  bool header(std::string_view text);
  void row(std::string_view text);
  void undated(std::string_view text);

  bool named_, refused_ = false, cut_ = false, overlong_ = false;
  int version_ = 0;
  std::string carry_, undated_text_;
  std::uint64_t line_ = 0, byte_ = 0, line_byte_ = 0, undated_ = 0, first_undated_ = 0, last_undated_ = 0;
  std::vector<NinjaBuild> builds_;
  base::Instant began_ = 0;  // of the build in hand
  std::int64_t first_ms_ = 0, last_ms_ = 0;
};

// What such a file tells, as a log of build events. `path`: with its path through the containers; the compiler is told
// by it, else it is an extension of torch's. `written`: when the file was last written, where that is known; what tells
// no time was built before.
model::LogEvidence evidence_of(NinjaLogReader& log, const std::string& path,
                               std::optional<base::Instant> written = std::nullopt);
// One build as an event of that rule.
model::RawEvent event_of(const NinjaBuild& build, int rule, const std::string& folder);

}  // namespace jitgate::snapshot
