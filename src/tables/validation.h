// jit_validation_<name>.json: what stands behind the numbers in the rows of one document, kept beside it. It holds the
// verdict of the points that the rows belong to, in the form of verdict.json, so that every tool for that reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitgate::tables {

struct ValidatedRow {
  std::uint64_t line = 1;  // where the row begins in its document
  std::string point;       // id; empty: it was left as it is
  std::string why_not;     // why it was
};

// Whose rows it speaks of.
struct ValidationOf {
  std::string document;  // name of the file, of a zip's member with its path: "bmk_x.zip!agg_x.json"
  std::string path;      // the same as it was named in the call
  std::string sha256;    // of what the rows say but for the jit_* numbers
};

// `verdict_json`: a document of schemas/verdict.schema.json.
std::string validation_document(const ValidationOf& of, const std::vector<ValidatedRow>& rows,
                                const std::string& verdict_json);

// What a validation document says it is of; empty: it is none.
std::optional<ValidationOf> validation_of(const std::string& text);

// "agg_x.json" → "jit_validation_x.json". Members of zips keep their whole name, so that no two of them share one:
// "bmk_x.zip!a/agg_x.json" → "jit_validation_bmk_x.zip!a%2Fagg_x.json". One that is longer than a file's name may be is
// cut in its middle, with a digest of the whole there.
std::string validation_name(const std::string& document);

}  // namespace jitgate::tables
