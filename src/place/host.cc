#include "place/host.h"

#include <algorithm>
#include <set>
#include <string>

namespace jitgate::place {
namespace {

// "gpu-7" of "gpu-7.example.net"; file names bear either.
std::string short_name(const std::string& host) { return host.substr(0, host.find('.')); }

bool names_host(const std::string& node, const std::string& host) {
  return !node.empty() && !host.empty() && short_name(node) == short_name(host);
}

bool on_path(const std::string& node, const std::string& path) {
  if (node.empty()) return false;
  const auto ends = [&](std::size_t at) { return at == path.size() || path[at] == '/' || path[at] == '!'; };
  for (std::size_t at = path.find(node); at != std::string::npos; at = path.find(node, at + 1)) {
    if ((at == 0 || ends(at - 1)) && ends(at + node.size())) return true;
  }
  return false;
}

}  // namespace

void of_host(const model::LogEvidence& cache, int bundle, const std::vector<model::WorkerSeen>& workers,
             model::PlacedEvent& event) {
  event.basis = model::Basis::build_log;
  event.worker = {model::Role::unknown, -1, cache.host};
  std::set<std::string> nodes;
  std::set<std::string> named;
  for (const model::WorkerSeen& worker : workers) {
    if (worker.bundle != bundle || worker.logs.empty()) continue;
    nodes.insert(worker.id.node);
    if (names_host(worker.id.node, cache.host) || on_path(worker.id.node, cache.coverage.path))
      named.insert(worker.id.node);
  }
  if (nodes.size() > 1 && named.size() != 1) return;
  const std::string& node = nodes.size() > 1 ? *named.begin() : nodes.empty() ? cache.host : *nodes.begin();
  if (event.worker.node.empty()) event.worker.node = node;
  for (std::size_t w = 0; w < workers.size(); ++w) {
    if (workers[w].bundle != bundle || workers[w].logs.empty() || workers[w].id.node != node) continue;
    if (event.seen_by < 0) {
      event.seen_by = static_cast<std::int32_t>(w);
    } else {
      event.others.push_back(static_cast<std::int32_t>(w));
    }
  }
}

}  // namespace jitgate::place
