#include "results/own_words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "results/line_fields.h"

namespace jitgate::results {
namespace {

using model::Role;

constexpr std::size_t kMaxWords = 80;

// The value behind `name` as argv ("--disaggregation-mode prefill") or settings ("disaggregation_mode='prefill'") have
// it; empty where the name stands in another word.
std::string_view setting(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  std::string_view rest = text.substr(at + name.size());
  const std::size_t begin = rest.find_first_not_of(" =:'\"");
  if (begin == 0 || begin == std::string_view::npos || begin > 4) return {};
  rest.remove_prefix(begin);
  return rest.substr(0, rest.find_first_of(" ,'\")}"));
}

struct RoleSetting {
  std::string_view name, prefill, decode;
};
// SGLang's and Dynamo's own option, and the side of the KV transfer that vLLM's connector is given.
constexpr std::array<RoleSetting, 3> kSettings = {{{"disaggregation-mode", "prefill", "decode"},
                                                   {"disaggregation_mode", "prefill", "decode"},
                                                   {"kv_role", "kv_producer", "kv_consumer"}}};

// A launcher's own setting, in the first line of an engine; elsewhere a role may be another's.
constexpr RoleSetting kRole = {" role", "prefill", "decode"};
constexpr std::string_view kFirstLine = "Initializing ";

// "decode_w3": a worker's name in the form that launchers give it.
bool read_name(std::string_view word, Role* role, int* index) {
  const std::size_t joint = word.rfind("_w");
  if (joint == std::string_view::npos) return false;
  *role = model::role_of(std::string(word.substr(0, joint)));
  const auto number = integer_of(word.substr(joint + 2));
  if (!model::serves(*role) || !number || *number < 0 || *number > 100'000) return false;
  *index = static_cast<int>(*number);
  return true;
}

}  // namespace

void OwnWords::hear(const model::HeardLine& line) {
  hear_role(line);
  hear_name(line);
  hear_registration(line);
  hear_request(line);
}

void OwnWords::tell(Role role, int index, std::string_view words, std::uint64_t line) {
  contradicts_ =
      contradicts_ || (any_ && told_.role != role) || (any_ && told_.index >= 0 && index >= 0 && told_.index != index);
  if (!any_ || (told_.index < 0 && index >= 0)) {
    told_.role = role;
    told_.index = index;
    told_.text = base::valid_utf8(words, kMaxWords);
    told_.line = line;
  }
  any_ = true;
}

void OwnWords::hear_role(const model::HeardLine& line) {
  if (line.text.find("prompt") != std::string_view::npos) return;  // a request's text may quote anything
  const auto hear_setting = [&](const RoleSetting& s) {
    const std::string_view value = setting(line.text, s.name);
    if (value.empty()) return;
    const std::string words = std::string(base::trim(s.name)) + ' ' + std::string(value);
    if (value == s.prefill) tell(Role::prefill, -1, words, line.number);
    if (value == s.decode) tell(Role::decode, -1, words, line.number);
  };
  for (const RoleSetting& s : kSettings) hear_setting(s);
  if (line.head != nullptr && line.head->message.starts_with(kFirstLine)) hear_setting(kRole);
  for (const auto& [flag, role] :
       {std::pair{std::string_view("--is-prefill-worker"), Role::prefill}, {"--is-decode-worker", Role::decode}}) {
    if (line.text.find(flag) != std::string_view::npos) tell(role, -1, flag, line.number);
  }
}

// "Shutting down worker decode_w3"
void OwnWords::hear_name(const model::HeardLine& line) {
  static constexpr std::string_view kWords = "Shutting down worker ";
  const std::string_view message = line.head != nullptr ? line.head->message : line.text;
  if (!message.starts_with(kWords)) return;
  std::string_view name = base::trim(message.substr(kWords.size()));
  while (name.ends_with('.')) name.remove_suffix(1);
  Role role = Role::unknown;
  int index = -1;
  if (read_name(name, &role, &index)) tell(role, index, message, line.number);
}

// "endpoint registered instance_id=1187608058291172412 endpoint=generate"
void OwnWords::hear_registration(const model::HeardLine& line) {
  const std::size_t at = line.text.find(" registered ");
  if (at == std::string_view::npos || instances_.size() > 1) return;
  const std::string_view fields = line.text.substr(at);
  auto id = field(fields, "instance_id");
  if (!id) id = field(fields, "lease_id");
  if (!id || std::find(instances_.begin(), instances_.end(), *id) != instances_.end()) return;
  instances_.emplace_back(*id);
}

// "handle_payload: request received instance_id=42 request_id=internal-1", "Received request cmpl-77: …",
// "Added request cmpl-77."
void OwnWords::hear_request(const model::HeardLine& line) {
  if (line.head == nullptr || sightings_.size() >= kMaxSightings) return;
  const auto& stamp = line.head->inner ? line.head->inner : line.head->outer;
  if (!stamp) return;
  std::string_view id;
  const std::size_t received = line.text.find("request received");
  if (received != std::string_view::npos) {
    const std::string_view fields = line.text.substr(received);
    if (!field(fields, "instance_id")) return;
    id = field(fields, "request_id").value_or(std::string_view());
  } else {
    for (const std::string_view words : {"Received request ", "Added request "}) {
      if (!line.head->message.starts_with(words)) continue;
      const std::string_view rest = line.head->message.substr(words.size());
      id = rest.substr(0, rest.find_first_of(": ,"));
      while (id.ends_with('.')) id.remove_suffix(1);
    }
  }
  if (id.empty() || id.size() > 128) return;
  sightings_.push_back({std::string(id), told_.path, *stamp});
}

void OwnWords::finish(model::ResultEvidence& evidence) {
  if (contradicts_) {
    told_.role = Role::unknown;
    told_.index = -1;
  }
  if (instances_.size() == 1) told_.instance = instances_.front();
  if (told_.role != Role::unknown || !told_.instance.empty()) evidence.told_workers.push_back(std::move(told_));
  for (model::Sighting& sighting : sightings_) evidence.sightings.push_back(std::move(sighting));
}

}  // namespace jitgate::results
