#include "results/row_key.h"

#include <array>
#include <utility>

#include "base/text.h"
#include "results/path_hints.h"

namespace jitgate::results {
namespace {

// A scalar as it would stand in a file name: "4", "false", "mtp".
std::string word_of(const Record& record, const std::string& key) {
  const Scalar* value = record.find(key);
  if (value == nullptr) return {};
  switch (value->type) {
    case Scalar::Type::boolean:
      return value->truth ? "true" : "false";
    case Scalar::Type::number:
      return value->text;
    case Scalar::Type::string:
      return base::lower(value->text);
    default:
      return {};
  }
}

using Part = std::pair<const char*, const char*>;  // key, label

template <std::size_t N>
void append_parts(const Record& record, const std::string& prefix, const std::array<Part, N>& parts, std::string* out) {
  for (const auto& [key, label] : parts) {
    const std::string word = word_of(record, prefix + key);
    if (word.empty()) continue;
    if (!out->empty() && out->back() != '_') *out += '-';
    *out += label + word;
  }
}

}  // namespace

void apply_path_hints(model::ResultRow& row, const std::string& path) {
  const auto conc = conc_in_path(path);
  row.named_conc = conc;
  if (!row.key.conc) {
    row.key.conc = conc;
    if (conc) row.notes.push_back("only its name tells the concurrency, " + std::to_string(*conc));
  } else if (conc && *conc != *row.key.conc) {
    row.notes.push_back("the name says concurrency " + std::to_string(*conc) + ", the document " +
                        std::to_string(*row.key.conc));
  }
  const auto lengths = lengths_in_path(path);
  if (lengths && !row.key.isl) row.key.isl = lengths->first;
  if (lengths && !row.key.osl) row.key.osl = lengths->second;
}

std::string parallelism_of(const Record& record) {
  static constexpr std::array<Part, 7> kSide = {{{"tp", "tp"},
                                                 {"pp", "pp"},
                                                 {"dcp", "dcp"},
                                                 {"pcp", "pcp"},
                                                 {"ep", "ep"},
                                                 {"dp_attention", "dp"},
                                                 {"num_workers", "nw"}}};
  static constexpr std::array<Part, 7> kWhole = {{{"tp", "tp"},
                                                  {"pp", "pp"},
                                                  {"dcp", "dcp"},
                                                  {"pcp", "pcp"},
                                                  {"ep", "ep"},
                                                  {"dp", "dp"},
                                                  {"dp_attention", "dpa"}}};
  std::string text;
  for (const std::string side : {"prefill", "decode"}) {
    std::string part;
    append_parts(record, side + "_", kSide, &part);
    const std::string gpus = word_of(record, "num_" + side + "_gpu");
    if (!gpus.empty()) part += (part.empty() ? "g" : "-g") + gpus;
    if (part.empty()) continue;
    if (!text.empty()) text += '_';
    text += side + "-" + part;
  }
  if (text.empty()) append_parts(record, "", kWhole, &text);
  const std::string disagg = word_of(record, "disagg");
  if (!disagg.empty()) text += (text.empty() ? "disagg-" : "_disagg-") + disagg;
  return text;
}

bool expert_or_data_parallel(const Record& record) {
  for (const std::string prefix : {"", "prefill_", "decode_", "server_info/"}) {
    for (const char* key : {"ep", "dp", "ep_size", "dp_size", "expert_parallel_size", "data_parallel_size"}) {
      const auto size = record.number(prefix + key);
      if (size && *size > 1) return true;
    }
    for (const char* key : {"dp_attention", "dp_attn", "enable_dp_attention", "enable_expert_parallel"}) {
      if (record.truth(prefix + key)) return true;
    }
  }
  return false;
}

}  // namespace jitgate::results
