#include "setup/yaml_tree.h"

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include "base/text.h"
#include "setup/complaints.h"

namespace jitgate::setup {
namespace {

// A policy nests six deep; the rest is room for rules. Nodes: about 150 bytes each.
constexpr std::size_t kDeepest = 32;
constexpr std::size_t kMostNodes = 100'000;

// Leaves the parser from inside an event; never leaves this file.
struct Refusal {
  Place at;
  std::string what, hint;
};

Place place_of(const YAML::Mark& mark) { return mark.is_null() ? Place{} : Place{mark.line + 1, mark.column + 1}; }

class Builder : public YAML::EventHandler {
 public:
  YamlNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) throw Refusal{place_of(mark), "a second document starts here", "a file holds one"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_extras(mark, {}, anchor);
    if (key_expected()) throw Refusal{place_of(mark), "a key is empty", {}};
    add(YamlNode{}, mark);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refusal{place_of(mark), "an alias (*) is not accepted",
                  "write the value out; a rule file of its own (--rules) may have aliases"};
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_extras(mark, tag, anchor);
    if (key_expected()) {
      take_key(place_of(mark), value, tag == "!");
      return;
    }
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    node.text = value;
    node.quoted = tag == "!";
    add(std::move(node), mark);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(YamlNode::Kind::list, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(YamlNode::Kind::map, mark, tag, anchor, style);
  }
  void OnMapEnd() override { close(); }
  void OnAnchor(const YAML::Mark& mark, const std::string&) override { refuse_anchor(mark); }

 private:
  struct Open {
    YamlNode node;
    std::unordered_map<std::string, int> lines;  // of the keys seen
    bool has_key = false;
    std::string key;
    Place key_at;
  };

  static void refuse_anchor(const YAML::Mark& mark) {
    throw Refusal{place_of(mark), "an anchor (&) is not accepted", "write the value out where it is needed"};
  }
  static void refuse_extras(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) refuse_anchor(mark);
    if (!tag.empty() && tag != "?" && tag != "!") {
      static const std::string kCore = "tag:yaml.org,2002:";
      const std::string written = tag.rfind(kCore, 0) == 0 ? "!!" + tag.substr(kCore.size()) : tag;
      throw Refusal{place_of(mark), "the tag " + in_quotes(written) + " is not accepted", "write the value without it"};
    }
  }
  [[nodiscard]] bool key_expected() const {
    return !stack_.empty() && stack_.back().node.kind == YamlNode::Kind::map && !stack_.back().has_key;
  }
  void take_key(Place at, const std::string& key, bool was_quoted) {
    if (key == "<<" && !was_quoted) throw Refusal{at, "a merge key (<<) is not accepted", "write its keys out"};
    Open& map = stack_.back();
    const auto [seen, fresh] = map.lines.emplace(key, at.line);
    if (!fresh) {
      throw Refusal{at, "the key " + in_quotes(key) + " stands here twice",
                    "it was first given on line " + std::to_string(seen->second)};
    }
    map.has_key = true;
    map.key = key;
    map.key_at = at;
  }
  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    refuse_extras(mark, tag, anchor);
    if (key_expected()) throw Refusal{place_of(mark), "a key must be one word", {}};
    if (stack_.size() >= kDeepest) throw Refusal{place_of(mark), "nested too deeply", {}};
    count(mark);
    Open opened;
    opened.node.kind = kind;
    opened.node.at = place_of(mark);
    opened.node.flow = style == YAML::EmitterStyle::Flow;
    stack_.push_back(std::move(opened));
  }
  void close() {
    YamlNode node = std::move(stack_.back().node);
    stack_.pop_back();
    attach(std::move(node));
  }
  void add(YamlNode node, const YAML::Mark& mark) {
    count(mark);
    node.at = place_of(mark);
    attach(std::move(node));
  }
  void attach(YamlNode node) {
    if (stack_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = stack_.back();
    if (parent.has_key) {
      node.key = std::move(parent.key);
      node.key_at = parent.key_at;
      parent.has_key = false;
    }
    parent.node.items.push_back(std::move(node));
  }
  void count(const YAML::Mark& mark) {
    if (++nodes_ > kMostNodes) throw Refusal{place_of(mark), "more than 100,000 values", {}};
  }

  YamlNode root_;
  std::vector<Open> stack_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

// What the bytes alone forbid, before a parser sees them.
void check_bytes(const std::string& yaml) {
  if (yaml.size() > kMostYamlBytes) throw Refusal{{}, "larger than 1 MB", {}};
  if (const std::size_t nul = yaml.find('\0'); nul != std::string::npos) {
    throw Refusal{base::place_of_byte(yaml, nul), "a NUL byte: this is not a text file", {}};
  }
  const std::string repaired = base::valid_utf8(yaml);
  if (repaired != yaml) {
    const auto differs = std::mismatch(yaml.begin(), yaml.end(), repaired.begin(), repaired.end());
    throw Refusal{base::place_of_byte(yaml, static_cast<std::size_t>(differs.first - yaml.begin())), "not valid UTF-8",
                  "save the file as UTF-8"};
  }
}

// What usually lies behind the parser's complaint about this line.
std::string hint_for(const std::string& yaml, const YAML::Exception& error) {
  if (error.msg.find("unknown escape") == 0) {
    return "in double quotes a backslash begins an escape: use single quotes";
  }
  if (error.msg.find("illegal EOF in scalar") == 0) return "a quote that was opened above is not closed";
  const auto lines = base::split(yaml, '\n');
  const auto at = static_cast<std::size_t>(std::max(0, error.mark.line));
  if (error.mark.is_null() || at >= lines.size()) return {};
  const std::string_view indent = lines[at].substr(0, lines[at].find_first_not_of(" \t"));
  return indent.find('\t') == std::string_view::npos ? std::string() : "a tab cannot indent: use blanks";
}

}  // namespace

const YamlNode* YamlNode::find(const std::string& name) const {
  if (kind != Kind::map) return nullptr;
  const auto found = std::find_if(items.begin(), items.end(), [&](const YamlNode& item) { return item.key == name; });
  return found == items.end() ? nullptr : &*found;
}

base::Result<YamlNode> read_yaml(const std::string& yaml, const std::string& name) {
  Complaints complaints(name, yaml);
  try {
    check_bytes(yaml);
    // Without the blank end: before a last line feed this parser closes an open quote in silence, and every setting
    // below a forgotten one would be gone.
    const std::size_t last = yaml.find_last_not_of(" \t\r\n\v\f");
    std::istringstream stream(yaml.substr(0, last == std::string::npos ? 0 : last + 1));
    YAML::Parser parser(stream);
    Builder builder;
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take();
  } catch (const Refusal& refusal) {
    complaints.add(refusal.at, refusal.what, refusal.hint);
  } catch (const YAML::Exception& error) {
    complaints.add(place_of(error.mark), "this is not YAML: " + error.msg, hint_for(yaml, error));
  } catch (const std::exception& error) {
    complaints.add({}, std::string("cannot be read: ") + error.what());
  }
  return tl::unexpected<base::Problem>(complaints.problem());
}

}  // namespace jitgate::setup
