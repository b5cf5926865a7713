// Where annotated files and their sidecars go, and what must not be overwritten there. A name that is taken may be that
// of another row file, of the verdict itself or of anything else: only what says that it came of the same rows is
// replaced. A choice of a free name instead would leave two sidecars of one file, one of them stale.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "tables/validation.h"

namespace jitgate::run {

// One file to be written.
struct AnnotateTarget {
  std::string content;
  std::string input;             // the row file as it was named
  bool in_place = false;         // of the call: the row file itself is changed, and sidecars stand beside it
  tables::ValidationOf sidecar;  // what it is a sidecar of; its document is empty: it is the row file or a copy
  // Of a copy: digest of the row file's bytes, and the sidecars (path, of what) that would tell whose it is.
  std::string input_sha256;
  std::vector<std::pair<std::string, tables::ValidationOf>> claims;
};

class AnnotateTargets {
 public:
  explicit AnnotateTargets(std::string verdict) : verdict_(std::move(verdict)) {}

  // Errors: a second file of this name, the verdict or its events.
  base::Result<void> add(const std::string& path, AnnotateTarget target);
  // Errors: a name is taken by what belongs to another file, or by what nobody may write. To be asked before the first
  // is written.
  [[nodiscard]] base::Result<void> may_be_written() const;

  std::map<std::string, AnnotateTarget> files;  // by path

 private:
  std::string verdict_;  // path of a verdict.json, or of the directory that holds it
};

// Path of the annotated file; its sidecars go beside it. `out` empty: in place, where of a link its target is edited.
// Errors: the copy would be the file itself.
base::Result<std::string> annotate_target(const std::string& path, const std::string& out);

}  // namespace jitgate::run
