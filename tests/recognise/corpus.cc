#include "corpus.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "read/blocks.h"
#include "recognise/head.h"
#include "recognise/recogniser.h"
#include "recognise/rule.h"

namespace jitgate::recognise {
namespace {

std::vector<std::filesystem::path> listing(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

void read_expectations(const YAML::Node& node, CorpusCase& item) {
  for (const auto& event : node["events"]) {
    std::map<std::string, std::string> fields;
    for (const auto& field : event) fields[field.first.Scalar()] = field.second.Scalar();
    int count = 1;
    if (const auto found = fields.find("count"); found != fields.end()) {
      count = std::stoi(found->second);
      fields.erase(found);
    }
    for (int i = 0; i < count; ++i) item.events.push_back(fields);
  }
  if (!node["marks"]) return;
  item.marks.emplace();
  for (const auto& mark : node["marks"]) {
    item.marks->push_back(mark.IsMap() ? mark["kind"].Scalar() : mark.Scalar());
  }
}

// As the program reads it.
model::LogEvidence evidence_of(const Catalogue& catalogue, const CorpusCase& item) {
  Recogniser recogniser(catalogue, item.path.empty() ? item.id + ".log" : item.path);
  read::BlockReader reader([&](const model::Block& block) { recogniser.scan(block); });
  reader.feed(item.text);
  reader.finish();
  return recogniser.finish();
}

bool same_stamp(const std::string& written, const model::RawEvent& event) {
  std::size_t length = 0;
  const auto expected = read_stamp(written, &length);
  if (!expected) return false;
  for (const auto& own : {event.first.own, event.last.own}) {
    if (own && own->ns_of_day == expected->ns_of_day && own->month == expected->month && own->day == expected->day) {
      return true;
    }
  }
  return false;
}

std::string as_text(double value) { return fmt::format("{:g}", value); }

std::string found_field(const Catalogue& catalogue, const model::RawEvent& event, const std::string& key) {
  if (key == "compiler") return catalogue.facts()[event.rule].compiler;
  if (key == "event_type") return to_string(event.type);
  if (key == "target") return event.target;
  if (key == "certainty") return to_string(event.certainty);
  if (key == "cost") return to_string(event.cost);
  if (key == "marks") return to_string(event.marks);
  if (key == "duration_s") return as_text(event.duration_s);
  if (key == "failed") return event.failed ? "true" : "false";
  if (key == "waiters") return std::to_string(event.waiters);
  if (key == "candidates") return std::to_string(event.candidates);
  if (key == "process") return event.process.name;
  if (key == "pid") return std::to_string(event.process.pid);
  if (key == "rank") return name_of(event.process.ranks);
  return "(unknown field " + key + ")";
}

bool same_field(const Catalogue& catalogue, const model::RawEvent& event, const std::string& key,
                const std::string& value) {
  if (key == "stamp") return same_stamp(value, event);
  const std::string found = found_field(catalogue, event, key);
  if (key == "duration_s") return std::fabs(std::stod(value) - event.duration_s) < 1e-6 * (1 + std::stod(value));
  if (key == "rank") {
    const auto parts = base::split(found, '_');
    return found == value || std::find(parts.begin(), parts.end(), value) != parts.end();
  }
  return found == value;
}

std::string described(const std::map<std::string, std::string>& fields) {
  std::string text;
  for (const auto& [key, value] : fields) text += (text.empty() ? "" : ", ") + key + ": " + value;
  return "{" + text + "}";
}

std::string described(const Catalogue& catalogue, const model::RawEvent& event) {
  std::string text = "rule: " + catalogue.facts()[event.rule].id;
  for (const char* key : {"compiler", "event_type", "target", "certainty", "cost", "marks", "duration_s", "candidates",
                          "waiters", "failed", "process", "pid"}) {
    text += std::string(", ") + key + ": " + found_field(catalogue, event, key);
  }
  return "{" + text + "}";
}

}  // namespace

std::vector<CorpusCase> read_cases(const std::string& folder, std::vector<std::string>& faults) {
  std::vector<CorpusCase> all;
  for (const auto& path : listing(folder)) {
    if (path.extension() != ".yaml") continue;
    try {
      for (const auto& node : YAML::LoadFile(path.string())) {
        CorpusCase item;
        item.family = path.stem().string();
        item.id = node["id"].as<std::string>();
        item.text = node["text"].as<std::string>();
        if (node["path"]) item.path = node["path"].as<std::string>();
        read_expectations(node, item);
        if (!item.marks) item.marks.emplace();
        all.push_back(std::move(item));
      }
    } catch (const std::exception& fault) {
      faults.push_back(path.string() + ": " + fault.what());
    }
  }
  return all;
}

std::vector<CorpusCase> read_logs(const std::string& folder, std::vector<std::string>& faults) {
  std::vector<CorpusCase> all;
  for (const auto& path : listing(folder)) {
    try {
      CorpusCase item;
      item.family = "logs";
      item.id = path.filename().string();
      const auto text = base::read_file((path / "input.log").string());
      if (!text) throw std::runtime_error(text.error().what);
      item.text = *text;
      const YAML::Node node = YAML::LoadFile((path / "expect.yaml").string());
      if (node["path"]) item.path = node["path"].as<std::string>();
      read_expectations(node, item);
      all.push_back(std::move(item));
    } catch (const std::exception& fault) {
      faults.push_back(path.string() + ": " + fault.what());
    }
  }
  return all;
}

void Score::add(const Score& other) {
  right += other.right;
  missed += other.missed;
  wrong += other.wrong;
  notes.insert(notes.end(), other.notes.begin(), other.notes.end());
}

Score score(const Catalogue& catalogue, const CorpusCase& item) {
  Score result;
  const model::LogEvidence evidence = evidence_of(catalogue, item);
  const std::size_t found = evidence.events.size();
  const auto agrees = [&](std::size_t e, std::size_t f) {
    return std::all_of(item.events[e].begin(), item.events[e].end(), [&](const auto& field) {
      return same_field(catalogue, evidence.events[f], field.first, field.second);
    });
  };
  // Largest matching of expected to found events, by augmenting paths.
  std::vector<int> owner(found, -1);
  const auto place = [&](auto&& self, std::size_t e, std::vector<bool>& tried) -> bool {
    for (std::size_t f = 0; f < found; ++f) {
      if (tried[f] || !agrees(e, f)) continue;
      tried[f] = true;
      if (owner[f] >= 0 && !self(self, static_cast<std::size_t>(owner[f]), tried)) continue;
      owner[f] = static_cast<int>(e);
      return true;
    }
    return false;
  };
  for (std::size_t e = 0; e < item.events.size(); ++e) {
    std::vector<bool> tried(found, false);
    place(place, e, tried);
  }
  std::set<int> placed(owner.begin(), owner.end());
  for (std::size_t e = 0; e < item.events.size(); ++e) {
    const bool good = placed.count(static_cast<int>(e)) != 0;
    ++(good ? result.right : result.missed);
    if (!good) result.notes.push_back(item.family + "/" + item.id + ": missed " + described(item.events[e]));
  }
  for (std::size_t f = 0; f < found; ++f) {
    if (owner[f] >= 0) continue;
    ++result.wrong;
    result.notes.push_back(item.family + "/" + item.id + ": wrong " + described(catalogue, evidence.events[f]));
  }
  if (!item.marks) return result;
  // A detailed monitor event proves the monitor's mode besides; the corpus labels only lines that tell nothing else.
  const auto proves = [&](const model::RawMark& mark) {
    return mark.kind == model::MarkKind::monitor_config &&
           std::any_of(catalogue.rules().begin(), catalogue.rules().end(),
                       [&](const Rule& rule) { return rule.facts.id == mark.rule && !rule.is_mark; });
  };
  std::set<std::string> marks;
  for (const model::RawMark& mark : evidence.marks) {
    if (!proves(mark)) marks.insert(to_string(mark.kind));
  }
  const std::set<std::string> expected(item.marks->begin(), item.marks->end());
  for (const std::string& kind : expected) {
    const bool good = marks.count(kind) != 0;
    ++(good ? result.right : result.missed);
    if (!good) result.notes.push_back(item.family + "/" + item.id + ": missed mark " + kind);
  }
  for (const std::string& kind : marks) {
    if (expected.count(kind) != 0) continue;
    ++result.wrong;
    result.notes.push_back(item.family + "/" + item.id + ": wrong mark " + kind);
  }
  return result;
}

}  // namespace jitgate::recognise
