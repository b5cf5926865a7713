// nlohmann's header costs seconds to compile, so the JSON form has a file of its own.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "compare/listing.h"

namespace jitgate::compare {
namespace {

using Json = nlohmann::ordered_json;

Json kernels(const std::vector<KernelChange>& changes) {
  Json list = Json::array();
  for (const KernelChange& k : changes) {
    list.push_back({{"compiler", base::valid_utf8(k.compiler)},
                    {"event_type", base::valid_utf8(k.event_type)},
                    {"target", base::valid_utf8(k.target)},
                    {"before", k.before},
                    {"after", k.after}});
  }
  return list;
}

Json id_or_null(const std::string& id) { return id.empty() ? Json() : Json(base::valid_utf8(id)); }

}  // namespace

std::string json(const Comparison& comparison) {
  Json points = Json::array();
  for (const PointChange& p : comparison.points) {
    Json moved = Json::object();
    for (const auto& [metric, values] : p.moved) moved[metric] = {values.first, values.second};
    points.push_back({{"before", id_or_null(p.before_id)},
                      {"after", id_or_null(p.after_id)},
                      {"accepted", p.objections.empty()},
                      {"objections", p.objections},
                      {"finding_before", p.before_id.empty() ? Json() : Json(model::to_string(p.before))},
                      {"finding_after", p.after_id.empty() ? Json() : Json(model::to_string(p.after))},
                      {"events_before", p.events_before},
                      {"events_after", p.events_after},
                      {"strong_before", p.strong_before},
                      {"strong_after", p.strong_after},
                      {"metrics", std::move(moved)},
                      {"left", kernels(p.left)},
                      {"new", kernels(p.appeared)},
                      {"gone", kernels(p.gone)}});
  }
  const Json all = {
      {"accepted", comparison.accepted()}, {"objections", comparison.objections}, {"points", std::move(points)}};
  return all.dump(2) + '\n';
}

}  // namespace jitgate::compare
