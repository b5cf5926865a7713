#include "snapshot/compilers.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace jitgate::snapshot {
namespace {

struct Cache {
  const char* compiler;
  std::array<std::string_view, 3> words;  // in lower case; the path of its default cache holds one of them
};

// The inner ones first: FlashInfer and AITER may keep theirs below a folder of torch's or Triton's name.
constexpr std::array<Cache, 7> kCaches = {{{"flashinfer", {"flashinfer"}},
                                           {"deepgemm", {"deep_gemm", "deepgemm", "deep-gemm"}},
                                           {"aiter", {"aiter"}},
                                           {"tilelang", {"tilelang"}},
                                           {"tvm_ffi", {"tvm-ffi", "tvm_ffi"}},
                                           {"triton", {"triton"}},
                                           {"cpp_extension", {"torch_extensions", "cpp_extension"}}}};

}  // namespace

const std::vector<model::RuleFacts>& facts() {
  static const std::vector<model::RuleFacts> kFacts = [] {
    std::vector<model::RuleFacts> all;
    for (const Cache& cache : kCaches) {
      model::RuleFacts& one = all.emplace_back();
      one.id = std::string("cache-") + cache.compiler;
      one.compiler = cache.compiler;
      one.type = model::EventType::build;
      one.max_span = 20 * base::kMinute;
      one.advice = "Something was added to this compiler's cache directory: fill the cache before the benchmark.";
    }
    return all;
  }();
  return kFacts;
}

int rule_of_compiler(const std::string& compiler) {
  for (std::size_t i = 0; i < kCaches.size(); ++i) {
    if (compiler == kCaches[i].compiler) return static_cast<int>(i);
  }
  return -1;
}

int rule_of_path(const std::string& path) {
  const std::string lower = base::lower(path);
  for (std::size_t i = 0; i < kCaches.size(); ++i) {
    const auto& words = kCaches[i].words;
    const bool named = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      return !word.empty() && lower.find(word) != std::string::npos;
    });
    if (named) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace jitgate::snapshot
