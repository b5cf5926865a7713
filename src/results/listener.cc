// One listener a log: frontend lines go to FrontendRequests, client lines to ClientLines, heartbeats and what a worker
// says of itself to their readers, and the ids that a worker prints of itself are collected here. Which of them a log
// is, its lines tell; a name proves nothing.
#include "results/listener.h"

#include <array>
#include <cstdint>
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

// Whom a word wakes. Most lines that are heard concern one reader; the others need not look at them.
enum Ear : std::uint8_t { kFrontend = 1, kClient = 2, kDate = 4, kBeat = 8, kLives = 16, kOwn = 32, kIds = 64 };

struct Word {
  std::string_view text;
  int ears;
};

constexpr std::array kWords = {
    Word{"request received", kFrontend | kOwn},
    Word{"request completed", kFrontend},
    Word{"request routed", kFrontend},
    Word{"Selected worker: ", kFrontend},
    Word{"Selected pinned worker: ", kFrontend},
    Word{"dynamo.request.trace.v1", kFrontend},
    Word{"benchmark with concurrency:", kClient},
    Word{"[bench] conc=", kClient},
    Word{"Starting initial single prompt test run", kClient},
    Word{"Warming up with ", kClient},
    Word{"Starting warmup with ", kClient},
    Word{"Warmup completed", kClient},
    Word{"Warmup run completed", kClient},
    Word{"Starting main benchmark run", kClient},
    Word{"Traffic request rate:", kClient},
    Word{"request concurrency:", kClient},
    Word{"Serving Benchmark Result", kClient},
    Word{"Phase warmup ", kClient},
    Word{"Phase profiling ", kClient},
    Word{"benchmark_serving", kClient},
    Word{"bench_serving", kClient},
    Word{"bench serve ", kClient},
    Word{"aiperf profile", kClient},
    Word{"--result-filename", kClient},
    Word{"max_concurrency=", kClient},
    Word{"instance_id", kOwn | kIds},
    Word{"lease_id", kOwn | kIds},
    Word{"worker_id=", kIds},
    Word{"Avg prompt throughput: ", kBeat},
    Word{" batch, #", kBeat},
    Word{"disaggregation-mode", kOwn},
    Word{"disaggregation_mode", kOwn},
    Word{"kv_role", kOwn},
    Word{"--is-prefill-worker", kOwn},
    Word{"--is-decode-worker", kOwn},
    Word{"Shutting down worker ", kOwn},
    Word{"Received request ", kOwn},
    Word{"Added request ", kOwn},
    Word{"LLM engine (", kLives | kOwn},
    Word{"server_args=ServerArgs(", kLives | kOwn},
    Word{"vLLM API server version ", kLives},
};
constexpr int kFirstYear = 2024;  // there is no JIT monitor to speak of before
constexpr int kYears = 16;
static_assert(kWords.size() + kYears <= 64, "a line tells its words in 64 bits");

// The bits of all words that wake one of these.
constexpr std::uint64_t words_of(int ears) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if ((kWords[i].ears & ears) != 0) bits |= std::uint64_t{1} << i;
  }
  if ((ears & kDate) != 0) bits |= ((std::uint64_t{1} << kYears) - 1) << kWords.size();
  return bits;
}

template <int ears>
bool woken(const model::HeardLine& line) {
  constexpr std::uint64_t kBits = words_of(ears);
  return (line.words & kBits) != 0;
}

}  // namespace

const std::vector<std::string>& listen_needles() {
  static const std::vector<std::string> needles = [] {
    std::vector<std::string> words;
    for (const Word& word : kWords) words.emplace_back(word.text);
    return words;
  }();
  return needles;
}

const std::vector<std::string>& date_needles() {
  static const std::vector<std::string> needles = [] {
    std::vector<std::string> years;
    for (int year = kFirstYear; year < kFirstYear + kYears; ++year) years.push_back(std::to_string(year) + "-");
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
  State& s = *state_;
  if (woken<kBeat>(line) && s.heartbeats.hear(line)) return s.lives.beat(line);  // by far the most frequent
  if (woken<kFrontend>(line) && s.frontend.hear(line)) return;
  if (woken<kLives>(line)) s.lives.hear(line);
  if (woken<kOwn>(line)) s.own.hear(line);
  if (woken<kIds>(line)) s.hear_instance(line);
  if (woken<kDate>(line)) s.client.hear_date(line);
  if (woken<kClient>(line)) s.client.hear(line);
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
