#include "fetch/attempts.h"

#include "base/text.h"

namespace jitgate::fetch {
namespace {

// Both times are whole seconds: an artifact "at" the second in which an attempt began may be from before or after.
std::optional<std::int64_t> by_time(base::Instant created, const AttemptStarts& starts) {
  std::optional<std::int64_t> found;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const bool last = i + 1 == starts.size();
    // One unknown beginning leaves open on which side of it the artifact lies.
    if (!starts[i] || (!last && !starts[i + 1])) continue;
    const bool begun = i == 0 || created >= *starts[i] + base::kSecond;
    const bool over = !last && created + base::kSecond > *starts[i + 1];
    if (begun && !over) found = static_cast<std::int64_t>(i) + 1;
  }
  return found;
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
    } else if (one.created_at && (one.attempt = by_time(*one.created_at, starts))) {
      one.attempt_source = AttemptSource::created_at;
    }
  }
}

}  // namespace jitgate::fetch
