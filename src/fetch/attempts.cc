#include "fetch/attempts.h"

#include "base/text.h"

namespace jitgate::fetch {
namespace {

// The attempts that may have made it: those between the last that had begun for certain and the first that certainly
// had not. Both times are whole seconds: an artifact "at" the second in which an attempt began may be from before or
// after.
void bound_by_time(Artifact& one, const AttemptStarts& starts) {
  const auto last = static_cast<std::int64_t>(starts.size());
  one.attempt_from = 1;
  one.attempt_to = last;
  if (!one.created_at) return;
  for (std::int64_t n = 2; n <= last; ++n) {
    const auto& start = starts[static_cast<std::size_t>(n) - 1];
    if (start && *one.created_at >= *start + base::kSecond) one.attempt_from = n;
  }
  for (std::int64_t n = last; n >= 2; --n) {
    const auto& start = starts[static_cast<std::size_t>(n) - 1];
    if (start && *one.created_at + base::kSecond <= *start) one.attempt_to = n - 1;
  }
  if (one.attempt_from <= one.attempt_to) return;
  one.attempt_from = 1;  // beginnings that are not in order tell nothing
  one.attempt_to = last;
}

std::optional<std::int64_t> by_own_name(const std::string& name, std::size_t attempts) {
  const std::size_t at = name.rfind("-a");
  if (!name.starts_with("jitgate") || at == std::string::npos) return std::nullopt;
  const auto number = base::integer_of(std::string_view(name).substr(at + 2));
  if (!number || *number < 1 || *number > static_cast<std::int64_t>(attempts)) return std::nullopt;
  return number;
}

}  // namespace

const char* to_string(AttemptSource source) {
  switch (source) {
    case AttemptSource::none:
      return "unknown";
    case AttemptSource::only_one:
      return "only_attempt";
    case AttemptSource::created_at:
      return "created_at";
    case AttemptSource::own_name:
      return "own_name";
  }
  return "";
}

void tell_attempts(std::vector<Artifact>& artifacts, const AttemptStarts& starts) {
  for (Artifact& one : artifacts) {
    if (starts.size() <= 1) {
      one.attempt = 1;
      one.attempt_source = AttemptSource::only_one;
    } else if ((one.attempt = by_own_name(one.name, starts.size()))) {
      one.attempt_source = AttemptSource::own_name;
    } else {
      bound_by_time(one, starts);
      if (one.attempt_from != one.attempt_to) continue;
      one.attempt = one.attempt_from;
      one.attempt_source = AttemptSource::created_at;
    }
    one.attempt_from = one.attempt_to = *one.attempt;
  }
}

}  // namespace jitgate::fetch
