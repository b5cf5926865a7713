#include "tables/database_key.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "tables/json_rows.h"

namespace jitgate::tables {
namespace {

using Identity = std::map<std::string, std::string>;

struct Alias {
  const char* from;
  const char* to;
};

// The first alias of that name, or the name itself.
template <std::size_t N>
std::string resolved(const std::string& name, const Alias (&aliases)[N]) {
  for (const Alias& alias : aliases) {
    if (name == alias.from) return alias.to;
  }
  return name;
}

constexpr Alias kFrameworks[] = {{"dynamo-trtllm", "dynamo-trt"},
                                 {"trtllm", "trt"},
                                 {"sglang-disagg", "mori-sglang"},
                                 {"atom-disagg", "mooncake-atom"}};
constexpr Alias kPrecisions[] = {{"nvfp4", "fp4"}, {"mxfp4", "fp4"}};
constexpr Alias kModels[] = {{"gptoss", "gptoss120b"}, {"dsv4pro", "dsv4"}, {"kimik2.7", "kimik2.7-code"}};

// Reads parts and remembers the first that is not as it must be.
class Parts {
 public:
  explicit Parts(const Identity& identity) : identity_(identity) {}

  [[nodiscard]] bool has(const std::string& name) const { return identity_.contains(name); }
  [[nodiscard]] std::string text(const std::string& name) const {
    const auto it = identity_.find(name);
    return it == identity_.end() ? std::string() : it->second;
  }
  std::string told(const std::string& name) {
    if (text(name).empty()) complain("the row does not tell '" + name + "'");
    return text(name);
  }
  std::optional<std::int64_t> number(const std::string& name) {
    const std::string word = text(name);
    if (word.empty()) return std::nullopt;
    if (const auto value = base::integer_of(word)) return value;
    complain("'" + name + "' of the row is no whole number");
    return std::nullopt;
  }
  std::optional<bool> truth(const std::string& name) {
    const std::string word = base::lower(text(name));
    if (word.empty()) return std::nullopt;
    if (word == "true" || word == "false") return word == "true";
    complain("'" + name + "' of the row is neither true nor false");
    return std::nullopt;
  }
  void complain(std::string what) {
    if (complaint.empty()) complaint = std::move(what);
  }
  std::string complaint;

