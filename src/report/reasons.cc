#include "report/reasons.h"

#include <map>
#include <set>
#include <utility>

namespace jitgate::report {
namespace {

// 0 is what contaminates; advice comes last.
int rank(model::ReasonCode code, bool advice) {
  const auto& makes = model::facts_of(code).makes;
  return advice || !makes ? 5 : 4 - static_cast<int>(*makes);
}

class Groups {
 public:
  void add(const model::Reason& reason, const std::string* label) {
    const bool advice = is_advice(reason);
    Group& group = groups_[{rank(reason.code, advice), static_cast<int>(reason.code)}];
    group.value.code = reason.code;
    group.value.advice = advice;
    const std::string message = message_of(reason);
    const auto [at, fresh] = group.by_message.emplace(message, group.value.cases.size());
    if (fresh) group.value.cases.push_back({message, {}});
    std::vector<std::string>& points = group.value.cases[at->second].points;
    if (label != nullptr && (points.empty() || points.back() != *label)) points.push_back(*label);
    const std::string remedy = remedy_of(reason);
    if (group.remedies.insert(remedy).second) group.value.remedies.push_back(remedy);
  }

  std::vector<ReasonGroup> taken() {
    std::vector<ReasonGroup> out;
    for (auto& [key, group] : groups_) out.push_back(std::move(group.value));
    return out;
  }

 private:
  struct Group {
    ReasonGroup value;
    std::map<std::string, std::size_t> by_message;
    std::set<std::string> remedies;
  };
  std::map<std::pair<int, int>, Group> groups_;
};

}  // namespace

bool is_advice(const model::Reason& reason) { return reason.advice || !model::facts_of(reason.code).makes; }

std::string message_of(const model::Reason& reason) {
  return reason.message.empty() ? model::facts_of(reason.code).meaning : reason.message;
}

std::string remedy_of(const model::Reason& reason) {
  return reason.remedy.empty() ? model::facts_of(reason.code).remedy : reason.remedy;
}

std::vector<ReasonGroup> grouped_reasons(const model::Verdict& verdict, const std::vector<std::string>& labels) {
  Groups groups;
  for (std::size_t i = 0; i < verdict.points.size(); ++i) {
    for (const model::Reason& reason : verdict.points[i].reasons) groups.add(reason, &labels[i]);
  }
  for (const model::Reason& reason : verdict.advice) groups.add(reason, nullptr);
  return groups.taken();
}

}  // namespace jitgate::report
