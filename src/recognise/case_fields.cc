// One case of a rule's `when`: conditions on what the record turned out to be, and what the event then is. Small fixed
// forms and no expression language, so that a case can be read aloud and checked.
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "recognise/rule_fields.h"

namespace jitgate::recognise {
namespace {

// ">= 1", "< 0.5", "== 0"; empty where the text is no comparison.
std::optional<Threshold> parse_threshold(std::string_view text) {
  static constexpr std::pair<std::string_view, Threshold::Op> kOps[] = {
      {"<=", Threshold::Op::le}, {">=", Threshold::Op::ge}, {"==", Threshold::Op::eq},
      {"!=", Threshold::Op::ne}, {"<", Threshold::Op::lt},  {">", Threshold::Op::gt}};
  text = base::trim(text);
  for (const auto& [word, op] : kOps) {
    if (text.substr(0, word.size()) != word) continue;
    const std::string_view number = base::trim(text.substr(word.size()));
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc{} || end != number.data() + number.size() || !std::isfinite(value)) return std::nullopt;
    return Threshold{op, value};
  }
  return std::nullopt;
}

std::optional<Threshold> read_threshold(YamlFields& fields, const std::string& key) {
  if (!fields.has(key)) return std::nullopt;
  auto threshold = parse_threshold(fields.text(key));
  if (!threshold) fields.refuse(key, "'" + key + "' must be a comparison like '>= 1'");
  return threshold;
}

std::optional<bool> read_flag(YamlFields& fields, const std::string& key) {
  if (!fields.has(key)) return std::nullopt;
  return fields.flag(key);
}

void read_conditions(const YAML::Node& node, YamlSource& source, Case& result) {
  YamlFields fields(node, source, "condition",
                    {"duration_s", "span_s", "candidates", "waiters", "ended", "failed", "after_ready", "after_armed",
                     "captures", "saw"});
  result.duration_s = read_threshold(fields, "duration_s");
  result.span_s = read_threshold(fields, "span_s");
  result.candidates = read_threshold(fields, "candidates");
  result.waiters = read_threshold(fields, "waiters");
  result.ended = read_flag(fields, "ended");
  result.failed = read_flag(fields, "failed");
  result.after_ready = read_flag(fields, "after_ready");
  result.after_armed = read_flag(fields, "after_armed");
  result.saw = fields.texts("saw");
  for (auto& [name, value] : fields.pairs("captures")) {
    if (const auto threshold = parse_threshold(value)) {
      result.numbers.emplace_back(name, *threshold);
    } else {
      result.texts.emplace_back(name, value);
    }
  }
}

}  // namespace

bool Threshold::holds(double x) const {
  switch (op) {
    case Op::lt:
      return x < value;
    case Op::le:
      return x <= value;
    case Op::eq:
      return x == value;
    case Op::ne:
      return x != value;
    case Op::ge:
      return x >= value;
    case Op::gt:
      return x > value;
  }
  return false;
}

Case read_case(const YAML::Node& node, YamlSource& source) {
  Case result;
  YamlFields fields(node, source, "case of 'when'",
                    {"if", "event_type", "certainty", "cost", "marks", "becomes", "drop"});
  if (source.trouble) return result;
  if (fields.has("if")) read_conditions(fields.node("if"), source, result);
  if (fields.has("event_type")) {
    result.event_type = static_cast<model::EventType>(fields.choice("event_type", kEventTypeNames, 0));
  }
  if (fields.has("certainty")) {
    result.certainty = static_cast<model::Certainty>(fields.choice("certainty", kCertaintyNames, 0));
  }
  if (fields.has("cost")) result.cost = static_cast<model::Cost>(fields.choice("cost", kCostNames, 0));
  if (fields.has("marks")) result.marks = static_cast<model::Marks>(fields.choice("marks", kMarksNames, 0));
  if (fields.has("becomes")) result.becomes = static_cast<model::MarkKind>(fields.choice("becomes", kMarkNames, 0));
  result.drop = fields.flag("drop");
  return result;
}

}  // namespace jitgate::recognise
