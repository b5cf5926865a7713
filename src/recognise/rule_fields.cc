#include "recognise/rule_fields.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "base/instant.h"
#include "base/text.h"
#include "recognise/catalogue.h"

namespace jitgate::recognise {

const std::vector<std::string> kEventTypeNames = {"compile", "recompile", "autotune", "build",
                                                  "load",    "miss",      "download"};
const std::vector<std::string> kCertaintyNames = {"definite", "probable"};
const std::vector<std::string> kCostNames = {"compile", "load", "unknown"};
const std::vector<std::string> kMarksNames = {"start", "end", "unknown"};
const std::vector<std::string> kMarkNames = {"armed",    "monitor_config", "warmup",  "ready",
                                             "shutdown", "engine_failed",  "progress"};

namespace {

const std::vector<std::string> kLevelNames = {"none", "debug", "info", "warning", "error", "critical"};
const std::vector<std::string> kRuleKeys = {
    "id",        "compiler", "kind",    "mark",     "event_type",    "certainty",       "cost",          "marks",
    "pattern",   "needle",   "unless",  "scope",    "quoted",        "fallback",        "head",          "unit",
    "detail",    "record",   "part",    "join",     "follows",       "ends_after",      "alone",         "closes",
    "max_lines", "max_span", "flushes", "log_once", "rank_filtered", "monitored",       "verbose_proof", "also",
    "once",      "relays",   "when",    "explain",  "samples",       "counter_samples", "overlaps",      "replace",
    "absorbs"};

HeadNeed read_head_need(const YAML::Node& node, YamlSource& source) {
  HeadNeed need;
  YamlFields fields(node, source, "head", {"level", "record", "message_begins", "torn", "tag"});
  if (source.trouble) return need;
  need.record = static_cast<RecordNeed>(fields.choice("record", {"any", "true", "false"}, 0));
  need.message_begins = fields.flag("message_begins");
  need.torn = fields.flag("torn");
  if (need.torn && need.record != RecordNeed::yes) {
    fields.refuse("torn", "'torn' is of rules that want a head: it needs 'record: true'");
  }
  for (const std::string& level : fields.texts("level")) {
    need.levels.push_back(static_cast<model::Level>(fields.choose("level", level, kLevelNames)));
  }
  need.tags = fields.texts("tag");
  return need;
}

void read_samples(YamlFields& rule_fields, YamlSource& source, Rule& rule) {
  for (const char* key : {"samples", "counter_samples"}) {
    if (rule_fields.has(key) && !rule_fields.node(key).IsSequence()) {
      rule_fields.refuse(key, std::string("'") + key + "' must be a list");
      return;
    }
  }
  if (rule_fields.has("samples")) {
    for (const auto& node : rule_fields.node("samples")) {
      YamlFields fields(node, source, "sample", {"text", "gives", "expect"});
      if (source.trouble) return;
      Sample sample;
      sample.text = fields.text("text");
      sample.at = source.place_of(node);
      sample.gives = fields.pairs("gives");
      sample.expect = fields.pairs("expect");
      rule.samples.push_back(std::move(sample));
    }
  }
  if (rule_fields.has("counter_samples")) {
    for (const auto& node : rule_fields.node("counter_samples")) {
      if (!node.IsScalar()) return source.refuse(node, "a counter-sample must be a text");
      rule.counter_samples.emplace_back(node.Scalar(), source.place_of(node));
    }
  }
}

void read_record(YamlFields& fields, Rule& rule) {
  rule.record = fields.text("record");
  rule.part =
      static_cast<Part>(fields.choice("part", {"single", "start", "progress", "detail", "end", "failed", "wait"}, 0));
  if (rule.record.empty() != (rule.part == Part::single)) {
    fields.refuse("part", "'record' and 'part' go together: a family's name and what this line is in it");
  }
  for (const std::string& key : fields.texts("join")) {
    const std::size_t chosen = fields.choose("join", key, {"process", "target", "process?", "target?"});
    (chosen % 2 == 0 ? rule.join_process : rule.join_target) = chosen < 2 ? Join::must : Join::wish;
  }
  rule.absorbs = fields.flag("absorbs");
  rule.follows = fields.texts("follows");
  rule.ends_after = fields.texts("ends_after");
  const bool quiet = rule.part == Part::detail;
  rule.alone = static_cast<Alone>(fields.choice("alone", {"event", "probable", "nothing"}, quiet ? 2 : 0));
  const bool over = rule.part == Part::end || rule.part == Part::failed;
  rule.closes =
      static_cast<Closes>(fields.choice("closes", {"never", "always", "complete", "complete_alone"}, over ? 1 : 0));
  rule.max_lines = fields.count("max_lines", rule.max_lines);
}

void read_facts(YamlFields& fields, Rule& rule) {
  model::RuleFacts& facts = rule.facts;
  facts.id = fields.text("id");
  facts.compiler = fields.text("compiler");
  rule.is_mark = fields.choice("kind", {"event", "mark"}, 0) == 1;
  rule.mark = static_cast<model::MarkKind>(fields.choice("mark", kMarkNames, 0));
  facts.type = static_cast<model::EventType>(fields.choice("event_type", kEventTypeNames, 0));
  facts.certainty = static_cast<model::Certainty>(fields.choice("certainty", kCertaintyNames, 0));
  rule.cost = static_cast<model::Cost>(fields.choice("cost", kCostNames, 2));
  rule.marks = static_cast<model::Marks>(fields.choice("marks", kMarksNames, 2));
  facts.log_once = fields.flag("log_once");
  facts.rank_filtered = fields.flag("rank_filtered");
  facts.monitored = fields.flag("monitored");
  facts.flushes_each_line = fields.choice("flushes", {"line", "late"}, 0) == 0;
  if (fields.has("max_span")) {
    const auto span = base::parse_duration(fields.text("max_span"));
    if (!span || *span <= 0) fields.refuse("max_span", "'max_span' must be a duration like 30s or 20m");
    facts.max_span = span.value_or(facts.max_span);
  }
  if (!is_compiler_name(facts.compiler)) fields.refuse("compiler", kCompilerNames);
  if (facts.id.empty()) return fields.refuse("id", "a rule needs an 'id'");
  for (const char c : facts.id) {
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.') {
      fields.refuse("id", "an 'id' is made of a-z, 0-9, '-', '_' and '.'");
    }
  }
  if (rule.is_mark != fields.has("mark")) fields.refuse("mark", "'kind: mark' and 'mark' go together");
  if (rule.is_mark) return;
  if (facts.compiler.empty()) fields.refuse("compiler", "an event's rule needs a 'compiler'");
  if (!fields.has("event_type")) fields.refuse("event_type", "an event's rule needs an 'event_type'");
  if (!fields.has("marks")) fields.refuse("marks", "an event's rule needs 'marks': start, end or unknown");
}

void read_explanation(YamlFields& rule_fields, YamlSource& source, Rule& rule) {
  if (!rule_fields.has("explain")) return;
  const YAML::Node node = rule_fields.node("explain");
  YamlFields fields(node, source, "explain", {"means", "prints", "silence", "cause", "warm_up"});
  if (source.trouble) return;
  rule.explain = {fields.text("means"), fields.text("prints"), fields.text("silence"), fields.text("cause"),
                  fields.text("warm_up")};
  std::string& advice = rule.facts.advice;
  advice = rule.explain.cause;
  if (!rule.explain.warm_up.empty()) advice += (advice.empty() ? "" : " ") + rule.explain.warm_up;
}

}  // namespace

