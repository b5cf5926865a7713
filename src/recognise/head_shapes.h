// Most lines of a log have the head of a line shortly before them, but for the seconds. A shape is such a head: the
// bytes up to the seconds, and those behind them that decide what the head is. A line that fits one needs no reading:
// who wrote it and when is known for the price of a comparison, and every line's stamp can be had, which brackets and
// silences are made of. Reading heads around events only would be faster still, and would widen brackets and lose
// processes. A shape is learned from a line that was read in full, and only where the reading could not have been
// swayed by anything that the comparison leaves out. What fits none (another minute, another writer) is read in full.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/heard.h"
#include "recognise/mark_book.h"

namespace jitgate::recognise {

// A heartbeat that a line of a shape was, with all that is asked of the next one with the same words.
struct Pulse {
  std::string words;   // what the pattern took; empty: none was seen
  std::size_t at = 0;  // where the needle begins in it
  std::uint32_t needle = 0;
  MarkBook::Place place{};
};

// What a line of a known shape is known to be.
struct HeadShape {
  enum class Kind : std::uint8_t {
    none,
    bare,     // "(APIServer pid=1) INFO:     ": a record without a stamp
    level,    // "(Worker_TP0 pid=7) INFO 09-03 10:41:07 [": the tag differs from line to line
    bracket,  // "[2026-09-03 10:41:07 TP0] "
    target,   // "2026-09-03T10:41:07.118204Z  INFO dynamo_llm::http: "
  };
  Kind kind = Kind::none;
  std::string front;           // the line up to its seconds
  std::uint8_t fraction = 0;   // digits behind the seconds
  std::string behind;          // what follows the stamp
  std::int64_t minute_ns = 0;  // of the day
  // The head as it was read. Its stamp is the latest line's that fitted; tag and message are no line's.
  model::LineHead head;
  int process = -1;  // its number (process_table.h)
  std::array<Pulse, 3> pulses;
  std::size_t next_pulse = 0;  // to be replaced
};

class HeadShapes {
 public:
  // The shape that `line` has, with its stamp in the shape's head; null: it is to be read. `tabs`: there may be tabs in
  // it.
  HeadShape* find(std::string_view line, bool tabs);
  // `line` was read, its head is `head` and its process has this number. The shape that it gave, null: none.
  HeadShape* learn(std::string_view line, const model::LineHead& head, int process);

  // Where the message of a line that fitted begins: as read_head() has it, but for a level that uvicorn puts in front
  // of it. npos: its head is of another form.
  static std::size_t message_of(const HeadShape& shape, std::string_view line);
  // Its tag, of a line whose message could be told.
  static std::string_view tag_of(const HeadShape& shape, std::string_view line);

 private:
  static constexpr std::size_t kKey = 16;  // bytes that choose the bucket
  static constexpr std::size_t kBuckets = 16;
  static constexpr std::size_t kEach = 8;
  struct Bucket {
    std::array<HeadShape, kEach> shapes;
    std::size_t next = 0;  // to be replaced
    std::size_t last = 0;  // found last
  };
  Bucket& bucket_of(std::string_view line);

  std::array<Bucket, kBuckets> buckets_;
};

}  // namespace jitgate::recognise
