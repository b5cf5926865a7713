// Undoes the transports that escape or split lines, line by line, because files mix them: docker's json-file and CRI
// split long lines into parts, JSON loggers put a record into an object. The other transports only put words in
// front and stay: the head parser of recognition reads over them.
//
// Parts are joined per stream. A part whose end never comes would swallow all that follows, so joining stops after a
// megabyte; what was joined is passed on and counted as unreadable. Docker's parts end with an LF but the last; some
// collectors take every LF off, which shows when two parts in a row have none, and then nothing is joined.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/block.h"
#include "read/text_lines.h"

namespace jitgate::read {

struct JsonRecord;

class Transport {
 public:
  explicit Transport(TextLines* lines) : lines_(lines) {}

  // Whether take() would look at the line: cheap.
  static bool may_take(std::string_view line);
  // Whether the line was a transport's; it then became text, or will when its last part comes.
  bool take(std::string_view line, model::LineOrigin origin);
  // The stream has ended: passes on what waits for more parts.
  void finish();

  [[nodiscard]] std::uint64_t unreadable() const { return unreadable_; }
  // Whether a record has begun whose last part has not come.
  [[nodiscard]] bool waits() const;

 private:
  struct Parts {
    bool open = false;
    bool partial = false;  // the last one said that another follows
    bool ended = false;    // some part ended with LF
    bool bare = false;     // LFs are taken off
    std::string head;
    std::string text;
    model::LineOrigin origin{};
    std::size_t last = 0;  // bytes of the last part
  };
  bool take_objects(std::string_view front, std::string_view prefix, std::string_view objects,
                    model::LineOrigin origin);
  void take_record(std::string_view prefix, const JsonRecord& record, model::LineOrigin origin);
  void take_part(std::string_view prefix, const JsonRecord& record, model::LineOrigin origin);
  bool take_cri(std::string_view line, model::LineOrigin origin);
  void join(Parts* parts, std::string_view head, std::string_view text, bool complete, model::LineOrigin origin);
  void pass_on(Parts* parts);
  void add_message(const std::string& head, std::string_view message, std::string_view fields, int depth,
                   model::LineOrigin origin);

  TextLines* lines_;
  std::uint64_t unreadable_ = 0;
  std::array<Parts, 2> cri_;        // stdout, stderr
  std::array<Parts, 3> container_;  // stdout, stderr, any other
};

}  // namespace jitgate::read
