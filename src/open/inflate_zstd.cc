// libzstd refuses a frame whose window is over its limit when it reads the frame's header.
#include <zstd.h>
#include <zstd_errors.h>

#include <bit>
#include <new>

#include "open/inflate.h"

namespace jitgate::open {
namespace {

class ZstdInflater : public Inflater {
 public:
  ZstdInflater() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, std::bit_width(kWindow) - 1);
  }

  void start_member() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    failed_ = Status::more;
  }

  Step run(std::string_view input, char* output, std::size_t room) override {
    if (failed_ != Status::more) return {0, 0, failed_};
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{output, room, 0};
    const std::size_t code = ZSTD_decompressStream(context_.get(), &out, &in);
    Step step{in.pos, out.pos, Status::more};
    if (ZSTD_isError(code) != 0) {
      const ZSTD_ErrorCode error = ZSTD_getErrorCode(code);
      step.status = failed_ = error == ZSTD_error_frameParameter_windowTooLarge ? Status::too_wide
                              : error == ZSTD_error_checksum_wrong              ? Status::mismatch
                                                                                : Status::corrupt;
    } else if (code == 0) {
      step.status = Status::member_end;
    }
    return step;
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  Status failed_ = Status::more;
};

}  // namespace

std::unique_ptr<Inflater> make_zstd_inflater() { return std::make_unique<ZstdInflater>(); }

}  // namespace jitgate::open
