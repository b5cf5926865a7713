// A loop over members. The output is filled whole before it is handed on, so that what is above works on large blocks
// however small the blocks below are.
#include "open/members.h"

#include <utility>

#include "open/tar_header.h"

namespace jitgate::open {
namespace {
constexpr std::size_t kBlock = 128 * 1024;  // what is read stays in the second cache while it is scanned

constexpr MemberForm kGzip = {"gzip", 2, [](std::string_view bytes) { return bytes == "\x1f\x8b"; }, true};
constexpr MemberForm kXz = {"xz", 4, [](std::string_view bytes) { return bytes == "\xfd\x37zX"; }, false};
// Frames that are to be skipped are frames, too.
constexpr MemberForm kZstd = {"zstd", 4,
                              [](std::string_view bytes) {
                                const bool skipped = bytes.ends_with("\x2a\x4d\x18") && (bytes[0] & 0xF0) == 0x50;
                                return bytes == "\x28\xb5\x2f\xfd" || skipped;
                              },
                              false};

}  // namespace

Members::Members(Source& packed, Budget& budget, Layer& layer, const MemberForm& form,
                 std::unique_ptr<Inflater> inflater)
    : packed_(packed), budget_(budget), layer_(layer), form_(form), inflater_(std::move(inflater)), block_(kBlock) {}

Gunzip::Gunzip(Source& packed, Budget& budget, Layer& layer, std::unique_ptr<Inflater> inflater)
    : Members(packed, budget, layer, kGzip, std::move(inflater)) {}
Unxz::Unxz(Source& packed, Budget& budget, Layer& layer) : Members(packed, budget, layer, kXz, make_xz_inflater()) {}
Unzstd::Unzstd(Source& packed, Budget& budget, Layer& layer)
    : Members(packed, budget, layer, kZstd, make_zstd_inflater()) {}

bool Members::refill() {
  if (input_.empty()) input_ = packed_.next();
  return !input_.empty();
}

void Members::damaged(model::DamageKind kind, std::string what) {
  layer_.add(kind, std::move(what));
  if (kind != model::DamageKind::limit) layer_.note(model::Checksum::failed);
  state_ = State::ended;
}

// At the border of two members, or before the first: another one, zeros to the end, or damage.
void Members::between_members() {
  while (header_.size() < form_.magic && refill()) {
    header_ += input_.front();
    input_.remove_prefix(1);
  }
  const bool complete = header_.size() == form_.magic;
  if (complete && (members_ == 0 || form_.begins(header_))) {
    inflater_->start_member();
    state_ = State::member;
    return;
  }
  const std::string name = form_.name;
  if (members_ == 0) return damaged(model::DamageKind::truncated, "ends inside its " + name + " header");
  bool zeros = all_zero(header_);
  while (zeros && refill()) zeros = all_zero(std::exchange(input_, {}));
  if (!zeros)
    return damaged(model::DamageKind::corrupt, "holds data after its last " + name + " member that is no " + name);
  if (form_.verified) layer_.note(model::Checksum::verified);
  state_ = State::ended;
}

// What a step means. `more`: there was input for it.
void Members::take(const Inflater::Step& step, bool more) {
  using Status = Inflater::Status;
  using model::DamageKind;
  const std::string name = form_.name;
  if (step.made > 0 && !budget_.expand(step.made)) return damaged(DamageKind::limit, budget_.exceeded());
  switch (step.status) {
    case Status::member_end:
      ++members_;
      state_ = State::between;
      return;
    case Status::mismatch:
      return damaged(DamageKind::corrupt, "fails its " + name + " checksum: the data is not what was packed");
    case Status::corrupt:
      return damaged(DamageKind::corrupt, "holds data that cannot be inflated");
    case Status::too_wide:
      return damaged(DamageKind::limit, "was packed with a window of more than " + std::to_string(kWindow >> 20) +
                                            " MB, which is over the limit: pack it anew without --ultra, --long or -9");
    case Status::more:
      break;
  }
  if (step.used != 0 || step.made != 0) return;
  if (!more) return damaged(DamageKind::truncated, "ends inside a " + name + " member");
  damaged(DamageKind::corrupt, "holds data on which inflating makes no progress");
}

std::string_view Members::next() {
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
    take(step, more);
  }
  return {block_.data(), filled};
}

}  // namespace jitgate::open
