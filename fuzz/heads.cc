// Prefixes and stamps: any bytes as one line. Claims: what a head says are views into the line, which end no later than
// it, a stamp takes no more than there is and is a time of day and a date that exist in form.
#include "recognise/head.h"
#include "recognise/recogniser.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

bool within(std::string_view part, std::string_view line) {
  return part.empty() || (part.data() >= line.data() && part.data() + part.size() <= line.data() + line.size());
}

void check_stamp(const model::Stamp& stamp) {
  require(stamp.ns_of_day >= 0 && stamp.ns_of_day <= base::kDay + base::kSecond, "a time of day");
  require(stamp.resolution > 0 && stamp.resolution <= base::kDay, "a stamp has a resolution");
  require(stamp.month <= 12 && stamp.day <= 31 && stamp.year >= 0, "a date");
  require(stamp.offset_s > -25 * 3600 && stamp.offset_s < 25 * 3600, "a zone");
}

}  // namespace

void heads(std::string_view input) {
  for (std::size_t at = 0; at <= input.size();) {
    const std::size_t stop = std::min(input.find('\n', at), input.size());
    const std::string_view line = input.substr(at, stop - at);
    const model::LineHead head = recognise::read_head(line);
    require(within(head.message, line) && within(head.tag, line), "views lie in the line");
    if (head.inner) check_stamp(*head.inner);
    if (head.outer) check_stamp(*head.outer);
    std::size_t length = 0;
    if (const auto stamp = recognise::read_stamp(line, &length)) {
      require(length > 0 && length <= line.size(), "a stamp takes some of the text");
      check_stamp(*stamp);
    }
    for (const std::size_t message : {line.size() / 3, line.size() / 2, line.size()}) {
      const std::size_t glued = recognise::find_glued_head(line, message);
      require(glued == std::string_view::npos || glued <= message, "a glued head stands before its message");
    }
    recognise::worker_of_path(line);
    at = stop + 1;
  }
}

}  // namespace jitgate::fuzz
