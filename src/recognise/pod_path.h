// Logs as the kubelet keeps them, whose files have numbers for names: what the path tells is the pod's.
//
//   /var/log/pods/<namespace>_<pod>_<uid>/<container>/0.log            and "0.log.20260804-101112.gz", rotated
//   /var/log/containers/<pod>_<namespace>_<container>-<64 hex digits>.log
//
// A pod is named by whoever deployed it: "vllm-decode-0", "ms-decode-7d4f9c7b8-x2k9q", "demo-vllmdecodeworker-0-1".
#pragma once

#include <optional>
#include <string_view>

#include "model/worker.h"

namespace jitgate::recognise {

// Of a path of that form. The node is the pod, whose name its processes take for their host's; where no name tells a
// role, that is unknown.
std::optional<model::WorkerId> worker_of_pod_path(std::string_view path);

}  // namespace jitgate::recognise
