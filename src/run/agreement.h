// Whether a saved verdict and its events say the same. Both are files that people copy, cut, merge and edit, and a
// finding that its own evidence contradicts must not reach a row or a database as if it had been judged. The digest
// shows any change of the events; the counts show a changed verdict besides, and tell what it is that disagrees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/result.h"
#include "model/stored_event.h"
#include "model/verdict.h"

namespace jitgate::run {

// A verdict by itself: every finding is what its reasons and counts make it. The error names the first that is not.
base::Result<void> agrees_with_itself(const model::Verdict& verdict);

// A verdict, which must outlive it, and the lines of its events.jsonl.
class Agreement {
 public:
  explicit Agreement(const model::Verdict& verdict);

  // The next line with its end, where it has one, and what it says. Errors: it stands there twice, or speaks of a point
  // that the verdict does not have.
  base::Result<void> take(std::string_view line, const model::StoredEvent& event);
  // Errors: other numbers of events than the verdict has, in all or of a point, or another digest.
  base::Result<void> finish();

  // Ids that several lines have, one of which counts: copies of one log under one name are told apart by no id.
  [[nodiscard]] const std::unordered_set<std::string>& told_again() const { return told_again_; }

 private:
  struct Met {
    std::int64_t certain = 0, possible = 0;
  };
  const model::Verdict& verdict_;
  std::unordered_map<std::string, Met> met_;  // by point
  std::unordered_set<std::size_t> lines_;     // hashes
  std::unordered_set<std::string> counted_ids_, other_ids_, told_again_;
  std::int64_t counted_ = 0;
  base::Sha256 digest_;
};

}  // namespace jitgate::run
