#include "results/record.h"

#include <charconv>
#include <cmath>
#include <iterator>

#include "base/text.h"

namespace jitgate::results {
namespace {

bool is_inner(std::string_view path) { return path.find('/') != std::string_view::npos; }

void tell(std::vector<std::string>* notes, std::string_view path, const char* what) {
  if (notes != nullptr) notes->push_back("'" + std::string(path) + "' " + what);
}

}  // namespace

const Scalar* Record::find(std::string_view path) const {
  const auto it = fields_.find(path);
  return it == fields_.end() ? nullptr : &it->second;
}

std::optional<double> Record::number(std::string_view path, std::vector<std::string>* notes) const {
  const Scalar* value = find(path);
  if (value == nullptr || value->type == Scalar::Type::null) return std::nullopt;
  if (value->type == Scalar::Type::string) {
    // Launchers that fill a template write numbers as text.
    const auto quoted = base::number_of(base::trim(value->text));
    tell(notes, path, quoted ? "is text, read as a number" : "is text and no number");
    return quoted;
  }
  if (value->type != Scalar::Type::number) {
    tell(notes, path, "is not a number");
    return std::nullopt;
  }
  if (std::isfinite(value->number)) return value->number;
  const bool digits = value->text.find_first_of("0123456789") != std::string::npos;
  if (digits) tell(notes, path, "is a number out of range");
  return std::nullopt;
}

std::optional<std::int64_t> Record::integer(std::string_view path, std::vector<std::string>* notes) const {
  const auto value = number(path, notes);
  if (!value) return std::nullopt;
  const std::string_view text = base::trim(find(path)->text);
  std::int64_t exact = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), exact);
  if (read.ec == std::errc{} && read.ptr == text.data() + text.size()) return exact;
  constexpr double kExactlyHeld = 9007199254740992.0;  // 2^53
  if (std::abs(*value) <= kExactlyHeld && std::trunc(*value) == *value) return static_cast<std::int64_t>(*value);
  tell(notes, path, "is not a whole number");
  return std::nullopt;
}

std::string Record::text(std::string_view path) const {
  const Scalar* value = find(path);
  if (value == nullptr) return {};
  return value->type == Scalar::Type::string || value->type == Scalar::Type::number ? value->text : std::string();
}

bool Record::truth(std::string_view path) const {
  const Scalar* value = find(path);
  if (value == nullptr) return false;
  switch (value->type) {
    case Scalar::Type::boolean:
      return value->truth;
    case Scalar::Type::number:
      return std::isfinite(value->number) && value->number != 0;
    case Scalar::Type::string:
      return base::lower(base::trim(value->text)) == "true";
    default:
      return false;
  }
}

void Record::set(std::string_view path, Scalar value) {
  const auto it = fields_.find(path);
  if (it != fields_.end()) {
    it->second = std::move(value);
    return;
  }
  std::size_t& count = is_inner(path) ? inner_fields_ : own_fields_;
  if (count >= kMaxFields) {
    overflow = true;
    return;
  }
  ++count;
  if (value.text.size() > kMaxText) value.text.resize(kMaxText);
  fields_.emplace(std::string(path), std::move(value));
}

// What lies within a path is not next to it: "a", "a-b", "a/b".
std::pair<Record::Fields::const_iterator, Record::Fields::const_iterator> Record::within(std::string_view path) const {
  const std::string below = std::string(path) + '/';
  const std::string past = std::string(path) + static_cast<char>('/' + 1);
  return {fields_.lower_bound(below), fields_.lower_bound(past)};
}

Record::Fields Record::under(std::string_view path) const {
  const auto [from, to] = within(path);
  Fields found(from, to);
  if (const auto same = fields_.find(path); same != fields_.end()) found.insert(*same);
  return found;
}

Record::Fields Record::take_under(std::string_view path) {
  Fields taken = under(path);
  for (const auto& [name, value] : taken) {
    fields_.erase(name);
    --(is_inner(name) ? inner_fields_ : own_fields_);
  }
  return taken;
}

void Record::Series::add(double value) {
  if (!usable) return;
  if (!std::isfinite(value) || value < 0 || value > 1e9 || values.size() >= kMaxRequests) {
    refuse();
    return;
  }
  values.push_back(static_cast<float>(value));
}

void Record::Series::refuse() {
  usable = false;
  values = {};
}

}  // namespace jitgate::results
