#include "run/policy_show.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/files.h"
#include "run/prepare.h"
#include "setup/policy_text.h"

namespace jitgate::run {
namespace {

std::string giver(const PolicyRequest& request, const char* option) {
  const auto found = request.given_by.find(option);
  return found == request.given_by.end() || found->second.empty() ? std::string("--") + option : found->second;
}

// What the options put in place of the policy's own values.
void apply_options(const PolicyRequest& request, model::Policy& policy, setup::Origins& origins) {
  const auto given_by = [&](const char* option) { return giver(request, option); };
  if (!request.workers.empty()) {
    policy.base.workers = request.workers;
    for (const auto& [role, count] : request.workers)
      origins["coverage.workers." + role] = {given_by("expect-workers"), std::to_string(count)};
  }
  // They are looked at first; the policy's own follow.
  std::vector<model::ConfiguredWindow>& windows = policy.base.windows;
  setup::Origins moved;
  const auto key_of = [](std::size_t i) { return fmt::format("window.points[{}]", i); };
  for (std::size_t i = 0; i < request.windows.size(); ++i) moved[key_of(i)] = {given_by("window"), {}};
  for (std::size_t i = 0; i < windows.size(); ++i) moved[key_of(request.windows.size() + i)] = origins[key_of(i)];
  windows.insert(windows.begin(), request.windows.begin(), request.windows.end());
  for (const auto& [key, origin] : moved) origins[key] = origin;
  if (!request.windows.empty() && origins.count("window.points") == 0)
    origins["window.points"] = {given_by("window"), {}};
}

// The rules that stand in files of their own, which no policy can hold.
std::string added_rules(const recognise::Catalogue& catalogue, const std::vector<std::string>& files,
                        const std::string& by) {
  std::string text;
  for (const std::string& file : files) {
    text += "# rules of " + base::for_terminal(file) + ", by " + by + ':';
    bool any = false;
    for (const recognise::RuleText& rule : catalogue.describe()) {
      if (!rule.source.starts_with(file + ':')) continue;
      text += (any ? ", " : " ") + rule.id + " (line " + rule.source.substr(file.size() + 1) + ')';
      any = true;
    }
    text += any ? "\n" : " none\n";
  }
  return text;
}

}  // namespace

base::Result<std::string> show_policy(const PolicyRequest& request) {
  auto prepared = prepare(request.policy, request.rules, request.strict);
  if (!prepared) return tl::unexpected(prepared.error());
  model::Policy policy = std::move(prepared->policy);
  setup::Origins origins;
  std::string head = "# the built-in default policy\n";
  if (!request.policy.empty()) {
    auto yaml = base::read_file(request.policy);
    if (!yaml) return tl::unexpected(yaml.error());
    origins = setup::origins_in(*yaml, request.policy);
    head = "# policy " + base::for_terminal(request.policy) + ", by " + giver(request, "policy") + '\n';
  }
  std::string strict = giver(request, "strict");
  if (const auto written = origins.find("strict"); !request.strict && written != origins.end())
    strict = "strict, " + written->second.where;
  apply_options(request, policy, origins);
  const std::string text = setup::policy_text(policy, request.origins ? &origins : nullptr, strict);
  return request.origins ? head + added_rules(prepared->catalogue, request.rules, giver(request, "rules")) + text
                         : text;
}

}  // namespace jitgate::run
