// What a match captured, as values: names, durations with the precision they were printed with, counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "recognise/matcher.h"
#include "recognise/rule.h"

namespace jitgate::recognise {

struct Printed {
  double value = 0;      // seconds
  double precision = 0;  // one unit of the last printed digit, seconds
};

// "1.73" with a unit; "00:12" and "1:02:03" (clock); "2m3.4s" (spoken). Empty where the text is no such time.
std::optional<Printed> parse_printed(std::string_view text, Unit unit);

struct Captured {
  std::string target, detail;
  std::string key;  // what lines of one record call their target alike: capture `key_target`, else the target
  std::optional<Printed> duration;
  std::optional<std::uint64_t> n, m;  // of a progress "n/m", or a count
  std::optional<std::int64_t> pid;    // where the message itself names the process
  std::string process;
  std::vector<std::pair<std::string, std::string>> all;  // every named capture that took part, each cut to 20 KB
  [[nodiscard]] const std::string* find(std::string_view name) const;
};

Captured captured_by(const Rule& rule, const Match& match);

}  // namespace jitgate::recognise
