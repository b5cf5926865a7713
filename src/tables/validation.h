// jit_validation_<name>.json: what stands behind the numbers in the rows of one document, kept beside it. It holds the
// verdict of the points that the rows belong to, in the form of verdict.json, so that every tool for that reads it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jitgate::tables {

struct ValidatedRow {
  std::uint64_t line = 1;  // where the row begins in its document
  std::string point;       // id; empty: it was left as it is
  std::string why_not;     // why it was
};

// `verdict_json`: a document of schemas/verdict.schema.json.
std::string validation_document(const std::string& document, const std::vector<ValidatedRow>& rows,
                                const std::string& verdict_json);

// "agg_x.json" → "jit_validation_x.json".
std::string validation_name(const std::string& document_name);

}  // namespace jitgate::tables
