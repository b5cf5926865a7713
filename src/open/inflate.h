// Unpacks one member at a time (a gzip member, an xz stream, a zstd frame) and verifies what checks it carries. For
// gzip two implementations: ISA-L, which takes 0.4 of zlib's time, and zlib where ISA-L does not exist. libarchive's
// own filters are not used: that of gzip checks neither CRC nor length (of 60 flipped bits it noticed none), and those
// of xz and zstd take as much memory for their window as the file asks for, up to a gigabyte.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace jitgate::open {

class Inflater {
 public:
  enum class Status {
    more,        // wants more input, or more room
    member_end,  // the member came to its end; CRC and length hold
    corrupt,     // no header, or no packed data
    mismatch,    // CRC or length do not hold
    too_wide,    // it looks back further than the window that is allowed
  };
  struct Step {
    std::size_t used = 0;  // bytes of input taken
    std::size_t made = 0;  // bytes of output written, also where the status is an error
    Status status = Status::more;
  };

  Inflater() = default;
  virtual ~Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Before each member (RFC 1952 §2.3; the .xz format §2.1; RFC 8878 §3.1), also the first.
  virtual void start_member() = 0;
  // Goes on with the member. A step that uses nothing and makes nothing needs more input.
  virtual Step run(std::string_view input, char* output, std::size_t room) = 0;
};

// How far back a member may look, in bytes: what memory unpacking takes, but for some hundred KB. xz's presets reach 8
// MB as far as -6, zstd's as far as -19.
inline constexpr std::size_t kWindow = std::size_t{16} << 20;
std::unique_ptr<Inflater> make_xz_inflater();
std::unique_ptr<Inflater> make_zstd_inflater();

// For gzip. The fastest there is in this build.
std::unique_ptr<Inflater> make_inflater();
std::unique_ptr<Inflater> make_zlib_inflater();
#ifdef JITGATE_HAVE_ISAL
std::unique_ptr<Inflater> make_isal_inflater();
#endif

}  // namespace jitgate::open
