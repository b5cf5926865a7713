// Puts the lines of one record together: a session with its candidates and its result, a build with its start, its
// waiters and its finish. Lines of other records may stand between them. A record that never ends is an event too:
// at the log's end, or when no line of it came for long, it is given out with the end that is known.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "recognise/draft.h"
#include "recognise/rule.h"
#include "recognise/timeline.h"

namespace jitgate::recognise {

class Assembler {
 public:
  using EventSink = std::function<void(Draft&&)>;
  using MarkSink = std::function<void(const Draft&, model::MarkKind)>;

  Assembler(Timeline& timeline, std::size_t text_limit, EventSink events, MarkSink marks);
  ~Assembler();

  // Every piece's ticket becomes the assembler's: it goes on in a draft, or is forgotten.
  void add(const Piece& piece);
  void finish();

 private:
  struct Open;
  struct Family;

  Open* awaiting(Family& family, const Piece& piece);
  Open& open(Family& family, const Piece& piece);
  void join(Open& record, const Piece& piece);
  static Open* absorbing(Family& family, const Open& record);
  std::size_t absorb(Family& family, Open& older, Open& record);
  void close(Family& family, std::size_t index);
  void give(Draft&& draft, const std::vector<const Rule*>& rules);
  bool stands_alone(Family& family, const Piece& piece);
  [[nodiscard]] bool closes(const Open& record, const Piece& piece) const;

  Timeline* timeline_;
  std::size_t text_limit_;
  EventSink events_;
  MarkSink marks_;
  std::map<std::string, std::unique_ptr<Family>> families_;
};

}  // namespace jitgate::recognise
