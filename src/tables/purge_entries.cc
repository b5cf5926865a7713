#include "tables/purge_entries.h"

#include <fmt/format.h>

#include "tables/database_key.h"
#include "tables/json_rows.h"
#include "tables/verdict_table.h"

namespace jitgate::tables {
namespace {

// Within a line comment: one line of ASCII, whatever the text holds.
std::string comment(const std::string& text) {
  const std::string quoted = json_text(text);
  return quoted.substr(1, quoted.size() - 2);
}

// A single-quoted TypeScript string.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : comment(text)) out += c == '\'' ? std::string("\\'") : std::string(1, c);
  return out + "'";
}

std::string number_or_null(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "null"; }

}  // namespace

std::string purge_entry(const model::PointVerdict& point, const RunIdentity& run, const ResolvedId& resolved) {
  const std::string day =
      point.window_start ? base::format_instant(*point.window_start, 0).substr(0, 10) : "unknown day";
  std::string out =
      fmt::format("  // measured {} | {}\n  // Reason: {}.\n", day, comment(point.id), comment(error_text(point)));
  const auto key = database_key(point.identity);
  if (!key || !resolved.why_not.empty())
    return out + "  // No entry: " + comment(resolved.why_not.empty() ? key.error() : resolved.why_not) + ".\n";
  return out + fmt::format(
                   "  {{\n    githubRunId: {},\n    runAttempt: {},\n    configId: {},\n    benchmarkType: {},\n    "
                   "isl: {},\n"
                   "    osl: {},\n    conc: {},\n    offloadMode: {},\n    recipeFingerprint: {},\n  }},\n",
                   run.id, run.attempt, resolved.config_id, quoted(key->benchmark_type), number_or_null(key->isl),
                   number_or_null(key->osl), key->conc, quoted(key->offload_mode),
                   key->recipe.empty() ? "null" : quoted(key->recipe));
}

}  // namespace jitgate::tables
