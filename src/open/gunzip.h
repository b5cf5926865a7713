// The gzip layer: concatenated members, each verified, and nothing left unread behind them. Zeros after the last member
// are tolerated (tapes and block devices pad so); anything else there is damage, since it may be a member whose header
// was hit.
#pragma once

#include <memory>
#include <vector>

#include "open/budget.h"
#include "open/inflate.h"
#include "open/layer.h"
#include "open/source.h"

namespace jitgate::open {

class Gunzip : public Source {
 public:
  // Damage and the checksum's outcome go to `layer`, as soon as they are known and at the latest at the end.
  Gunzip(Source& packed, Budget& budget, Layer& layer, std::unique_ptr<Inflater> inflater = make_inflater());
  std::string_view next() override;

 private:
  enum class State { between, member, ended };
  void between_members();
  void damaged(model::DamageKind kind, const char* what);
  bool refill();

  Source& packed_;
  Budget& budget_;
  Layer& layer_;
  std::unique_ptr<Inflater> inflater_;
  std::vector<char> block_;
  std::string_view input_;
  std::string header_;  // the two bytes of a magic that a block's border cuts
  State state_ = State::between;
  std::uint64_t members_ = 0;
};

}  // namespace jitgate::open
