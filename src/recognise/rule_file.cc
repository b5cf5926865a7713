#include "recognise/rule_file.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "recognise/rule_fields.h"
#include "recognise/yaml_fields.h"

namespace jitgate::recognise {
namespace {

// Leaves the parser from inside an event; never leaves this file.
struct Refusal {
  YAML::Mark at;
  std::string what, hint;
};

// The values of a file, with those that aliases stand for: a tree shares these, but whoever reads it meets each of them
// again, and a few lines of aliases of aliases would be read for hours.
constexpr std::size_t kMostValues = 100'000;

// What a tree no longer shows: more than one document, merge keys, how much aliases stand for.
class Form : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) throw Refusal{mark, "a second document starts here", "a file holds one"};
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { leaf(mark, anchor); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto stands_for = sizes_.find(anchor);
    if (stands_for == sizes_.end()) throw Refusal{mark, "an alias within what it stands for", "write the value out"};
    count(mark, stands_for->second);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (value == "<<" && tag != "!") throw Refusal{mark, "a merge key (<<) is not accepted", "write its keys out"};
    leaf(mark, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  void count(const YAML::Mark& mark, std::size_t more) {
    values_ += more;
    if (values_ > kMostValues)
      throw Refusal{mark, "more than 100,000 values, with those that aliases stand for", "write fewer of them"};
  }
  void leaf(const YAML::Mark& mark, YAML::anchor_t anchor) {
    count(mark, 1);
    if (anchor != YAML::NullAnchor) sizes_[anchor] = 1;
  }
  void open(const YAML::Mark& mark, YAML::anchor_t anchor) {
    open_.emplace_back(anchor, values_);
    count(mark, 1);
  }
  void close() {
    const auto [anchor, before] = open_.back();
    open_.pop_back();
    if (anchor != YAML::NullAnchor) sizes_[anchor] = values_ - before;
  }

  int documents_ = 0;
  std::size_t values_ = 0;
  std::vector<std::pair<YAML::anchor_t, std::size_t>> open_;  // and the values in front of it
  std::unordered_map<YAML::anchor_t, std::size_t> sizes_;     // of what is whole, in values
};

void check_form(const std::string& yaml) {
  std::istringstream stream(yaml);
  YAML::Parser parser(stream);
  Form form;
  while (parser.HandleNextDocument(form)) {
  }
}

model::CompilerFacts read_compiler(const YAML::Node& node, YamlSource& source) {
  YamlFields fields(node, source, "compiler", {"name", "hooked", "silent_by_default", "advice"});
  model::CompilerFacts facts;
  facts.name = fields.text("name");
  facts.hooked = fields.flag("hooked");
  facts.silent_by_default = fields.flag("silent_by_default");
  facts.advice = fields.text("advice");
  if (!is_compiler_name(facts.name)) fields.refuse("name", kCompilerNames);
  if (facts.name.empty()) fields.refuse("name", "a compiler needs a name");
  return facts;
}

// A policy's own `rules:` is a bare list; a file is a mapping with a version.
RuleFile read_root(const YAML::Node& root, YamlSource& source) {
  RuleFile file;
  YAML::Node rules;
  if (root.IsSequence()) {
    rules = root;
  } else {
    YamlFields fields(root, source, "rule file", {"version", "compilers", "rules"});
    if (source.trouble) return file;
    if (fields.text("version") != "1") fields.refuse("version", "a rule file needs 'version: 1'");
    if (fields.has("compilers")) {
      const YAML::Node compilers = fields.node("compilers");
      if (!compilers.IsSequence()) source.refuse(compilers, "'compilers' must be a list");
      for (const auto& node : compilers) {
        if (source.trouble) return file;
        file.compilers.push_back(read_compiler(node, source));
      }
    }
    if (!fields.has("rules")) return file;  // refused below, where nothing else is wrong
    rules = fields.node("rules");
  }
  if (!rules.IsSequence()) {
    source.refuse(rules, "'rules' must be a list");
    return file;
  }
  for (const auto& node : rules) {
    if (source.trouble) return file;
    file.rules.push_back(read_rule(node, source));
  }
  return file;
}

}  // namespace

base::Result<RuleFile> read_rule_file(const RuleSource& given) {
  YamlSource source{std::make_shared<const RuleSource>(given), std::nullopt};
  RuleFile file;
  try {
    // Without the blank end: before a last line feed this parser closes an open quote in silence, and every rule below
    // a forgotten one would be part of a text.
    const std::string yaml = given.yaml.substr(0, given.yaml.find_last_not_of(" \t\r\n\v\f") + 1);
    check_form(yaml);
    const YAML::Node root = YAML::Load(yaml);
    if (root.IsDefined() && !root.IsNull()) file = read_root(root, source);
  } catch (const Refusal& refusal) {
    const base::TextPlace at{given.first_line + refusal.at.line, refusal.at.column + 1};
    return base::refuse(refusal.what, base::place_name(given.name, at),
                        base::hint_below_line(given.yaml, at, refusal.hint, given.first_line));
  } catch (const YAML::Exception& fault) {
    base::TextPlace at{given.first_line, 0};
    if (!fault.mark.is_null()) at = {given.first_line + fault.mark.line, fault.mark.column + 1};
    const char* hint = fault.msg.find("EOF in scalar") == std::string::npos
                           ? "a blank behind a colon, a quote or an indent is often what is missing"
                           : "a quote that was opened here or above is not closed";
    return base::refuse("this is not YAML: " + fault.msg, base::place_name(given.name, at),
                        base::hint_below_line(given.yaml, at, hint, given.first_line));
  }
  if (source.trouble) return tl::unexpected<base::Problem>(*source.trouble);
  // Who gives a file of rules counts on them: an empty one was cut, or is the wrong one.
  if (file.rules.empty()) {
    return base::refuse("this file holds no rule", base::place_name(given.name, {given.first_line, 0}),
                        "list them under 'rules:', or leave the file out");
  }
  return file;
}

}  // namespace jitgate::recognise
