// A compressed layer: concatenated members, each verified as far as its form goes, and nothing left unread behind them.
// Zeros after the last member are tolerated (tapes and block devices pad so); anything else there is damage, since it
// may be a member whose header was hit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "open/budget.h"
#include "open/inflate.h"
#include "open/layer.h"
#include "open/source.h"

namespace jitgate::open {

// What a form's members are.
struct MemberForm {
  const char* name;                        // for messages
  std::size_t magic;                       // bytes that begins() wants
  bool (*begins)(std::string_view bytes);  // whether another member begins so
  bool verified;                           // each carries a check
};

class Members : public Source {
 public:
  // Damage and the checksum's outcome go to `layer`, as soon as they are known and at the latest at the end.
  Members(Source& packed, Budget& budget, Layer& layer, const MemberForm& form, std::unique_ptr<Inflater> inflater);
  std::string_view next() override;

 private:
  enum class State { between, member, ended };
  void between_members();
  void take(const Inflater::Step& step, bool more);
  void damaged(model::DamageKind kind, std::string what);
  bool refill();

  Source& packed_;
  Budget& budget_;
  Layer& layer_;
  const MemberForm& form_;
  std::unique_ptr<Inflater> inflater_;
  std::vector<char> block_;
  std::string_view input_;
  std::string header_;  // the bytes of a magic that a block's border cuts
  State state_ = State::between;
  std::uint64_t members_ = 0;
};

// RFC 1952. Any implementation of it.
class Gunzip : public Members {
 public:
  Gunzip(Source& packed, Budget& budget, Layer& layer, std::unique_ptr<Inflater> inflater = make_inflater());
};
// In xz and zstd a checksum is the packer's choice, so theirs counts as none, though one that is there is compared.
class Unxz : public Members {
 public:
  Unxz(Source& packed, Budget& budget, Layer& layer);
};
class Unzstd : public Members {
 public:
  Unzstd(Source& packed, Budget& budget, Layer& layer);
};

}  // namespace jitgate::open
