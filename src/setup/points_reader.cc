#include "setup/points_reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "setup/scalars.h"

namespace jitgate::setup {
namespace {

struct Read {
  model::ConfiguredWindow window;
  Place at;
};

std::optional<Read> read_point(const YamlNode& node, Complaints& complaints) {
  if (node.kind != YamlNode::Kind::map) {
    complaints.add(node.place(), "an entry of window.points is a mapping of id, start and end");
    return std::nullopt;
  }
  std::optional<std::string> id;
  std::optional<base::Instant> start;
  std::optional<base::Instant> end;
  for (const YamlNode& entry : node.items) {
    if (entry.key == "id") {
      id = read_text(entry, "id", complaints);
      if (!id) return std::nullopt;
    } else if (entry.key == "start") {
      start = read_instant(entry, "start", complaints);
      if (!start) return std::nullopt;
    } else if (entry.key == "end") {
      end = read_instant(entry, "end", complaints);
      if (!end) return std::nullopt;
    } else {
      unknown_key(entry, point_keys(), complaints);
    }
  }
  if (!start || !end) {
    complaints.add(node.at, std::string("this window has no ") + (start ? "end" : "start"));
    return std::nullopt;
  }
  if (*start >= *end) {
    complaints.add(node.at, "this window ends before it has begun");
    return std::nullopt;
  }
  return Read{{id.value_or(""), *start, *end}, node.at};
}

}  // namespace

std::vector<model::ConfiguredWindow> read_points(const YamlNode& list, Complaints& complaints) {
  std::vector<model::ConfiguredWindow> windows;
  if (!is_list(list, "window.points", complaints)) return windows;
  std::map<std::string, std::vector<Read>> by_id;
  for (const YamlNode& node : list.items) {
    const auto read = read_point(node, complaints);
    if (!read) continue;
    if (read->window.id.empty() && list.items.size() > 1) {
      complaints.add(read->at, "this window has no id, and there are others", "give each the id of its point");
    }
    windows.push_back(read->window);
    by_id[read->window.id].push_back(*read);
  }
  for (auto& [id, reads] : by_id) {
    std::sort(reads.begin(), reads.end(), [](const Read& a, const Read& b) { return a.window.start < b.window.start; });
    for (std::size_t i = 1; i < reads.size(); ++i) {
      if (reads[i].window.start >= reads[i - 1].window.end || id.empty()) continue;
      complaints.add(reads[i].at, "this window overlaps another of the point " + in_quotes(id),
                     "the other stands on line " + std::to_string(reads[i - 1].at.line));
    }
  }
  return windows;
}

}  // namespace jitgate::setup
