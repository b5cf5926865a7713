// One listener a log: frontend lines go to FrontendRequests, client lines to ClientLines, heartbeats and what a worker
// says of itself to their readers, and the ids that a worker prints of itself are collected here. Which of them a log
// is, its lines tell; a name proves nothing.
#include "results/listener.h"

#include <array>
#include <string_view>
#include <utility>

#include "results/client_lines.h"
#include "results/frontend.h"
#include "results/heartbeats.h"
#include "results/line_fields.h"
#include "results/lives.h"
#include "results/own_words.h"

namespace jitgate::results {
namespace {

constexpr std::size_t kMaxInstances = 64;  // of one log
constexpr std::array<std::string_view, 3> kInstanceKeys = {"instance_id", "lease_id", "worker_id"};

}  // namespace

const std::vector<std::string>& listen_needles() {
  static const std::vector<std::string> needles = {
      // frontend
      "request received", "request completed", "request routed",
      "Selected worker: ", "Selected pinned worker: ", "dynamo.request.trace.v1",
      // client
      "benchmark with concurrency:", "[bench] conc=", "Starting initial single prompt test run", "Warming up with ",
      "Starting warmup with ", "Warmup completed", "Warmup run completed", "Starting main benchmark run",
      "Traffic request rate:", "request concurrency:", "Serving Benchmark Result", "Phase warmup ", "Phase profiling ",
      "benchmark_serving", "bench_serving", "bench serve ", "aiperf profile", "--result-filename", "max_concurrency=",
      // worker
      "instance_id", "lease_id", "worker_id=", "Avg prompt throughput: ", " batch, #", "disaggregation-mode",
      "disaggregation_mode", "kv_role", "--is-prefill-worker", "--is-decode-worker", "Shutting down worker ",
      "Received request ", "Added request ", "LLM engine (", "server_args=ServerArgs("};
  return needles;
}

const std::vector<std::string>& date_needles() {
  // The output of `date` holds no words. Years in which there is no JIT monitor to speak of are left out.
  static const std::vector<std::string> needles = [] {
    std::vector<std::string> years;
    for (int year = 2024; year < 2040; ++year) years.push_back(std::to_string(year) + "-");
    return years;
  }();
  return needles;
}

struct LogListener::State {
  explicit State(std::string its_path)
      : path(std::move(its_path)), frontend(path), client(path), heartbeats(path), lives(path), own(path) {}

  void hear_instance(const model::HeardLine& line);

  std::string path;
  FrontendRequests frontend;
  ClientLines client;
  HeartbeatCounter heartbeats;
  Lives lives;
  OwnWords own;
  std::vector<model::InstanceId> instances;
};

LogListener::LogListener(std::string path) : state_(std::make_unique<State>(std::move(path))) {}
LogListener::~LogListener() = default;
LogListener::LogListener(LogListener&&) noexcept = default;

void LogListener::hear(const model::HeardLine& line) {
  if (state_->heartbeats.hear(line)) return state_->lives.beat(line);  // by far the most frequent
  if (state_->frontend.hear(line)) return;
  state_->lives.hear(line);
  state_->own.hear(line);
  state_->hear_instance(line);
  state_->client.hear(line);
}

void LogListener::State::hear_instance(const model::HeardLine& line) {
  for (const std::string_view key : kInstanceKeys) {
    const auto id = field(line.text, key);
    if (!id || id->find_first_of("0123456789") == std::string_view::npos) continue;
    bool known = false;
    for (const model::InstanceId& instance : instances) known = known || instance.id == *id;
    if (known || instances.size() >= kMaxInstances) continue;
    instances.push_back({std::string(*id), path, std::string(key), line.number});
  }
}

void LogListener::finish(model::ResultEvidence& evidence) {
  // A frontend's selector lines name every worker: none of them is its own.
  if (!state_->frontend.any()) {
    for (model::InstanceId& instance : state_->instances) evidence.instances.push_back(std::move(instance));
    state_->heartbeats.finish(evidence);
    state_->lives.finish(evidence);
    state_->own.finish(evidence);
  }
  state_->frontend.finish(evidence);
  state_->client.finish(evidence);
}

}  // namespace jitgate::results
