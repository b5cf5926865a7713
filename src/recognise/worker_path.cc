// Which worker a log belongs to, from its name (facts: inferencex.md §1.3, §1.4). Launchers of multi-node runs name
// role, index and node, and no line inside says as much, so the name is evidence; where it tells nothing the answer is
// `unknown` and never a guess.
//
//   node-1_decode_w0.out, frontend_0.out    role and index from the right: node names hold anything
//   prefill_<host>.log, router_<host>.log   AMD's disaggregated runs
//   vllm_rank3.log                          llm-d
//   decode_w0/stdout.log                    the directory, where the file's name tells no more than "server"
//   <namespace>_<pod>_<uid>/<container>/0.log   the kubelet's (pod_path.h)
#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "model/path_name.h"
#include "recognise/head_text.h"
#include "recognise/pod_path.h"
#include "recognise/recogniser.h"

namespace jitgate::recognise {
namespace {

using model::Role;
using model::WorkerId;

struct RoleWord {
  std::string_view word;
  Role role;
};

bool all_digits(std::string_view text) { return !text.empty() && digits_at(text, 0, text.size()) == text.size(); }

int index_of(std::string_view digits) {
  return all_digits(digits) && digits.size() <= 6 ? static_cast<int>(number_at(digits, 0, digits.size())) : -1;
}

// Whether a log's name ends there.
bool names_log(std::string_view name) {
  return std::any_of(model::kLogEndings.begin(), model::kLogEndings.end(),
                     [&](std::string_view suffix) { return name.ends_with(suffix); });
}

// The date with which a rotated log is kept, "-20260804" or ".2026-08-04" (logrotate's dateext): its length.
std::size_t date_at_end(std::string_view name) {
  for (const std::size_t length : {std::size_t{8}, std::size_t{10}}) {
    if (name.size() <= length + 1) continue;
    const std::string_view date = name.substr(name.size() - length);
    const char sign = name[name.size() - length - 1];
    const bool plain = length == 8 && all_digits(date);
    const bool dashed = length == 10 && date[4] == '-' && date[7] == '-' && all_digits(date.substr(0, 4)) &&
                        all_digits(date.substr(5, 2)) && all_digits(date.substr(8));
    if ((sign == '-' || sign == '.') && (plain || dashed) && names_log(name.substr(0, name.size() - length - 1)))
      return length + 1;
  }
  return 0;
}

// The number with which a rotated log is kept, ".1", or "_1" and "-1" behind what names a log: its length.
std::size_t number_at_end(std::string_view name) {
  const std::size_t sign = name.find_last_of("._-");
  if (sign == std::string_view::npos || sign == 0 || name.size() - sign > 4 || !all_digits(name.substr(sign + 1)))
    return 0;
  return name[sign] == '.' || names_log(name.substr(0, sign)) ? name.size() - sign : 0;
}

// The name without what says how it is stored: "x.out.gz", "X.LOG.1", "x.out-20260804".
std::string_view stem_of(std::string_view full) {
  static constexpr std::array<std::string_view, 10> kStored = {".gz",  ".zst", ".xz",  ".bz2", ".old",
                                                               ".bak", ".out", ".err", ".log", ".txt"};
  const std::string lower = base::lower(full);
  std::string_view name = lower;
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view suffix : kStored) {
      if (name.size() > suffix.size() && name.ends_with(suffix)) {
        name.remove_suffix(suffix.size());
        again = true;
      }
    }
    if (const std::size_t date = date_at_end(name); date > 0) {
      name.remove_suffix(date);
      again = true;
    }
    if (const std::size_t number = number_at_end(name); number > 0) {
      name.remove_suffix(number);
      again = true;
    }
  }
  return full.substr(0, name.size());
}

// "<node>_<role>_w<i>", each part but the role optional.
WorkerId from_the_right(std::string_view name, std::string_view lower) {
  static constexpr std::array<RoleWord, 6> kRoles = {{{"prefill", Role::prefill},
                                                      {"decode", Role::decode},
                                                      {"agg", Role::agg},
                                                      {"frontend", Role::frontend},
                                                      {"router", Role::frontend},
                                                      {"nginx", Role::other}}};
  WorkerId worker;
  std::size_t digits = 0;
  while (digits < lower.size() && is_digit(lower[lower.size() - 1 - digits])) ++digits;
  std::size_t end = lower.size() - digits;
  if (digits > 0) {
    worker.index = index_of(lower.substr(end));
    if (end > 0 && lower[end - 1] == 'w') --end;
    if (end == 0 || (lower[end - 1] != '_' && lower[end - 1] != '-')) return {};
    --end;
  }
  for (const RoleWord& candidate : kRoles) {
    const std::string_view before = lower.substr(0, end);
    if (!before.ends_with(candidate.word)) continue;
    const std::size_t at = end - candidate.word.size();
    if (at > 0 && lower[at - 1] != '_' && lower[at - 1] != '-') continue;
    worker.role = candidate.role;
    if (at > 1) worker.node = std::string(name.substr(0, at - 1));
    return worker;
  }
  return {};
}

