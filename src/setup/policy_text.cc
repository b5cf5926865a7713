#include "setup/policy_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/columns.h"
#include "base/escape.h"
#include "base/text.h"
#include "setup/setting_text.h"
#include "setup/vocabulary.h"

namespace jitgate::setup {
namespace {

constexpr int kOriginColumn = 44;

// In double quotes, as YAML and JSON read them. What a terminal would not show is an escape of YAML's.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const base::Utf8 c = base::decode_utf8(text, at);
    const std::string shown = base::for_terminal(text.substr(at, c.size));
    if (text[at] == '"' || text[at] == '\\') {
      out += '\\';
      out += text[at];
    } else if (text[at] == '#' && at > 0 && text[at - 1] == '#') {
      out += "\\x23";  // a CI runner obeys "##[…]" wherever it stands
    } else if (!c.valid || shown == text.substr(at, c.size)) {
      out += shown;
    } else {
      out += fmt::format("\\U{:08x}", static_cast<std::uint32_t>(c.point));
    }
    at += c.size;
  }
  return out + '"';
}

// A key or word that needs no quotes.
std::string plain_or_quoted(const std::string& text) {
  const auto word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || (c >= '0' && c <= '9');
  };
  const bool letter = !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  static const std::vector<std::string> kOthers = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"};
  const bool other = std::find(kOthers.begin(), kOthers.end(), base::lower(text)) != kOthers.end();
  return letter && !other && std::all_of(text.begin(), text.end(), word) ? text : quoted(text);
}

class Sheet {
 public:
  Sheet(const Origins* origins, std::string strict) : origins_(origins), strict_(std::move(strict)) {}

  // A line "text  # what set it".
  void line(const std::string& text, const std::string& key) { line_with(text, origin_of(key)); }
  void line_with(const std::string& text, const std::string& origin) {
    text_ += text;
    if (origins_ != nullptr && !origin.empty()) {
      text_.append(static_cast<std::size_t>(std::max(1, kOriginColumn - base::columns(text))), ' ');
      text_ += "# " + base::for_terminal(origin);
    }
    text_ += '\n';
  }
  // What set the values below, on a line of its own.
  void remark(const std::string& key) {
    if (origins_ != nullptr) bare("# " + base::for_terminal(origin_of(key)));
  }
  void bare(const std::string& text) { text_ += text + '\n'; }
  [[nodiscard]] std::string origin_of(const std::string& key) const {
    const Origin* origin = found(key);
    return origin == nullptr ? "default" : origin->where;
  }
  // Of a finding that strict raises to invalid, where something less was written.
  [[nodiscard]] std::string origin_under_strict(const std::string& key) const {
    const Origin* origin = found(key);
    if (strict_.empty()) return origin_of(key);
    if (origin == nullptr) return strict_;
    return origin->written == "flagged" ? strict_ + ", over " + origin->where : origin->where;
  }
  std::string take() { return std::move(text_); }

 private:
  [[nodiscard]] const Origin* found(const std::string& key) const {
    if (origins_ == nullptr) return nullptr;
    const auto at = origins_->find(key);
    return at == origins_->end() ? nullptr : &at->second;
  }

  const Origins* origins_;
  std::string strict_, text_;
};

void write_windows(Sheet& sheet, const std::string& indent, const std::string& key,
                   const std::vector<model::ConfiguredWindow>& windows) {
  if (windows.empty()) return sheet.line(indent + "points: []", key);
  sheet.line(indent + "points:", key);
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const std::string id = windows[i].id.empty() ? "" : "id: " + quoted(windows[i].id) + ", ";
    sheet.line(fmt::format("{}  - {{{}start: {}, end: {}}}", indent, id, base::format_instant(windows[i].start, 9),
                           base::format_instant(windows[i].end, 9)),
               fmt::format("{}[{}]", key, i));
  }
}

void write_workers(Sheet& sheet, const std::string& indent, const std::string& key,
                   const std::map<std::string, int>& workers) {
  if (workers.empty()) return sheet.line(indent + "workers: from-results", key);
  sheet.bare(indent + "workers:");
  for (const auto& [role, count] : workers)
    sheet.line(fmt::format("{}  {}: {}", indent, role, count), key + '.' + role);
}

void write_match(Sheet& sheet, const std::string& first, const std::string& indent, const std::string& key,
                 const model::Match& match) {
  if (match.empty()) return;
  std::string text;
  for (const auto& [name, glob] : match) text += (text.empty() ? "" : ", ") + name + ": " + quoted(glob);
  sheet.line((first.empty() ? indent : first) + "match: {" + text + "}", key + ".match");
}

void write_base(Sheet& sheet, const model::Rulings& rulings) {
  std::string section;
  const auto write = [&](const Leaf& leaf, const std::string& key_part) {
    const std::string key = leaf.section.empty() ? key_part : leaf.section + '.' + key_part;
    const std::string value = setting_text(rulings, key);
    const std::string shown = leaf.form == Form::pattern ? quoted(value) : value;
    const std::string text = (leaf.section.empty() ? "" : "  ") + plain_or_quoted(key_part) + ": " + shown;
    const bool raised = key == "findings.suspect" || key == "findings.unproven";
    sheet.line_with(text, raised ? sheet.origin_under_strict(key) : sheet.origin_of(key));
  };
  const auto close = [&] {
    if (section == "coverage") write_workers(sheet, "  ", "coverage.workers", rulings.workers);
    if (section == "window") write_windows(sheet, "  ", "window.points", rulings.windows);
  };
  for (const Leaf& leaf : leaves()) {
    if (leaf.section != section) {
      close();
      section = leaf.section;
      if (!section.empty()) sheet.bare(section + ':');
    }
    if (!leaf.key.empty()) {
      write(leaf, leaf.key);
      continue;
    }
    write(leaf, "default");
    for (const auto& [name, treatment] : rulings.compilers) write(leaf, name);
  }
  close();
}

