// A loop over members. The output is filled whole before it is handed on, so that what is above works on large blocks
// however small the blocks below are.
#include "open/gunzip.h"

#include <utility>

#include "open/tar_header.h"

namespace jitgate::open {
namespace {
constexpr std::size_t kBlock = 256 * 1024;
constexpr std::string_view kMagic = "\x1f\x8b";
}  // namespace

Gunzip::Gunzip(Source& packed, Budget& budget, Layer& layer, std::unique_ptr<Inflater> inflater)
    : packed_(packed), budget_(budget), layer_(layer), inflater_(std::move(inflater)), block_(kBlock) {}

bool Gunzip::refill() {
  if (input_.empty()) input_ = packed_.next();
  return !input_.empty();
}

void Gunzip::damaged(model::DamageKind kind, const char* what) {
  layer_.add(kind, what);
  if (kind != model::DamageKind::limit) layer_.note(model::Checksum::failed);
  state_ = State::ended;
}

// At the border of two members, or before the first: another one, zeros to the end, or damage.
void Gunzip::between_members() {
  while (header_.size() < kMagic.size() && refill()) {
    header_ += input_.front();
    input_.remove_prefix(1);
  }
  if (header_ == kMagic || (members_ == 0 && header_.size() == kMagic.size())) {
    inflater_->start_member();
    state_ = State::member;
    return;
  }
  if (members_ == 0) return damaged(model::DamageKind::truncated, "ends inside its gzip header");
  bool zeros = all_zero(header_);
  while (zeros && refill()) zeros = all_zero(std::exchange(input_, {}));
  if (!zeros) return damaged(model::DamageKind::corrupt, "holds data after its last gzip member that is no gzip");
  layer_.note(model::Checksum::verified);
  state_ = State::ended;
}

std::string_view Gunzip::next() {
  std::size_t filled = 0;
  while (state_ != State::ended && filled < block_.size()) {
    if (state_ == State::between) {
      between_members();
      continue;
    }
    // The magic was taken from the input to look at it, and is given to the inflater first.
    const bool from_header = !header_.empty();
    const bool more = from_header || refill();
    const std::string_view given = from_header ? std::string_view(header_) : input_;
    const Inflater::Step step = inflater_->run(given, block_.data() + filled, block_.size() - filled);
    filled += step.made;
    if (from_header) {
      header_.erase(0, step.used);
    } else {
      input_.remove_prefix(step.used);
    }
    if (step.made > 0 && !budget_.expand(step.made)) {
      damaged(model::DamageKind::limit, budget_.exceeded());
    } else if (step.status == Inflater::Status::member_end) {
      ++members_;
      state_ = State::between;
    } else if (step.status == Inflater::Status::mismatch) {
      damaged(model::DamageKind::corrupt, "fails its gzip checksum: the data is not what was packed");
    } else if (step.status == Inflater::Status::corrupt) {
      damaged(model::DamageKind::corrupt, "holds data that cannot be inflated");
    } else if (step.used == 0 && step.made == 0 && !more) {
      damaged(model::DamageKind::truncated, "ends inside a gzip member");
    } else if (step.used == 0 && step.made == 0) {
      damaged(model::DamageKind::corrupt, "holds data on which inflating makes no progress");
    }
  }
  return {block_.data(), filled};
}

}  // namespace jitgate::open