// "<role>_<host>" and "vllm_rank<i>".
WorkerId from_the_left(std::string_view name, std::string_view lower) {
  static constexpr std::array<RoleWord, 6> kHosts = {{{"server_", Role::agg},
                                                      {"prefill_", Role::prefill},
                                                      {"decode_", Role::decode},
                                                      {"router_", Role::frontend},
                                                      {"vllm_router_", Role::frontend},
                                                      {"sglang_router_", Role::frontend}}};
  WorkerId worker;
  for (const RoleWord& candidate : kHosts) {
    if (!lower.starts_with(candidate.word) || lower.size() == candidate.word.size()) continue;
    worker.role = candidate.role;
    worker.index = index_of(lower.substr(candidate.word.size()));
    if (worker.index < 0) worker.node = std::string(name.substr(candidate.word.size()));
    return worker;
  }
  constexpr std::string_view kRank = "vllm_rank";
  if (lower.starts_with(kRank) && all_digits(lower.substr(kRank.size()))) {
    worker.role = Role::agg;
    worker.index = index_of(lower.substr(kRank.size()));
  }
  return worker;
}

// Names that tell a role and nothing more.
Role plain_role(std::string_view lower) {
  static constexpr std::array<RoleWord, 24> kPlain = {
      {{"benchmark", Role::client},   {"bench", Role::client},         {"client", Role::client},
       {"server", Role::agg},         {"sweep", Role::other},          {"infra", Role::other},
       {"etcd", Role::other},         {"nats", Role::other},           {"mooncake", Role::other},
       {"eval", Role::other},         {"model_download", Role::other}, {"stage_model", Role::other},
       {"postprocess", Role::other},  {"sidecar", Role::other},        {"epp", Role::other},
       {"envoy", Role::other},        {"slurm", Role::other},          {"telemetry", Role::other},
       {"node_metrics", Role::other}, {"gpu_metrics", Role::other},    {"nvidia-smi", Role::other},
       {"rocm-smi", Role::other},     {"ingest", Role::other},         {"fingerprint", Role::other}}};
  for (const RoleWord& candidate : kPlain) {
    if (lower.starts_with(candidate.word) && !is_lower(char_at(lower, candidate.word.size()))) return candidate.role;
  }
  return lower.ends_with("_server") || lower.ends_with("-server") ? Role::agg : Role::unknown;
}

WorkerId from_directory(std::string_view name) {
  const WorkerId worker = from_the_right(name, base::lower(name));
  // "agg" alone is as likely a folder of aggregate results.
  const bool tells = worker.index >= 0 || worker.role == Role::prefill || worker.role == Role::decode;
  return tells ? worker : WorkerId{};
}

}  // namespace

WorkerId worker_of_path(std::string_view path) {
  if (auto of_pod = worker_of_pod_path(path)) return *std::move(of_pod);
  const auto border = [&](std::string_view text) { return text.find_last_of("/!"); };
  std::size_t at = border(path);
  const std::string_view name = stem_of(path.substr(at == std::string_view::npos ? 0 : at + 1));
  const std::string lower = base::lower(name);
  if (WorkerId worker = from_the_right(name, lower); worker.role != Role::unknown) return worker;
  if (const Role role = plain_role(lower); role != Role::unknown && role != Role::agg) {
    WorkerId worker;
    worker.role = role;
    return worker;
  }
  WorkerId told = from_the_left(name, lower);
  if (told.role != Role::unknown && told.role != Role::agg) return told;
  while (at != std::string_view::npos) {
    const std::string_view above = path.substr(0, at);
    at = border(above);
    WorkerId worker = from_directory(above.substr(at == std::string_view::npos ? 0 : at + 1));
    if (worker.role != Role::unknown) return worker;
  }
  if (told.role == Role::unknown) told.role = plain_role(lower);
  return told;
}

}  // namespace jitgate::recognise
