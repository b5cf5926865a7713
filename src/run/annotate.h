// `jitgate annotate`: the verdict's numbers into the result rows that it speaks of, and the rest beside them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace jitgate::run {

struct AnnotateRequest {
  std::string verdict;             // path of verdict.json
  std::vector<std::string> files;  // that hold rows
  std::string out;                 // directory of the annotated copies; empty: in place
};

struct AnnotatedRow {
  std::string document;
  std::uint64_t line = 1;
  std::string point, finding;  // empty: it was left as it is
  std::string why_not;
  bool result = false;  // it is a result row, and no other document
};

struct Annotated {
  std::vector<AnnotatedRow> rows;
  std::vector<std::string> written;  // none, if no row belongs to a point
};

// All files are read, matched and edited before the first is written. Errors: a file that cannot be read, a document
// that is no JSON, a row with a key that stands twice, two results with one name.
base::Result<Annotated> annotate(const AnnotateRequest& request);

}  // namespace jitgate::run
