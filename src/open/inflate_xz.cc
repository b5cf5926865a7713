// liblzma counts the memory that it needs before it takes it, so the window's limit is one of memory.
#include <lzma.h>

#include <new>

#include "open/inflate.h"

namespace jitgate::open {
namespace {

constexpr std::uint64_t kMemory = kWindow + (std::uint64_t{1} << 20);  // with the decoder's own

class XzInflater : public Inflater {
 public:
  ~XzInflater() override { lzma_end(&stream_); }

  void start_member() override {
    if (lzma_stream_decoder(&stream_, kMemory, 0) != LZMA_OK) throw std::bad_alloc();
    failed_ = Status::more;
  }

  Step run(std::string_view input, char* output, std::size_t room) override {
    if (failed_ != Status::more) return {0, 0, failed_};
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(input.data());
    stream_.avail_in = input.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(output);
    stream_.avail_out = room;
    const lzma_ret code = lzma_code(&stream_, LZMA_RUN);
    Step step{input.size() - stream_.avail_in, room - stream_.avail_out, Status::more};
    if (code == LZMA_STREAM_END) {
      step.status = Status::member_end;
    } else if (code == LZMA_MEMLIMIT_ERROR) {
      step.status = failed_ = Status::too_wide;
    } else if (code != LZMA_OK && code != LZMA_BUF_ERROR) {
      step.status = failed_ = Status::corrupt;
    }
    return step;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  Status failed_ = Status::more;
};

}  // namespace

std::unique_ptr<Inflater> make_xz_inflater() { return std::make_unique<XzInflater>(); }

}  // namespace jitgate::open
