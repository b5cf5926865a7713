#include "recognise/yaml_fields.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "recognise/catalogue.h"

namespace jitgate::recognise {

base::TextPlace YamlSource::place_of(const YAML::Node& at) const {
  const YAML::Mark mark = at.Mark();
  return mark.is_null() ? base::TextPlace{file->first_line, 0}
                        : base::TextPlace{file->first_line + mark.line, mark.column + 1};
}

void YamlSource::refuse(const YAML::Node& at, const std::string& what, const std::string& hint) {
  if (trouble) return;
  const base::TextPlace place = place_of(at);
  trouble = base::Problem{what, base::place_name(file->name, place),
                          base::hint_below_line(file->yaml, place, hint, file->first_line), base::Blame::user};
}

YamlFields::YamlFields(const YAML::Node& map, YamlSource& source, std::string what,
                       const std::vector<std::string>& known)
    : map_(&map), source_(&source), what_(std::move(what)) {
  if (!map.IsMap()) {
    source.refuse(map, "a " + what_ + " must be a mapping of keys to values");
    return;
  }
  std::vector<std::string> seen;
  for (const auto& entry : map) {
    if (!entry.first.IsScalar()) {
      source.refuse(entry.first, "a key of a " + what_ + " must be a word");
      return;
    }
    const std::string& key = entry.first.Scalar();
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      source.refuse(entry.first, "unknown key '" + key + "' in a " + what_, base::did_you_mean(key, known));
    }
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
      source.refuse(entry.first, "key '" + key + "' stands twice in one " + what_);
    }
    seen.push_back(key);
  }
}

bool YamlFields::has(const std::string& key) const {
  if (!map_->IsMap()) return false;
  const YAML::Node value = (*map_)[key];
  return value.IsDefined() && !value.IsNull();
}

YAML::Node YamlFields::node(const std::string& key) const { return map_->IsMap() ? (*map_)[key] : YAML::Node(); }

base::TextPlace YamlFields::place(const std::string& key) const {
  return source_->place_of(has(key) ? node(key) : *map_);
}

void YamlFields::refuse(const std::string& key, const std::string& what, const std::string& hint) {
  source_->refuse(has(key) ? node(key) : *map_, what, hint);
}

std::string YamlFields::text(const std::string& key, const std::string& fallback) {
  if (!has(key)) return fallback;
  const YAML::Node value = node(key);
  if (!value.IsScalar()) {
    refuse(key, "'" + key + "' must be a text");
    return fallback;
  }
  return value.Scalar();
}

bool YamlFields::flag(const std::string& key, bool fallback) {
  const std::string value = text(key, fallback ? "true" : "false");
  if (value != "true" && value != "false") refuse(key, "'" + key + "' must be true or false, not '" + value + "'");
  return value == "true";
}

std::uint64_t YamlFields::count(const std::string& key, std::uint64_t fallback) {
  if (!has(key)) return fallback;
  const std::string value = text(key);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size()) {
    refuse(key, "'" + key + "' must be a whole number, not '" + value + "'");
    return fallback;
  }
  return number;
}

std::vector<std::string> YamlFields::texts(const std::string& key) {
  std::vector<std::string> result;
  if (!has(key)) return result;
  const YAML::Node value = node(key);
  if (value.IsScalar()) return {value.Scalar()};
  if (!value.IsSequence()) {
    refuse(key, "'" + key + "' must be a text or a list of texts");
    return result;
  }
  for (const auto& item : value) {
    if (!item.IsScalar()) {
      source_->refuse(item, "'" + key + "' must hold texts only");
      return result;
    }
    result.push_back(item.Scalar());
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> YamlFields::pairs(const std::string& key) {
  std::vector<std::pair<std::string, std::string>> result;
  if (!has(key)) return result;
  const YAML::Node value = node(key);
  if (!value.IsMap()) {
    refuse(key, "'" + key + "' must be a mapping");
    return result;
  }
  for (const auto& entry : value) {
    if (!entry.first.IsScalar() || !entry.second.IsScalar()) {
      source_->refuse(entry.first, "'" + key + "' must map words to texts");
      return result;
    }
    for (const auto& before : result) {
      if (before.first == entry.first.Scalar()) {
        source_->refuse(entry.first, "key '" + before.first + "' stands twice in one '" + key + "'");
      }
    }
    result.emplace_back(entry.first.Scalar(), entry.second.Scalar());
  }
  return result;
}

std::size_t YamlFields::choose(const std::string& key, const std::string& value,
                               const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::string all;
  for (const std::string& name : names) {
    if (!name.empty()) all += (all.empty() ? "" : ", ") + name;
  }
  const std::string meant = base::did_you_mean(value, names);
  refuse(key, "'" + key + "' cannot be '" + value + "'", meant.empty() ? "one of " + all : meant);
  return 0;
}

std::size_t YamlFields::choice(const std::string& key, const std::vector<std::string>& names, std::size_t fallback) {
  return has(key) ? choose(key, text(key), names) : fallback;
}

}  // namespace jitgate::recognise
