#include "recognise/needles.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace jitgate::recognise {
namespace {

constexpr std::size_t kGram = 4;
constexpr std::size_t kLongestStride = 9;
constexpr std::size_t kOverhangStride = 4;  // as far as grams that hang over an end are worth their many entries
constexpr std::uint32_t kCase = 0x20;       // set in each byte of a gram

// How far apart the sampled positions may be for a needle of so many bytes: a gram within it, or over its ends.
std::size_t stride_for(std::size_t size) { return std::max(size - (kGram - 1), std::min(size - 1, kOverhangStride)); }

// What lines of a serving log are made of, for telling common grams from rare ones. Written for this purpose.
constexpr std::string_view kUsualText =
    "(engineCore pid=100) info 09-03 10:41:07 [loggers.py:127] engine 000: avg prompt throughput: 1711.9 tokens/s, "
    "avg generation throughput: 7300.2 tokens/s, running: 3 reqs, waiting: 0 reqs, gpu kv cache usage: 44.2%, prefix "
    "cache hit rate: 0.0% (worker_tp0 pid=771) info 09-03 10:41:08 [gpu_model_runner.py:2338] model loading took 12 "
    "gib and 3.1 seconds (apiserver pid=1) info: 10.0.0.7:51234 - \"post /v1/completions http/1.1\" 200 ok "
    "[2026-09-03 10:41:07 tp0] decode batch, #running-req: 12, #token: 4096, token usage: 0.12, cuda graph: true, gen "
    "throughput (token/s): 812.44, #queue-req: 0 [2026-09-03 10:41:07 tp0] prefill batch, #new-seq: 1, #new-token: "
    "8192, #cached-token: 0 2026-09-03t10:41:07.118204z info dynamo_llm::http::service: request completed "
    "request_id=0000000c model=demo endpoint=generate status=200 warning error debug capturing cuda graphs (decode, "
    "full): 100%|##########| 19/19 [00:04<00:00, 4.1it/s] loading safetensors checkpoint shards: 50% completed "
    "initializing a v1 llm engine with config: model=, tokenizer=, compilation_config={'level': 3, 'backend': "
    "'inductor'}, kernel compilation during inference finished loading kernel module with config for function "
    "(worker_tp1 pid=772) info 09-03 10:41:09 [worker.py:77] finished sequence of batch in graph of stage, time in "
    "line: "
    "1.2 ms [2026-09-03 10:41:09 tp1] decode batch, #running-req: 9, #token: 512, token usage: 0.09, cuda graph: true, "
    "gen throughput (token/s): 73.1, #queue-req: 0 prefill batch, #new-seq: 2, #cached-token: 7 [2026-09-03 10:41:09] "
    "info: 10.0.0.9:40001 - \"post /generate http/1.1\" 200 ok info: 10.0.0.9:40002 - \"get /health http/1.1\" 200 ok "
    "2026-09-03t10:41:08.204118z info dynamo_runtime::pipeline::network::tcp: worker_id=12 handled stream id=9 of "
    "bytes=7 "
    "in 3.1 ms, elapsed_ms=5.2 request received request_id=0000000d x_request_id=x-24 endpoint=completions "
    "input_tokens=8 "
    "output_tokens=4 ttft_ms=3.2 avg_itl_ms=6.25 prefill_worker_id=53 decode_worker_id=99 engine request scheduled, "
    "transferred and released pages of the block table in memory cache, tables, disabled, failed, called, filled";

// How often each gram stands in the usual text. Counted once: every log has a table of its own.
const std::unordered_map<std::uint32_t, int>& usual_grams() {
  static const std::unordered_map<std::uint32_t, int> usual = [] {
    std::unordered_map<std::uint32_t, int> counts;
    for (std::size_t i = 0; i + kGram <= kUsualText.size(); ++i) ++counts[NeedleTable::gram_at(kUsualText.data() + i)];
    return counts;
  }();
  return usual;
}

// Where the `stride` consecutive grams begin that are rarest in usual text.
std::int32_t rarest_window(const std::string& needle, std::size_t stride) {
  const std::unordered_map<std::uint32_t, int>& usual = usual_grams();
  std::vector<int> costs;  // of each gram
  for (std::size_t i = 0; i + kGram <= needle.size(); ++i) {
    const auto found = usual.find(NeedleTable::gram_at(needle.data() + i));
    costs.push_back(found == usual.end() ? 0 : found->second);
  }
  std::size_t best = 0;
  int best_cost = -1;
  for (std::size_t begin = 0; begin + stride <= costs.size(); ++begin) {
    int cost = 0;
    for (std::size_t k = 0; k < stride; ++k) cost += costs[begin + k];
    if (best_cost < 0 || cost < best_cost) {
      best = begin;
      best_cost = cost;
    }
  }
  return static_cast<std::int32_t>(best);
}

}  // namespace

// The grams of a needle from `offset` on, one for each place in a stride.
void NeedleTable::add_window(std::uint32_t number, std::int32_t offset) {
  const std::string& needle = needles_[number];
  const auto size = static_cast<std::int32_t>(needle.size());
  for (std::int32_t end = offset + static_cast<std::int32_t>(stride_); offset < end; ++offset) {
    if (offset >= 0 && offset + static_cast<std::int32_t>(kGram) <= size) {
      entries_.push_back({gram_at(needle.data() + offset), number, offset});
      continue;
    }
    char text[kGram];
    char& unknown = offset < 0 ? text[0] : text[kGram - 1];
    if (offset < 0) {
      std::memcpy(text + 1, needle.data(), kGram - 1);
    } else {
      std::memcpy(text, needle.data() + offset, kGram - 1);
    }
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      if ((byte & kCase) == 0) continue;
      unknown = static_cast<char>(byte);
      entries_.push_back({gram_at(text), number, offset});
    }
  }
}

NeedleTable::NeedleTable(const std::vector<std::string>& needles) : needles_(needles) {
  if (needles_.empty()) return;
  stride_ = kLongestStride;
  for (const std::string& needle : needles_) stride_ = std::min(stride_, stride_for(needle.size()));

  std::unordered_map<std::string_view, bool> taken;
  for (std::uint32_t number = 0; number < needles_.size(); ++number) {
    const std::string& needle = needles_[number];
    if (!taken.emplace(needle, true).second) continue;
    if (needle.size() - (kGram - 1) >= stride_) {
      add_window(number, rarest_window(needle, stride_));
    } else {
      add_window(number, stride_ + kGram - 1 <= needle.size() + 1 ? 0 : -1);
    }
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.gram, a.needle, a.offset) < std::tie(b.gram, b.needle, b.offset);
  });

  std::size_t size = 16;
  while (size < entries_.size() * 2) size *= 2;
  slots_.assign(size, 0);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    const std::uint32_t h = hash(entries_[i].gram);
    bitmap_[h >> 6] |= std::uint64_t{1} << (h & 63);
    if (i > 0 && entries_[i - 1].gram == entries_[i].gram) continue;
    std::size_t slot = h & (size - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
    slots_[slot] = i + 1;
  }
}

std::pair<const NeedleTable::Entry*, const NeedleTable::Entry*> NeedleTable::entries(std::uint32_t gram) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash(gram) & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Entry* first = entries_.data() + (slots_[slot] - 1);
    if (first->gram != gram) continue;
    const Entry* last = first;
    const Entry* end = entries_.data() + entries_.size();
    while (last != end && last->gram == gram) ++last;
    return {first, last};
  }
  return {nullptr, nullptr};
}

}  // namespace jitgate::recognise
