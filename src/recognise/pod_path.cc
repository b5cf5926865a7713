#include "recognise/pod_path.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/path_name.h"
#include "recognise/head_text.h"

namespace jitgate::recognise {
namespace {

using model::Role;
using model::WorkerId;

struct Names {
  std::string pod, container;
};

bool all_digits(std::string_view text) { return !text.empty() && digits_at(text, 0, text.size()) == text.size(); }

// Neither has a '_' in its name.
std::vector<std::string_view> three_parts(std::string_view name) {
  std::vector<std::string_view> parts = base::split(name, '_');
  const bool whole =
      parts.size() == 3 && std::none_of(parts.begin(), parts.end(), [](auto part) { return part.empty(); });
  return whole ? parts : std::vector<std::string_view>();
}

// Not "w0" or "0", as in a folder's "node-1_decode_w0".
bool is_uid(std::string_view text) { return text.size() >= 4 && !all_digits(text) && !all_digits(text.substr(1)); }

std::string_view above(std::string_view path) {
  const std::size_t at = path.find_last_of("/!");
  return at == std::string_view::npos ? std::string_view() : path.substr(0, at);
}

std::optional<Names> below_pods(std::string_view path) {
  const std::string_view file = model::file_name(path);
  const std::size_t dot = file.find('.');
  if (!all_digits(file.substr(0, dot)) || dot == std::string_view::npos) return std::nullopt;
  const std::string_view ending = file.substr(dot);
  if (ending != ".log" && !ending.starts_with(".log.")) return std::nullopt;
  const std::string_view container = above(path);
  const auto parts = three_parts(model::file_name(above(container)));
  if (parts.empty() || !is_uid(parts[2])) return std::nullopt;
  return Names{base::lower(parts[1]), base::lower(model::file_name(container))};
}

std::optional<Names> below_containers(std::string_view path) {
  constexpr std::size_t kId = 64;
  std::string_view file = model::file_name(path);
  file = file.substr(0, file.find(".log"));
  const auto parts = three_parts(file);
  if (parts.empty() || parts[2].size() < kId + 2) return std::nullopt;
  const std::string_view id = parts[2].substr(parts[2].size() - kId);
  const std::string_view container = parts[2].substr(0, parts[2].size() - kId - 1);
  if (parts[2][container.size()] != '-' || id.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return std::nullopt;
  return Names{base::lower(parts[0]), base::lower(container)};
}

// What runs beside an engine in its pod.
bool stands_aside(std::string_view container) {
  static constexpr std::array<std::string_view, 9> kWords = {"proxy", "sidecar", "envoy",  "init",    "istio",
                                                             "epp",   "export",  "metric", "download"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view word) { return container.find(word) != std::string_view::npos; });
}

// "decode", and "vllmdecodeworker"; other words only by themselves.
Role role_of_part(std::string_view part) {
  if (part.find("prefill") != std::string_view::npos) return Role::prefill;
  if (part.find("decode") != std::string_view::npos) return Role::decode;
  return part == "frontend" || part == "router" ? Role::frontend : Role::unknown;
}

// By the last part that tells a role: what stands before is the deployment's name, which may tell of both.
WorkerId of_name(std::string_view name) {
  const std::vector<std::string_view> parts = base::split(name, '-');
  for (std::size_t i = parts.size(); i-- > 0;) {
    WorkerId worker{role_of_part(parts[i]), -1, std::string(name)};
    if (worker.role == Role::unknown) continue;
    // Of a set of pods, their number; of a set of groups, the group's and the pod's in it. Else it is a hash.
    const bool numbered = i + 1 < parts.size() && parts.size() - i <= 3 &&
                          std::all_of(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end(), all_digits);
    if (numbered && parts[i + 1].size() <= 6)
      worker.index = static_cast<int>(number_at(parts[i + 1], 0, parts[i + 1].size()));
    return worker;
  }
  return {Role::unknown, -1, std::string(name)};
}

}  // namespace

std::optional<WorkerId> worker_of_pod_path(std::string_view path) {
  auto names = below_pods(path);
  if (!names) names = below_containers(path);
  if (!names) return std::nullopt;
  if (stands_aside(names->container)) return WorkerId{Role::other, -1, names->pod};
  WorkerId worker = of_name(names->pod);
  if (worker.role != Role::unknown) return worker;
  const Role own = of_name(names->container).role;  // several engines in one pod
  return WorkerId{own, -1, names->pod};
}

}  // namespace jitgate::recognise
