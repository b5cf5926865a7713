// nlohmann's header costs seconds to compile, so the JSON form has a file of its own.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "compare/listing.h"

namespace jitgate::compare {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<int>& n) { return n ? Json(*n) : Json(); }
Json truth(const std::optional<bool>& known) { return known ? Json(*known) : Json(); }

Json words(const std::vector<Objection>& objections) {
  Json list = Json::array();
  for (const Objection& objection : objections) list.push_back(objection.what);
  return list;
}

Json kernels(const std::vector<KernelChange>& changes) {
  Json list = Json::array();
  for (const KernelChange& k : changes) {
    list.push_back({{"compiler", base::valid_utf8(k.compiler)},
                    {"event_type", base::valid_utf8(k.event_type)},
                    {"target", base::valid_utf8(k.target)},
                    {"before", number(k.before)},
                    {"after", number(k.after)}});
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
                      {"objections", words(p.objections)},
                      {"finding_before", p.before_id.empty() ? Json() : Json(model::to_string(p.before))},
                      {"finding_after", p.after_id.empty() ? Json() : Json(model::to_string(p.after))},
                      {"events_before", number(p.events_before)},
                      {"events_after", number(p.events_after)},
                      {"strong_before", truth(p.strong_before)},
                      {"strong_after", truth(p.strong_after)},
                      {"metrics", std::move(moved)},
                      {"left", kernels(p.left)},
                      {"new", kernels(p.appeared)},
                      {"gone", kernels(p.gone)}});
  }
  const Json all = {{"accepted", comparison.accepted()},
                    {"exit_code", comparison.exit_code()},
                    {"objections", words(comparison.objections)},
                    {"points", std::move(points)}};
  return all.dump(2) + '\n';
}

}  // namespace jitgate::compare
