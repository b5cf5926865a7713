#include "recognise/needles.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace jitgate::recognise {
namespace {

constexpr std::size_t kGram = 4;
constexpr std::size_t kLongestWindow = 12;

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
    "'inductor'}, kernel compilation during inference finished loading kernel module with config for function";

// How often each gram stands in the usual text. Counted once: every log has a table of its own.
const std::unordered_map<std::uint32_t, int>& usual_grams() {
  static const std::unordered_map<std::uint32_t, int> usual = [] {
    std::unordered_map<std::uint32_t, int> counts;
    for (std::size_t i = 0; i + kGram <= kUsualText.size(); ++i) ++counts[NeedleTable::gram_at(kUsualText.data() + i)];
    return counts;
  }();
  return usual;
}

}  // namespace

std::uint32_t NeedleTable::gram_at(const char* text) {
  std::uint32_t gram = 0;
  std::memcpy(&gram, text, kGram);
  return gram | 0x20202020U;
}

NeedleTable::NeedleTable(const std::vector<std::string>& needles) : needles_(needles) {
  if (needles_.empty()) return;
  std::size_t window = kLongestWindow;
  for (const std::string& needle : needles_) window = std::min(window, needle.size());
  stride_ = window - (kGram - 1);

  const std::unordered_map<std::uint32_t, int>& usual = usual_grams();
  std::unordered_map<std::string_view, bool> taken;
  std::vector<int> costs;  // of the grams of one needle
  for (std::uint32_t number = 0; number < needles_.size(); ++number) {
    const std::string& needle = needles_[number];
    if (!taken.emplace(needle, true).second) continue;
    costs.clear();
    for (std::size_t i = 0; i + kGram <= needle.size(); ++i) {
      const auto found = usual.find(gram_at(needle.data() + i));
      costs.push_back(found == usual.end() ? 0 : found->second);
    }
    std::size_t best = 0;
    int best_cost = -1;
    for (std::size_t begin = 0; begin + window <= needle.size(); ++begin) {
      int cost = 0;
      for (std::size_t k = 0; k < stride_; ++k) cost += costs[begin + k];
      if (best_cost < 0 || cost < best_cost) {
        best = begin;
        best_cost = cost;
      }
    }
    for (std::size_t k = 0; k < stride_; ++k) {
      const std::size_t offset = best + k;
      entries_.push_back({gram_at(needle.data() + offset), number, static_cast<std::uint32_t>(offset)});
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
