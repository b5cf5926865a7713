#include "setup/scalars.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "setup/pattern_shape.h"

namespace jitgate::setup {
namespace {

constexpr int kMost = 65536;

std::string described(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a mapping";
    case YamlNode::Kind::scalar:
      return in_quotes(node.text) + (node.quoted ? " in quotes" : "");
  }
  return {};
}

void wrong(const YamlNode& node, const std::string& name, const std::string& needed, Complaints& complaints,
           std::string hint = {}) {
  complaints.add(node.place(), name + " takes " + needed + ", not " + described(node), std::move(hint));
}

bool plain(const YamlNode& node) { return node.kind == YamlNode::Kind::scalar && !node.quoted; }

template <typename T>
std::optional<T> whole(const std::string& text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_number(const std::string& text) { return whole<double>(text).has_value(); }

std::string meant(const YamlNode& node, const std::vector<std::string>& words) {
  if (node.text == "valid") return "flagged passes too, and stays visible";
  return node.kind == YamlNode::Kind::scalar ? base::did_you_mean(node.text, words) : std::string();
}

// What stands for true and false elsewhere, but not here.
std::string boolean_hint(const YamlNode& node) {
  const std::string word = base::lower(node.text);
  for (const char* yes : {"yes", "y", "on", "1", "true"}) {
    if (word == yes) return "write true, without quotes";
  }
  for (const char* no : {"no", "n", "off", "0", "false"}) {
    if (word == no) return "write false, without quotes";
  }
  return {};
}

std::string duration_hint(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::scalar) return {};
  if (is_number(node.text) && node.text[0] != '-') return "it lacks a unit: did you mean '" + node.text + "s'?";
  return "a number and one of ms, s, m, h, d, as in 0.5s or 20m";
}

bool year_in_range(int year) { return year >= 1970 && year <= 2200; }

}  // namespace

std::optional<std::string> read_text(const YamlNode& node, const std::string& name, Complaints& complaints) {
  if (node.kind == YamlNode::Kind::scalar && !base::trim(node.text).empty()) return node.text;
  wrong(node, name, "a text", complaints);
  return std::nullopt;
}

std::optional<bool> read_boolean(const YamlNode& node, const std::string& name, Complaints& complaints) {
  if (plain(node) && node.text == "true") return true;
  if (plain(node) && node.text == "false") return false;
  wrong(node, name, "true or false", complaints, boolean_hint(node));
  return std::nullopt;
}

std::optional<int> read_count(const YamlNode& node, const std::string& name, int least, Complaints& complaints) {
  const auto value = plain(node) ? whole<int>(node.text) : std::nullopt;
  if (value && *value >= least && *value <= kMost) return value;
  wrong(node, name, "a whole number from " + std::to_string(least) + " to " + std::to_string(kMost), complaints,
        node.quoted && is_number(node.text) ? "remove the quotes" : "");
  return std::nullopt;
}

std::optional<double> read_number(const YamlNode& node, const std::string& name, Complaints& complaints) {
  const auto value = plain(node) ? whole<double>(node.text) : std::nullopt;
  if (value && std::isfinite(*value) && *value >= 0) return value;
  wrong(node, name, "a number that is not negative", complaints,
        node.quoted && is_number(node.text) ? "remove the quotes" : "");
  return std::nullopt;
}

std::optional<base::Instant> read_instant(const YamlNode& node, const std::string& name, Complaints& complaints) {
  if (node.kind == YamlNode::Kind::scalar) {
    if (const auto instant = base::parse_instant(node.text)) return instant;
  }
  wrong(node, name, "a time", complaints, "as 2026-08-04T18:36:01.25Z, with its zone, or as unix seconds");
  return std::nullopt;
}

std::optional<base::Instant> read_last_of_day(const YamlNode& node, const std::string& name, Complaints& complaints) {
  const std::string& text = node.text;
  if (node.kind == YamlNode::Kind::scalar && text.size() == 10 && text[4] == '-' && text[7] == '-') {
    const auto year = whole<int>(text.substr(0, 4));
    const auto month = whole<int>(text.substr(5, 2));
    const auto day = whole<int>(text.substr(8, 2));
    if (year && month && day && year_in_range(*year) && *month >= 1 && *month <= 12 && *day >= 1 && *day <= 31) {
      const base::Instant start = base::days_from_civil(*year, *month, *day) * base::kDay;
      // A day that the month does not have would come out as one of the next month.
      if (base::civil_of(start).day == *day) return start + base::kDay - 1;
    }
  }
  wrong(node, name, "a date", complaints, "a day of the calendar, as 2027-03-31; it ends with that day, UTC");
  return std::nullopt;
}

std::optional<std::string> read_leaf(const YamlNode& node, const std::string& name, const Leaf& leaf,
                                     Complaints& complaints) {
  const bool scalar = node.kind == YamlNode::Kind::scalar;
  switch (leaf.form) {
    case Form::word:
      if (scalar && std::find(leaf.words.begin(), leaf.words.end(), node.text) != leaf.words.end()) return node.text;
      wrong(node, name, listed(leaf.words), complaints, meant(node, leaf.words));
      return std::nullopt;
    case Form::boolean:
      if (const auto value = read_boolean(node, name, complaints)) return *value ? "true" : "false";
      return std::nullopt;
    case Form::duration:
      if (scalar && base::parse_duration(node.text)) return node.text;
      wrong(node, name, "a duration", complaints, duration_hint(node));
      return std::nullopt;
    case Form::pattern:
      if (!scalar) {
        wrong(node, name, "a regular expression", complaints);
        return std::nullopt;
      }
      if (const std::string fault = pattern_fault(node.text); !fault.empty()) {
        complaints.add(node.place(), name + " is no pattern: " + fault);
        return std::nullopt;
      }
      return node.text;
  }
  return std::nullopt;
}

bool is_map(const YamlNode& node, const std::string& name, Complaints& complaints) {
  if (node.kind == YamlNode::Kind::map || node.kind == YamlNode::Kind::null) return true;
  wrong(node, name, "a mapping of keys to values", complaints);
  return false;
}

bool is_list(const YamlNode& node, const std::string& name, Complaints& complaints) {
  if (node.kind == YamlNode::Kind::list || node.kind == YamlNode::Kind::null) return true;
  wrong(node, name, "a list", complaints, node.kind == YamlNode::Kind::map ? "begin each entry with '- '" : "");
  return false;
}

void unknown_key(const YamlNode& entry, const std::vector<std::string>& allowed, Complaints& complaints) {
  std::string hint = base::did_you_mean(entry.key, allowed);
  if (hint.empty()) hint = "there are " + listed(allowed, "and");
  complaints.add(entry.key_at, "unknown key " + in_quotes(entry.key), std::move(hint));
}

}  // namespace jitgate::setup
