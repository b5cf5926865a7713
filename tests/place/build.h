// Short ways to build evidence for placing.
#pragma once

#include <string>

#include "base/instant.h"
#include "model/evidence.h"
#include "place/clock.h"

namespace jitgate::place {

inline base::Instant at(const std::string& text) { return *base::parse_instant(text); }

// "11-30 01:07:12", "2026-11-30 01:07:12", "01:07:12", with Z for zoned; one-second resolution.
inline model::Stamp stamp(std::string text) {
  model::Stamp s;
  s.resolution = base::kSecond;
  if (text.back() == 'Z') {
    s.zoned = true;
    text.pop_back();
  }
  const std::size_t blank = text.find(' ');
  std::string time = text;
  if (blank != std::string::npos) {
    std::string date = text.substr(0, blank);
    time = text.substr(blank + 1);
    if (date.size() == 10) {
      s.year = static_cast<std::int16_t>(std::stoi(date.substr(0, 4)));
      date = date.substr(5);
    }
    s.month = static_cast<std::uint8_t>(std::stoi(date.substr(0, 2)));
    s.day = static_cast<std::uint8_t>(std::stoi(date.substr(3, 2)));
  }
  s.ns_of_day =
      (std::stoll(time.substr(0, 2)) * 3600 + std::stoll(time.substr(3, 2)) * 60 + std::stoll(time.substr(6, 2))) *
      base::kSecond;
  return s;
}

inline Clock utc_near(const std::string& instant) {
  Clock clock;
  clock.reference = at(instant);
  return clock;
}

}  // namespace jitgate::place
