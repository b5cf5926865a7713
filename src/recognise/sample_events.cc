// Runs samples that say what they expect through a Recogniser: the only check that sees cases, records and folding.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/block.h"
#include "recognise/recogniser.h"
#include "recognise/rule.h"
#include "recognise/rule_check.h"
#include "recognise/rule_fault.h"

namespace jitgate::recognise {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

std::string number(double value) { return fmt::format("{:g}", value); }

Fields fields_of(const model::RawEvent& event) {
  return {{"event_type", to_string(event.type)},
          {"certainty", to_string(event.certainty)},
          {"cost", to_string(event.cost)},
          {"marks", to_string(event.marks)},
          {"target", event.target},
          {"detail", event.detail},
          {"duration_s", number(event.duration_s)},
          {"candidates", std::to_string(event.candidates)},
          {"waiters", std::to_string(event.waiters)},
          {"repeats", std::to_string(event.repeats)},
          {"failed", event.failed ? "true" : "false"},
          {"process", event.process.name},
          {"pid", std::to_string(event.process.pid)}};
}

Fields fields_of(const model::RawMark& mark) { return {{"mark", to_string(mark.kind)}, {"detail", mark.detail}}; }

bool holds(const Fields& fields, const Fields& expected) {
  return std::all_of(expected.begin(), expected.end(),
                     [&](const auto& pair) { return std::find(fields.begin(), fields.end(), pair) != fields.end(); });
}

std::string listed(const Fields& fields) {
  std::string text;
  for (const auto& [key, value] : fields) text += (text.empty() ? "" : ", ") + key + ": '" + value + "'";
  return "{" + text + "}";
}

}  // namespace

base::Result<void> check_expectations(const Catalogue& catalogue, Checks checks) {
  for (const Rule& rule : catalogue.rules()) {
    if (rule.embedded && checks == Checks::added) continue;
    for (const Sample& sample : rule.samples) {
      Fields wanted = sample.expect;
      if (wanted.empty()) continue;
      Recogniser recogniser(catalogue, "sample.log");
      model::Block block;
      block.text = sample.text;
      recogniser.scan(block);
      const model::LogEvidence evidence = recogniser.finish();
      const auto count = std::find_if(wanted.begin(), wanted.end(), [](const auto& p) { return p.first == "events"; });
      bool good = true;
      if (count != wanted.end()) {
        good = count->second == std::to_string(evidence.events.size());
        wanted.erase(count);
      }
      std::string found;
      bool one = wanted.empty();
      for (const model::RawEvent& event : evidence.events) {
        one = one || holds(fields_of(event), wanted);
        found += " " + listed(fields_of(event));
      }
      for (const model::RawMark& mark : evidence.marks) {
        one = one || holds(fields_of(mark), wanted);
        found += " " + listed(fields_of(mark));
      }
      if (good && one) continue;
      return rule_fault(
          rule, sample.at,
          "this sample does not become " + listed(sample.expect) + " but" + (found.empty() ? " nothing" : found),
          "text: " + base::valid_utf8(sample.text, 400));
    }
  }
  return {};
}

}  // namespace jitgate::recognise
