// Gunzip by zlib: the fallback, and the reference that tests compare ISA-L with. Window bits 31 make zlib read the
// gzip header and verify CRC and length itself.
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "open/inflate.h"

namespace jitgate::open {
namespace {

class ZlibInflater : public Inflater {
 public:
  ZlibInflater() {
    if (inflateInit2(&stream_, 31) != Z_OK) throw std::bad_alloc();
  }
  ~ZlibInflater() override { inflateEnd(&stream_); }

  void start_member() override {
    inflateReset(&stream_);
    failed_ = Status::more;
  }

  Step run(std::string_view input, char* output, std::size_t room) override {
    if (failed_ != Status::more) return {0, 0, failed_};
    constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
    const std::size_t given = std::min(input.size(), kMost);
    const std::size_t space = std::min(room, kMost);
    // zlib does not write to its input; its interface is older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(given);
    stream_.next_out = reinterpret_cast<Bytef*>(output);
    stream_.avail_out = static_cast<uInt>(space);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    Step step{given - stream_.avail_in, space - stream_.avail_out, Status::more};
    if (code == Z_STREAM_END) {
      step.status = Status::member_end;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      // The two checks of the trailer are told apart from bad data only by their messages.
      const std::string_view message = stream_.msg == nullptr ? "" : stream_.msg;
      const bool check = message == "incorrect data check" || message == "incorrect length check";
      step.status = failed_ = check ? Status::mismatch : Status::corrupt;
    }
    return step;
  }

 private:
  z_stream stream_{};
  Status failed_ = Status::more;
};

}  // namespace

std::unique_ptr<Inflater> make_zlib_inflater() { return std::make_unique<ZlibInflater>(); }

#ifndef JITGATE_HAVE_ISAL
std::unique_ptr<Inflater> make_inflater() { return make_zlib_inflater(); }
#endif

}  // namespace jitgate::open
