// Which run a saved verdict belongs to: what names its rows in tables, together with the point's id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "model/verdict.h"

namespace jitgate::tables {

struct RunIdentity {
  std::string id;            // the CI's run id, or "local-<hash>" where none is told
  std::int64_t attempt = 0;  // 0: not told
  std::string repository;    // may be empty
  bool operator==(const RunIdentity&) const = default;
  [[nodiscard]] bool of_ci() const { return id.rfind("local-", 0) != 0; }
};

// From the verdict; `told_id` and `told_attempt` (of the command line) fill in what it does not tell. A run without an
// id is named by its logs and windows, so that judging them again, from another place or by another policy, names the
// same rows, and two local runs with equal paths stay apart. Errors: the command line and the verdict contradict one
// another, or an attempt is no number.
base::Result<RunIdentity> run_identity(const model::Verdict& verdict, const std::string& told_id,
                                       const std::optional<std::int64_t>& told_attempt);

}  // namespace jitgate::tables