void write_known(Sheet& sheet, const std::vector<model::KnownEvent>& known) {
  if (known.empty()) return sheet.line("known: []", "known");
  sheet.bare("known:");
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string key = fmt::format("known[{}]", i);
    const model::KnownEvent& one = known[i];
    const auto part = [&](const char* name, const std::string& value) {
      if (!value.empty()) sheet.line(fmt::format("    {}: {}", name, value), key + '.' + name);
    };
    sheet.line("  - until: " + one.until_text, key + ".until");
    write_match(sheet, {}, "    ", key, one.match);
    part("compiler", one.compiler.empty() ? "" : quoted(one.compiler));
    part("target", one.target.empty() ? "" : quoted(one.target));
    part("owner", one.owner.empty() ? "" : quoted(one.owner));
    part("reason", one.reason.empty() ? "" : quoted(one.reason));
  }
}

void write_override(Sheet& sheet, const model::Override& special, const std::string& key, bool strict) {
  write_match(sheet, "  - ", "    ", key, special.match);
  // By section, in the order in which each was first set.
  std::vector<std::string> sections;
  const auto section_of = [](const std::string& dotted) { return dotted.substr(0, dotted.find('.')); };
  const auto want = [&](const std::string& section) {
    if (std::find(sections.begin(), sections.end(), section) == sections.end()) sections.push_back(section);
  };
  for (const auto& [dotted, value] : special.settings) want(section_of(dotted));
  if (!special.workers.empty()) want("coverage");
  if (!special.windows.empty()) want("window");
  for (const std::string& section : sections) {
    bool headed = false;
    for (const auto& [dotted, value] : special.settings) {
      if (section_of(dotted) != section) continue;
      const std::string origin = key + '.' + dotted;
      if (dotted == section) {
        sheet.line("    " + dotted + ": " + value, origin);
        continue;
      }
      if (!std::exchange(headed, true)) sheet.bare("    " + section + ':');
      const std::string name = dotted.substr(section.size() + 1);
      const Leaf* leaf = leaf_of(section, name);
      const std::string shown = leaf != nullptr && leaf->form == Form::pattern ? quoted(value) : value;
      const bool overruled =
          strict && value == "flagged" && (dotted == "findings.suspect" || dotted == "findings.unproven");
      sheet.line_with("      " + plain_or_quoted(name) + ": " + shown,
                      sheet.origin_of(origin) + (overruled ? ", overruled: strict" : ""));
    }
    const bool workers = section == "coverage" && !special.workers.empty();
    const bool windows = section == "window" && !special.windows.empty();
    if ((workers || windows) && !headed) sheet.bare("    " + section + ':');
    if (workers) write_workers(sheet, "      ", key + ".coverage.workers", special.workers);
    if (windows) write_windows(sheet, "      ", key + ".window.points", special.windows);
  }
}

// As they stand in the file: they are another stage's language.
void write_rules(Sheet& sheet, const std::string& rules) {
  if (rules.empty()) return sheet.line("rules: []", "rules");
  std::vector<std::string_view> lines = base::split(rules, '\n');
  const std::size_t indent = std::min(lines.front().find_first_not_of(' '), lines.front().size());
  while (!lines.empty() && base::trim(lines.back()).empty()) lines.pop_back();
  if (!lines.empty()) lines.pop_back();  // the version, which only a file of rules has
  sheet.remark("rules");                 // the text below is not ours to add to
  for (const std::string_view line : lines) sheet.bare(base::for_terminal(line.substr(std::min(indent, line.size()))));
}

}  // namespace

std::string policy_text(const model::Policy& policy, const Origins* origins, const std::string& strict) {
  Sheet sheet(origins, policy.strict ? strict : "");
  sheet.line("version: 1", "version");
  sheet.line_with(std::string("strict: ") + (policy.strict ? "true" : "false"),
                  policy.strict ? strict : sheet.origin_of("strict"));
  write_base(sheet, policy.base);
  write_known(sheet, policy.known);
  if (policy.screen.empty()) {
    sheet.line("screen: {}", "screen");
  } else {
    sheet.bare("screen:");
    for (const auto& [name, value] : policy.screen) sheet.line(fmt::format("  {}: {}", name, value), "screen." + name);
  }
  if (policy.overrides.empty()) {
    sheet.line("overrides: []", "overrides");
  } else {
    sheet.bare("overrides:");
    for (std::size_t i = 0; i < policy.overrides.size(); ++i)
      write_override(sheet, policy.overrides[i], fmt::format("overrides[{}]", i), policy.strict);
  }
  write_rules(sheet, policy.rules_yaml);
  return sheet.take();
}

}  // namespace jitgate::setup