bool is_compiler_name(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  });
}

Rule read_rule(const YAML::Node& node, YamlSource& source) {
  Rule rule;
  YamlFields fields(node, source, "rule", kRuleKeys);
  if (source.trouble) return rule;
  rule.file = source.file;
  rule.source = source.file->name;
  rule.at = fields.place("id");
  rule.pattern_at = fields.place("pattern");
  rule.needle_at = fields.place("needle");
  read_facts(fields, rule);
  rule.pattern = fields.text("pattern");
  rule.needle = base::lower(fields.text("needle"));
  rule.unless = fields.text("unless");
  rule.over_line = fields.choice("scope", {"message", "line"}, 0) == 1;
  rule.quoted = fields.flag("quoted");
  rule.fallback = fields.flag("fallback");
  if (fields.has("head")) rule.head = read_head_need(fields.node("head"), source);
  rule.unit = static_cast<Unit>(fields.choice("unit", {"s", "ms", "us", "min", "clock", "spoken"}, 0));
  rule.detail = fields.text("detail");
  read_record(fields, rule);
  rule.once = fields.flag("once");
  rule.relays = fields.texts("relays");
  if (fields.has("also")) rule.also = static_cast<model::MarkKind>(fields.choice("also", kMarkNames, 0));
  rule.verbose_proof = fields.text("verbose_proof");
  if (fields.has("when")) {
    const YAML::Node cases = fields.node("when");
    if (!cases.IsSequence()) fields.refuse("when", "'when' must be a list of cases");
    for (const auto& item : cases) rule.when.push_back(read_case(item, source));
  }
  read_explanation(fields, source, rule);
  read_samples(fields, source, rule);
  rule.overlaps = fields.texts("overlaps");
  rule.replace = fields.flag("replace");

  if (rule.pattern.empty()) fields.refuse("pattern", "a rule needs a 'pattern'");
  if (rule.needle.empty()) fields.refuse("needle", "a rule needs a 'needle'");
  if (rule.head.message_begins && rule.pattern.rfind('^', 0) == 0) {
    fields.refuse("pattern", "a pattern whose head says 'message_begins' must not begin with '^'",
                  "leave the '^' out: the match is anchored, also behind a progress bar");
  }
  if (rule.head.torn && !rule.head.message_begins && rule.pattern.rfind('^', 0) != 0) {
    fields.refuse("head", "a 'torn' rule takes what a line begins with: 'message_begins', or a pattern with '^'");
  }
  if (rule.over_line && rule.head.message_begins) {
    fields.refuse("head", "'scope: line' and 'message_begins' contradict one another");
  }
  if (rule.samples.empty()) fields.refuse("samples", "rule '" + rule.facts.id + "' has no samples");
  return rule;
}

}  // namespace jitgate::recognise
