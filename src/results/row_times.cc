#include "results/row_times.h"

#include <cmath>

#include "results/instants.h"

namespace jitgate::results {
namespace {

bool claims(const Record& record, const std::string& path) {
  const Scalar* value = record.find(path);
  return value != nullptr && value->type != Scalar::Type::null;
}

std::string named(const std::string& path, const char* what) { return "'" + path + "' " + what; }

// Why the value is no number to reckon with; empty: it is one.
std::string no_number(const Record& record, const std::string& path) {
  if (record.number(path)) return {};
  const Scalar& value = *record.find(path);
  if (value.type != Scalar::Type::number) return named(path, "is no number");
  return std::isfinite(value.number) ? std::string() : named(path, "is not finite");
}

std::optional<base::Instant> edge(const Record& record, const std::string& path, std::string* why) {
  if (!claims(record, path)) return std::nullopt;
  std::string fault = no_number(record, path);
  const auto t = unix_seconds(record, path);
  if (fault.empty() && !t) fault = named(path, "is no unix time in seconds");
  if (why->empty()) *why = fault;
  return t;
}

}  // namespace

ClaimedTimes claimed_times(const Record& record, const std::string& duration_path) {
  ClaimedTimes times;
  const std::string start = "benchmark_start_time_unix";
  const std::string end = "benchmark_end_time_unix";
  times.start = edge(record, start, &times.impossible);
  times.end = edge(record, end, &times.impossible);
  if (claims(record, duration_path)) {
    times.duration_s = record.number(duration_path);
    std::string fault = no_number(record, duration_path);
    if (times.duration_s && *times.duration_s <= 0) {
      fault = named(duration_path, "is not above 0");
      times.duration_s.reset();
    }
    if (times.impossible.empty()) times.impossible = fault;
  }
  if (!times.impossible.empty()) return times;
  if (claims(record, start) != claims(record, end)) {
    times.impossible = "it has '" + (times.start ? start : end) + "' and not '" + (times.start ? end : start) + "'";
  } else if (times.start && *times.end < *times.start) {
    times.impossible = "it ends before it starts";
  } else if (times.start && *times.end == *times.start) {
    times.impossible = "it ends when it starts";
  }
  return times;
}

void read_times(const Record& record, const std::string& duration_path, model::ResultRow* row) {
  const ClaimedTimes times = claimed_times(record, duration_path);
  row->duration_s = times.duration_s;
  row->impossible = times.impossible;
  if (!times.impossible.empty()) {
    row->notes.push_back(times.impossible);
    return;
  }
  row->start = times.start;
  row->end = times.end;
}

}  // namespace jitgate::results
