// Inflates one gzip member at a time and verifies its CRC-32 and length. Two implementations behind one small
// interface: ISA-L, which takes 0.4 of zlib's time, and zlib where ISA-L does not exist. libarchive's own gzip filter
// is not used because it checks neither CRC nor length: of 60 flipped bits it noticed none.
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
    corrupt,     // no gzip header, or no deflate data
    mismatch,    // CRC or length do not hold
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

  // Before each member (RFC 1952 §2.3), also the first.
  virtual void start_member() = 0;
  // Goes on with the member. A step that uses nothing and makes nothing needs more input.
  virtual Step run(std::string_view input, char* output, std::size_t room) = 0;
};

// The fastest there is in this build.
std::unique_ptr<Inflater> make_inflater();
std::unique_ptr<Inflater> make_zlib_inflater();
#ifdef JITGATE_HAVE_ISAL
std::unique_ptr<Inflater> make_isal_inflater();
#endif

}  // namespace jitgate::open
