#include "report/json_part.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_place.h"
#include "base/source_line.h"

namespace jitgate::report {
namespace {

const nlohmann::json kNull;

}  // namespace

Part::Part(const nlohmann::json& value, std::string where, std::optional<base::Problem>& first_problem)
    : value_(&value), where_(std::move(where)), problem_(&first_problem) {}

void Part::refuse(const std::string& why) const {
  if (*problem_) return;
  *problem_ = base::Problem{"this is not what jitgate wrote: " + where_ + " " + why, where_,
                            "use the file that jitgate wrote, unchanged", base::Blame::world};
}

Part Part::operator[](const char* key) const {
  const std::string where = where_.empty() ? key : where_ + "." + key;
  if (has(key)) return {value_->find(key).value(), where, *problem_};
  Part missing(kNull, where, *problem_);
  missing.refuse("is missing");
  return missing;
}

bool Part::has(const char* key) const { return value_->is_object() && value_->contains(key); }

std::vector<Part> Part::each() const {
  std::vector<Part> out;
  if (!value_->is_array()) {
    refuse("is no list");
    return out;
  }
  out.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    out.emplace_back((*value_)[i], where_ + "[" + std::to_string(i) + "]", *problem_);
  }
  return out;
}

std::vector<std::pair<std::string, Part>> Part::members() const {
  std::vector<std::pair<std::string, Part>> out;
  if (!value_->is_object()) refuse("is no object");
  if (!value_->is_object()) return out;
  for (auto member = value_->begin(); member != value_->end(); ++member) {
    out.emplace_back(member.key(), Part(member.value(), where_ + "." + member.key(), *problem_));
  }
  return out;
}

std::string Part::text() const {
  if (value_->is_string()) return value_->get<std::string>();
  refuse("is no text");
  return {};
}

std::string Part::text_or_empty() const { return value_->is_null() ? std::string() : text(); }

bool Part::flag() const {
  if (value_->is_boolean()) return value_->get<bool>();
  refuse("is neither true nor false");
  return false;
}

double Part::number() const {
  if (value_->is_number()) return value_->get<double>();
  refuse("is no number");
  return 0;
}

double Part::amount() const {
  const double value = number();
  if (value >= 0) return value;
  refuse("is below zero");
  return 0;
}

std::optional<double> Part::amount_or_none() const {
  return value_->is_null() ? std::nullopt : std::optional(amount());
}

std::int64_t Part::integer(std::int64_t least, std::int64_t most) const {
  if (value_->is_number_integer()) {
    const bool too_large =
        value_->is_number_unsigned() && value_->get<std::uint64_t>() > static_cast<std::uint64_t>(most);
    const auto number = too_large ? most : value_->get<std::int64_t>();
    if (!too_large && number >= least && number <= most) return number;
  }
  refuse("is no whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return least;
}

std::int64_t Part::integer_or(std::int64_t if_null, std::int64_t most) const {
  return value_->is_null() ? if_null : integer(0, most);
}

std::optional<base::Instant> Part::instant() const {
  if (value_->is_null()) return std::nullopt;
  const std::optional<base::Instant> t = base::parse_instant(text());
  if (!t) refuse("is no instant");
  return t;
}

void Part::instants(const char* first, const char* last, std::optional<base::Instant>& lo,
                    std::optional<base::Instant>& hi) const {
  lo = (*this)[first].instant();
  hi = (*this)[last].instant();
  if (lo && hi && *hi < *lo) (*this)[last].refuse(std::string("is before ") + first);
}

std::vector<std::string> Part::texts() const {
  std::vector<std::string> out;
  for (const Part& part : each()) out.push_back(part.text());
  return out;
}

std::map<std::string, std::string> Part::words_by() const {
  std::map<std::string, std::string> out;
  for (const auto& [name, part] : members()) out[name] = part.text();
  return out;
}

std::map<std::string, int> Part::counts_by() const {
  std::map<std::string, int> out;
  for (const auto& [name, part] : members()) out[name] = static_cast<int>(part.integer(0, 1'000'000'000));
  return out;
}

std::map<std::string, double> Part::numbers_by() const {
  std::map<std::string, double> out;
  for (const auto& [name, part] : members()) out[name] = part.number();
  return out;
}

base::Problem placed(base::Problem problem, const std::string& json) {
  const base::TextPlace at = base::place_of_byte(json, base::json_value_byte(json, problem.where));
  problem.where = base::place_name({}, at);
  problem.hint = base::hint_below_line(json, at, problem.hint);
  return problem;
}

base::Problem no_json(const std::string& json, const std::string& hint) {
  const auto fault = base::json_fault(json);
  if (!fault) return {"this is not JSON", {}, hint};
  const base::TextPlace at = base::place_of_byte(json, fault->byte);
  return {"this is not JSON, or it ends too early: " + fault->why, base::place_name({}, at),
          base::hint_below_line(json, at, hint)};
}

}  // namespace jitgate::report
