#include "recognise/zone_sampler.h"

namespace jitgate::recognise {

void ZoneSampler::Sample::add(const model::ZonePair& pair) {
  if (seen++ % step != 0) return;
  kept.push_back(pair);
  if (kept.size() < kEach) return;
  std::size_t half = 0;
  for (std::size_t i = 0; i < kept.size(); i += 2) kept[half++] = kept[i];
  kept.resize(half);
  step *= 2;
}

void ZoneSampler::see(const model::LineHead& head, std::uint64_t line) {
  if (head.inner && head.outer && !head.inner->zoned && head.outer->zoned) {
    same_line_.add({*head.inner, *head.outer, true});
    return;
  }
  const std::optional<model::Stamp>& stamp = head.inner ? head.inner : head.outer;
  if (!stamp) return;
  unpaired_ = unpaired_ || !stamp->zoned;
  std::optional<Near>& other = stamp->zoned ? local_ : zoned_;
  if (other && line - other->line <= kNear && line != other->line) {
    neighbours_.add(stamp->zoned ? model::ZonePair{other->stamp, *stamp, false}
                                 : model::ZonePair{*stamp, other->stamp, false, true});
  }
  (stamp->zoned ? zoned_ : local_) = Near{*stamp, line};
}

std::vector<model::ZonePair> ZoneSampler::pairs() const {
  std::vector<model::ZonePair> all = same_line_.kept;
  all.insert(all.end(), neighbours_.kept.begin(), neighbours_.kept.end());
  return all;
}

}  // namespace jitgate::recognise
