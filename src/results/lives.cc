#include "results/lives.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace jitgate::results {
namespace {

// The first line of vLLM's server and of its engine core, and of SGLang's server.
constexpr std::string_view kStarts[] = {"vLLM API server version ", "Initializing a V1 LLM engine (",
                                        "Initializing an LLM engine (", "server_args=ServerArgs("};

const std::optional<model::Stamp>& stamp_of(const model::LineHead& head) {
  return head.inner ? head.inner : head.outer;
}

// Several of them serve one engine side by side, each as long as it has requests.
bool is_api_server(std::string_view name) { return name.starts_with("APIServer") || name.starts_with("ApiServer"); }

}  // namespace

void Lives::hear(const model::HeardLine& line) {
  if (line.head == nullptr || !stamp_of(*line.head) || starts_.size() >= kMaxStarts) return;
  const std::string_view message = line.head->message;
  const bool starts = std::any_of(std::begin(kStarts), std::end(kStarts),
                                  [&](std::string_view words) { return message.starts_with(words); });
  if (starts) starts_.push_back({path_, line.head->process, *stamp_of(*line.head), line.number});
}

void Lives::beat(const model::HeardLine& line) {
  const auto& stamp = stamp_of(*line.head);
  const model::Process& process = line.head->process;
  if (!stamp || process.pid < 0 || is_api_server(process.name)) return;
  auto life = std::find_if(lives_.begin(), lives_.end(),
                           [&](const model::EngineLife& known) { return known.process == process; });
  if (life == lives_.end()) {
    if (lives_.size() >= kMaxProcesses) return;
    life = lives_.insert(lives_.end(), {path_, process, *stamp, *stamp, 0});
  }
  life->last = *stamp;
  ++life->beats;
}

void Lives::finish(model::ResultEvidence& evidence) {
  for (model::EngineStart& start : starts_) evidence.starts.push_back(std::move(start));
  for (model::EngineLife& life : lives_) evidence.lives.push_back(std::move(life));
}

}  // namespace jitgate::results
