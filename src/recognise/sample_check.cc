// Runs samples and counter-samples against the patterns. A sample may have several lines (a record's): then its rule
// must take one of them, and rules of the same record may take the others.
#include <algorithm>

#include "base/text.h"
#include "recognise/captured.h"
#include "recognise/head.h"
#include "recognise/matcher.h"
#include "recognise/rule_check.h"
#include "recognise/rule_fault.h"
#include "recognise/rule_index.h"

namespace jitgate::recognise {
namespace {

// A match in a sample, with its captures.
struct Taken {
  std::uint32_t rule;
  std::size_t record;  // where its record begins in the sample: records glued to one another are different ones
  Captured captured;
};

class Bench {
 public:
  explicit Bench(const std::vector<Rule>& rules)
      : rules_(rules), index_(rules), table_(index_.needles), matcher_(rules) {}

  std::vector<Taken> run(std::string_view text) {
    std::vector<Taken> all;
    for (const std::string_view physical : base::split(text, '\n')) {
      for (const std::string_view segment : base::split(physical, '\r')) {
        find_needles(table_, segment, hits_);
        index_.candidates(hits_.data(), hits_.data() + hits_.size(), candidates_);
        if (candidates_.empty()) continue;
        std::vector<Match> matches;
        matcher_.match(segment, read_head(segment), candidates_, matches);
        for (const Match& match : matches) {
          const std::size_t at = static_cast<std::size_t>(segment.data() - text.data()) + match.record_begin;
          all.push_back({match.rule, at, captured_by(rules_[match.rule], match)});
        }
      }
    }
    return all;
  }

 private:
  const std::vector<Rule>& rules_;
  RuleIndex index_;
  NeedleTable table_;
  Matcher matcher_;
  std::vector<Hit> hits_;
  std::vector<std::uint32_t> candidates_;
};

base::Result<void> fault(const Rule& rule, base::TextPlace at, const std::string& what, const std::string& text) {
  return rule_fault(rule, at, what, "text: " + base::valid_utf8(text, 400));
}

bool agree(const Rule& a, const Rule& b) {
  const auto lists = [](const Rule& x, const Rule& y) {
    return std::find(x.overlaps.begin(), x.overlaps.end(), y.facts.id) != x.overlaps.end();
  };
  return lists(a, b) || lists(b, a);
}

std::string listed(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string text;
  for (const auto& [key, value] : pairs) text += (text.empty() ? "" : ", ") + key + ": '" + value + "'";
  return "{" + text + "}";
}

bool same_captures(const std::vector<std::pair<std::string, std::string>>& gives,
                   const std::vector<std::pair<std::string, std::string>>& found) {
  const auto holds = [](const auto& list, const auto& pair) {
    return std::find(list.begin(), list.end(), pair) != list.end();
  };
  return std::all_of(gives.begin(), gives.end(), [&](const auto& pair) { return holds(found, pair); }) &&
         std::all_of(found.begin(), found.end(),
                     [&](const auto& pair) { return pair.second.empty() || holds(gives, pair); });
}

base::Result<void> check_sample(const std::vector<Rule>& rules, std::uint32_t number, const Sample& sample,
                                Bench& bench, Checks checks) {
  const Rule& rule = rules[number];
  const std::vector<Taken> taken = bench.run(sample.text);
  const Taken* own = nullptr;
  for (const Taken& match : taken) {
    if (match.rule == number && own == nullptr) own = &match;
  }
  const bool mine = !rule.embedded || checks == Checks::all;
  if (own == nullptr) {
    return mine ? fault(rule, sample.at, "this sample does not match", sample.text) : base::Result<void>();
  }
  if (mine && !same_captures(sample.gives, own->captured.all)) {
    return fault(rule, sample.at, "this sample gives " + listed(own->captured.all) + " and not " + listed(sample.gives),
                 sample.text);
  }
  for (const Taken& match : taken) {
    const Rule& other = rules[match.rule];
    if (match.rule == number || match.record != own->record) continue;
    if (agree(rule, other) || (!mine && other.embedded)) continue;
    if (!mine) {
      return fault(other, other.at, "it takes a sample of the embedded rule '" + rule.facts.id + "' too",
                   sample.text + "\n(say 'overlaps: [" + rule.facts.id + "]' if that is meant)");
    }
    return fault(rule, sample.at, "rule '" + other.facts.id + "' takes this sample too",
                 sample.text + "\n(let one of them say 'overlaps: [" + other.facts.id + "]' if both are meant)");
  }
  return {};
}

}  // namespace

base::Result<void> check_samples(const std::vector<Rule>& rules, Checks checks) {
  const bool added = std::any_of(rules.begin(), rules.end(), [](const Rule& rule) { return !rule.embedded; });
  if (checks == Checks::added && !added) return {};
  Bench bench(rules);
  for (std::uint32_t number = 0; number < rules.size(); ++number) {
    const Rule& rule = rules[number];
    for (const Sample& sample : rule.samples) {
      if (auto good = check_sample(rules, number, sample, bench, checks); !good) return good;
    }
    if (rule.embedded && checks == Checks::added) continue;
    for (const auto& [text, at] : rule.counter_samples) {
      const std::vector<Taken> taken = bench.run(text);
      if (std::any_of(taken.begin(), taken.end(), [&](const Taken& match) { return match.rule == number; })) {
        return fault(rule, at, "this counter-sample matches", text);
      }
    }
  }
  return {};
}

}  // namespace jitgate::recognise