 private:
  const Identity& identity_;
};

bool is_gpu_count(const std::optional<std::int64_t>& value) { return value && *value > 0; }

// One side of a deployment whose row tells prefill and decode apart.
DeploymentSide side_of(Parts& parts, const std::string& prefix, const char* gpus, bool may_share) {
  DeploymentSide side;
  side.tp = parts.number(prefix + "tp").value_or(1);
  side.ep = parts.number(prefix + "ep").value_or(1);
  side.dp_attention = parts.truth(prefix + "dp_attention").value_or(false);
  side.workers = parts.number(prefix + "num_workers").value_or(0);
  const auto own = parts.number(gpus);
  const auto all = parts.number("num_gpus");
  side.gpus = is_gpu_count(own)                ? *own
              : may_share && is_gpu_count(all) ? *all
                                               : side.tp * side.ep * std::max<std::int64_t>(side.workers, 1);
  return side;
}

// One engine, written once, or on a deployment that is not split: both sides are the same.
void read_sides(Parts& parts, bool framework_splits, DatabaseKey& key) {
  if (parts.has("prefill_tp")) {
    const bool split = framework_splits || parts.number("decode_num_workers").value_or(0) > 0;
    key.prefill = side_of(parts, "prefill_", "num_prefill_gpu", !split);
    key.decode = side_of(parts, "decode_", "num_decode_gpu", !split);
    key.disagg = split;
    if (!split) {
      const bool by_prefill =
          key.decode.tp <= 0 || key.decode.ep <= 0 ||
          (key.decode.workers <= 0 && key.decode.gpus <= 0 && (key.prefill.workers > 0 || key.prefill.gpus > 0));
      (by_prefill ? key.decode : key.prefill) = by_prefill ? key.prefill : key.decode;
    }
    return;
  }
  key.disagg = framework_splits;
  key.decode = side_of(parts, "", "num_decode_gpu", true);
  key.prefill = key.disagg ? side_of(parts, "", "num_prefill_gpu", true) : key.decode;
}

std::string offload_of(const Parts& parts) {
  if (std::string mode = parts.text("offload_mode"); !mode.empty()) return mode;
  for (const char* name : {"kv_offloading", "offloading"}) {
    if (const std::string word = parts.text(name); !word.empty()) return word == "none" ? "off" : "on";
  }
  return "off";
}

}  // namespace

std::string database_hardware(const std::string& hardware) {
  std::string name = base::lower(hardware);
  if (const std::size_t colon = name.rfind(':'); colon != std::string::npos) name.erase(0, colon + 1);
  return name.substr(0, name.find('-'));
}

std::string database_model(const std::string& prefix) {
  std::string name = base::lower(prefix);
  std::string whole = resolved(name, kModels);
  if (whole != name) return whole;
  for (const char* precision : {"-fp4", "-fp8", "-mxfp4", "-nvfp4"}) {
    const std::size_t at = name.find(precision);
    if (at == std::string::npos || at == 0) continue;
    const std::size_t behind = at + std::string_view(precision).size();
    if (behind == name.size() || name[behind] == '-') return resolved(name.substr(0, at), kModels);
  }
  return name;
}

tl::expected<DatabaseKey, std::string> database_key(const Identity& identity) {
  if (identity.empty()) return tl::make_unexpected("no processed row tells its configuration");
  Parts parts(identity);
  DatabaseKey key;
  key.hardware = database_hardware(parts.told("hw"));
  const std::string written = base::lower(parts.told("framework"));
  key.framework = resolved(written, kFrameworks);
  const std::string prefix = parts.has("infmax_model_prefix") ? "infmax_model_prefix" : "model_prefix";
  if (parts.text(prefix).empty())
    parts.complain("the row tells no 'infmax_model_prefix', and a model's path is no key");
  key.model = database_model(parts.text(prefix));
  key.precision = resolved(base::lower(parts.told("precision")), kPrecisions);
  key.spec_method = base::lower(parts.text("spec_decoding"));
  if (key.spec_method.empty()) key.spec_method = "none";
  key.is_multinode = parts.truth("is_multinode").value_or(false);

  const bool always_splits = key.framework.rfind("mori-", 0) == 0 || written == "atom-disagg";
  const bool splits = always_splits || parts.truth("disagg").value_or(key.framework.rfind("dynamo-", 0) == 0);
  read_sides(parts, splits, key);

  const bool agentic = parts.text("scenario_type").rfind("agentic", 0) == 0;
  key.benchmark_type = agentic ? "agentic_traces" : "single_turn";
  if (!agentic) {
    key.isl = parts.number("isl");
    key.osl = parts.number("osl");
    if (!key.isl || !key.osl) parts.complain("the row does not tell 'isl' and 'osl'");
  }
  const auto users = agentic ? parts.number("users") : std::nullopt;
  const auto conc = users ? users : parts.number("conc");
  if (!conc || *conc <= 0) parts.complain("the row does not tell 'conc'");
  key.conc = conc.value_or(0);
  key.offload_mode = offload_of(parts);
  const std::string recipe =
      parts.has("recipe_fingerprint") ? parts.text("recipe_fingerprint") : parts.text("recipe-fingerprint");
  key.recipe = base::trim(recipe);
  if (!parts.complaint.empty()) return tl::make_unexpected(parts.complaint);
  return key;
}

std::string json_of(const DatabaseKey& key) {
  std::string out = "{";
  const auto add = [&](const char* name, const std::string& value) {
    out += (out.size() > 1 ? ",\"" : "\"") + std::string(name) + "\":" + value;
  };
  const auto text = [&](const char* name, const std::string& value) { add(name, json_text(value)); };
  const auto truth = [&](const char* name, bool value) { add(name, value ? "true" : "false"); };
  const auto number = [&](const char* name, const std::optional<std::int64_t>& value) {
    add(name, value ? std::to_string(*value) : "null");
  };
  const auto side = [&](const std::string& name, const DeploymentSide& of) {
    number((name + "_tp").c_str(), of.tp);
    number((name + "_ep").c_str(), of.ep);
    truth((name + "_dp_attention").c_str(), of.dp_attention);
    number((name + "_num_workers").c_str(), of.workers);
    number(("num_" + name + "_gpu").c_str(), of.gpus);
  };
  text("hardware", key.hardware);
  text("framework", key.framework);
  text("model", key.model);
  text("precision", key.precision);
  text("spec_method", key.spec_method);
  truth("disagg", key.disagg);
  truth("is_multinode", key.is_multinode);
  side("prefill", key.prefill);
  side("decode", key.decode);
  text("benchmark_type", key.benchmark_type);
  number("isl", key.isl);
  number("osl", key.osl);
  number("conc", key.conc);
  text("offload_mode", key.offload_mode);
  add("recipe_fingerprint", key.recipe.empty() ? "null" : json_text(key.recipe));
  return out + "}";
}

}  // namespace jitgate::tables
