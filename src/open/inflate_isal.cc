// Gunzip by ISA-L. The header is read by its own call with a header that lives as long as the member: isal_inflate can
// read headers too, but where the input's border cuts one it goes on with an uninitialised one of its own (seen in 2.30
// as good members that fail their check). CRC and length are verified by ISA-L (ISAL_GZIP_NO_HDR_VER). Its state holds
// history and tables, about 80 KB, hence on the heap.
#include "open/inflate.h"

#ifdef JITGATE_HAVE_ISAL

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <limits>

namespace jitgate::open {
namespace {

class IsalInflater : public Inflater {
 public:
  IsalInflater() { isal_inflate_init(&state_); }

  void start_member() override {
    isal_inflate_reset(&state_);
    isal_gzip_header_init(&header_);
    in_header_ = true;
    failed_ = Status::more;
  }

  Step run(std::string_view input, char* output, std::size_t room) override {
    if (failed_ != Status::more) return {0, 0, failed_};
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
    const std::size_t given = std::min(input.size(), kMost);
    const std::size_t space = std::min(room, kMost);
    // ISA-L does not write to its input; its interface is older than const.
    state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(input.data()));
    state_.avail_in = static_cast<std::uint32_t>(given);
    state_.next_out = reinterpret_cast<std::uint8_t*>(output);
    state_.avail_out = static_cast<std::uint32_t>(space);
    const int code = advance();
    // Where data that cannot be inflated ends the input, ISA-L counts what is left below zero (seen in 2.30).
    const bool below_zero = state_.avail_in > given;
    Step step{below_zero ? given : given - state_.avail_in, space - state_.avail_out, Status::more};
    if (below_zero) {
      step.status = failed_ = Status::corrupt;
    } else if (code == ISAL_INCORRECT_CHECKSUM) {
      step.status = failed_ = Status::mismatch;
    } else if (code < 0 || code == ISAL_NEED_DICT) {
      step.status = failed_ = Status::corrupt;
    } else if (!in_header_ && state_.block_state == ISAL_BLOCK_FINISH) {
      step.status = Status::member_end;
    }
    return step;
  }

 private:
  int advance() {
    if (in_header_) {
      const int code = isal_read_gzip_header(&state_, &header_);
      if (code != ISAL_DECOMP_OK) return code;
      in_header_ = false;
      state_.crc_flag = ISAL_GZIP_NO_HDR_VER;
    }
    return isal_inflate(&state_);
  }

  inflate_state state_{};
  isal_gzip_header header_{};
  bool in_header_ = true;
  Status failed_ = Status::more;
};

}  // namespace

std::unique_ptr<Inflater> make_isal_inflater() { return std::make_unique<IsalInflater>(); }
std::unique_ptr<Inflater> make_inflater() { return make_isal_inflater(); }

}  // namespace jitgate::open

#endif
