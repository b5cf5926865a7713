// What the tests of this folder share: data files, documents read whole or in pieces, and lines with a head that is
// read just well enough for them (the real one is recognition's).
#pragma once

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "model/heard.h"
#include "model/results.h"
#include "results/documents.h"
#include "results/listener.h"
#include "results/local_time.h"

namespace jitgate::results {

inline std::string data(const std::string& name) {
  std::ifstream file(std::string(JITGATE_TEST_DATA) + "/results/" + name, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

struct Reading {
  model::ResultEvidence evidence;
  bool document = false;
};

inline Reading read(std::string_view content, const std::string& path = "x.json", std::size_t piece = 1 << 20) {
  Reading reading;
  DocumentReader reader(path);
  for (std::size_t at = 0; at < content.size(); at += piece) {
    if (!reader.feed(content.substr(at, piece))) break;
  }
  reading.document = reader.finish(reading.evidence);
  return reading;
}

// Everything an evidence holds, as text: for comparing two readings.
inline std::string dump(const model::ResultEvidence& evidence) {
  std::ostringstream out;
  out.precision(17);
  for (const auto& row : evidence.rows) {
    out << "row " << row.path << ' ' << static_cast<int>(row.kind) << row.client << ' ' << row.key.model << ' '
        << row.key.parallelism << ' ' << row.key.conc.value_or(-1) << ' ' << row.key.isl.value_or(-1) << ' '
        << row.completed.value_or(-1) << ' ' << row.duration_s.value_or(-1) << ' ' << row.start.value_or(-1);
    for (const auto& [name, value] : row.metrics) out << ' ' << name << '=' << value;
    for (const float value : row.ttft) out << ' ' << value;
    for (const float value : row.latency) out << ' ' << value;
    for (const auto& note : row.notes) out << " [" << note << ']';
    out << '\n';
  }
  for (const auto& set : evidence.requests) {
    out << "set " << set.path << ' ' << static_cast<int>(set.source) << ' ' << set.conc.value_or(-1) << '\n';
    for (const auto& r : set.requests) {
      out << r.id << ' ' << r.received << ' ' << r.first_token << ' ' << r.completed << ' ' << r.prefill_worker << ' '
          << r.decode_worker << ' ' << r.output_tokens << r.measured << r.ok << '\n';
    }
  }
  for (const auto& claim : evidence.claims) {
    out << "claim " << claim.id << ' ' << claim.conc.value_or(-1) << ' ' << claim.start << ' ' << claim.end
        << claim.completed << '\n';
  }
  for (const auto& damage : evidence.damaged) {
    out << "damage " << damage.path << ' ' << damage.line << ' ' << damage.parts << damage.recognised << damage.row_lost
        << damage.what << '\n';
  }
  for (const auto& path : evidence.not_results) out << "other " << path << '\n';
  return out.str();
}

// A zoned RFC 3339 stamp or a bare local one at the beginning, and then, of two, the second as the inner one.
inline model::LineHead head_of(std::string_view line) {
  model::LineHead head;
  head.message = line;
  const auto zoned = [](std::string_view word) -> std::optional<model::Stamp> {
    const auto t = base::parse_instant(word);
    if (!t || word.find('T') == std::string_view::npos) return std::nullopt;
    const base::Civil civil = base::civil_of(*t);
    model::Stamp stamp;
    stamp.year = static_cast<std::int16_t>(civil.year);
    stamp.month = static_cast<std::uint8_t>(civil.month);
    stamp.day = static_cast<std::uint8_t>(civil.day);
    stamp.ns_of_day = *t - base::days_from_civil(civil.year, civil.month, civil.day) * base::kDay;
    stamp.resolution = 1000;
    stamp.zoned = true;
    return stamp;
  };
  if (const auto stamp = zoned(line.substr(0, line.find(' ')))) {
    head.inner = stamp;
    head.record = true;
    head.message = line.substr(std::min(line.size(), line.find(' ') + 1));
  }
  if (const auto stamp = read_date_line(head.message.substr(0, 19))) {
    head.outer = head.inner;
    head.inner = stamp;
    head.record = true;
    head.message = head.message.substr(std::min<std::size_t>(head.message.size(), 20));
  }
  return head;
}

// The words of the listener that stand in `line`, as recognition tells them.
inline std::uint64_t words_of(std::string_view line) {
  std::vector<std::string> needles = listen_needles();
  needles.insert(needles.end(), date_needles().begin(), date_needles().end());
  const std::string lower = base::lower(line);
  std::uint64_t words = 0;
  for (std::size_t i = 0; i < needles.size(); ++i) {
    if (lower.find(base::lower(needles[i])) != std::string::npos) words |= std::uint64_t{1} << i;
  }
  return words;
}

inline model::ResultEvidence hear(std::string_view text, const std::string& path = "x.out") {
  LogListener listener(path);
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const model::LineHead head = head_of(line);
    if (const std::uint64_t words = words_of(line); words != 0) listener.hear({path, line, &head, number + 1, words});
    ++number;
    at = end + 1;
  }
  model::ResultEvidence evidence;
  listener.finish(evidence);
  return evidence;
}

}  // namespace jitgate::results
