// What a result's file name and directories say about it. Names are hints: the document's own word always wins, since
// launchers copy and rename result files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace jitgate::results {

// The part after the last '/' or '!' (a path through containers: "a.zip!b.tar.gz!dir/name.json").
std::string_view file_name(std::string_view path);

// "results_concurrency_12_gpus_28.json", "…_conc12_gpus_28.json", "…_c12_gpus_8_ctx_…", "agentic/conc_12/…": 12. The
// innermost part that tells one, and within it the last. A list ("conc12x24x48") tells none.
std::optional<std::int64_t> conc_in_path(std::string_view path);

// "sa-bench_isl_8192_osl_1024/…", "…_isl8192_osl1024_conc12…": input and output length; the innermost.
std::optional<std::pair<std::int64_t, std::int64_t>> lengths_in_path(std::string_view path);

// A name that result writers use ("results_concurrency_…json", "agg_…json", "profile_export.jsonl", "requests_…jsonl"):
// if such a file cannot be read, a result is likely lost with it.
bool named_like_result(std::string_view path);
// A name of one benchmark point's result ("results_concurrency_12….json", "agg_…_conc12….json"): whatever stands in
// such a file, a result was meant to.
bool named_like_point(std::string_view path);
// A name that `jitgate mark` gives its files: whatever stands in such a file, a boundary was meant to.
bool named_like_mark(std::string_view path);
// A name that ends in .json or .jsonl, perhaps compressed.
bool named_like_json(std::string_view path);

}  // namespace jitgate::results
