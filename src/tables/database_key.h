// The natural key under which the public results database keeps a row, from what the row itself tells. Databases of
// that shape normalise a row when they take it in (tables workflow_runs, configs and benchmark_results), so the same
// steps are taken here; they are listed in docs/database.md. Whatever a step cannot decide gives no key: a verdict on
// the wrong row is worse than one on none.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace jitgate::tables {

struct DeploymentSide {
  std::int64_t tp = 1, ep = 1;
  bool dp_attention = false;
  std::int64_t workers = 0, gpus = 1;
  bool operator==(const DeploymentSide&) const = default;
};

struct DatabaseKey {
  // of the table configs
  std::string hardware, framework, model, precision, spec_method;
  bool disagg = false, is_multinode = false;
  DeploymentSide prefill, decode;
  // of the table benchmark_results
  std::string benchmark_type;
  std::optional<std::int64_t> isl, osl;  // absent for agentic traces
  std::int64_t conc = 0;
  std::string offload_mode = "off";
  std::string recipe;  // fingerprint; empty: null there
  bool operator==(const DatabaseKey&) const = default;
};

// `identity`: by the row's keys, as results::identity_of gives it. The error says in one sentence what is missing.
tl::expected<DatabaseKey, std::string> database_key(const std::map<std::string, std::string>& identity);

// The columns of `configs` and of `benchmark_results` that it fixes, as one JSON object.
std::string json_of(const DatabaseKey& key);

// "h200-nv" → "h200", "cluster:b300-nv" → "b300".
std::string database_hardware(const std::string& hardware);
// "DSR1-FP8" → "dsr1"; known aliases are resolved.
std::string database_model(const std::string& prefix);

}  // namespace jitgate::tables
