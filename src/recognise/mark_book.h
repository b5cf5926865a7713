// Keeps the marks of a log. A heartbeat every few seconds for a day, or a bar's every state, would outweigh all
// evidence; what is asked of marks is whether there was one, the first and the last. So of each rule, process and
// detail the first few and the latest are kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "model/evidence.h"
#include "recognise/draft.h"
#include "recognise/timeline.h"

namespace jitgate::recognise {

class MarkBook {
 public:
  static constexpr std::size_t kFirst = 16;
  static constexpr std::size_t kText = 400;       // bytes of a line kept in a mark
  static constexpr std::size_t kGroups = 16'384;  // more different marks than this in one log are a limit

  explicit MarkBook(Timeline& timeline) : timeline_(&timeline) {}

  // Where the latest mark of a rule, process and detail stands, of which there are more than are kept.
  struct Place {
    std::size_t index = 0;
  };

  // The ticket goes over to the book; the mark's time is filled in at the end. Gives a place where the next like it
  // would replace this one.
  std::optional<Place> add(model::RawMark mark, int writer, Timeline::Ticket ticket);
  // The same mark again, on another line.
  void renew(Place place, std::string_view text, std::uint64_t line, Timeline::Ticket ticket);
  [[nodiscard]] bool overflowed() const { return overflowed_; }
  // In the order of the log, with times.
  std::vector<model::RawMark> finish();

 private:
  struct Kept {
    model::RawMark mark;
    int writer;
    Timeline::Ticket ticket;
    bool raw = false;  // its text stands as it came
  };
  struct Group {
    std::size_t seen = 0;
    std::size_t latest = 0;  // index in kept_, once there are more than kFirst
  };
  Timeline* timeline_;
  std::map<std::tuple<std::string, model::MarkKind, int, std::string>, Group> groups_;
  std::vector<Kept> kept_;
  bool overflowed_ = false;
};

}  // namespace jitgate::recognise
