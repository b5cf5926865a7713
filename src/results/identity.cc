#include "results/identity.h"

namespace jitgate::results {
namespace {

constexpr const char* kParts[] = {"hw",
                                  "model",
                                  "infmax_model_prefix",
                                  "model_prefix",
                                  "framework",
                                  "precision",
                                  "spec_decoding",
                                  "disagg",
                                  "is_multinode",
                                  "tp",
                                  "ep",
                                  "dp_attention",
                                  "prefill_tp",
                                  "prefill_ep",
                                  "prefill_dp_attention",
                                  "decode_tp",
                                  "decode_ep",
                                  "decode_dp_attention",
                                  "prefill_num_workers",
                                  "decode_num_workers",
                                  "num_gpus",
                                  "num_prefill_gpu",
                                  "num_decode_gpu",
                                  "scenario_type",
                                  "isl",
                                  "osl",
                                  "conc",
                                  "users",
                                  "offload_mode",
                                  "kv_offloading",
                                  "offloading",
                                  "recipe_fingerprint",
                                  "recipe-fingerprint"};

}  // namespace

std::map<std::string, std::string> identity_of(const Record& record) {
  std::map<std::string, std::string> identity;
  for (const char* part : kParts) {
    const Scalar* value = record.find(part);
    if (value == nullptr) continue;
    if (value->type == Scalar::Type::boolean) identity[part] = value->truth ? "true" : "false";
    if (value->type == Scalar::Type::string || value->type == Scalar::Type::number) identity[part] = value->text;
  }
  return identity;
}

}  // namespace jitgate::results
