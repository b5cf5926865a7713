// A stream of bytes that is pulled block by block. Every layer (a file, a gunzip, a member of an archive) is one, and
// takes its bytes from another, so nestings of any order need no code of their own. Pulled, not pushed: libarchive
// asks for its input, and a pushing layer above it would need a thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jitgate::open {

class Source {
 public:
  Source() = default;
  virtual ~Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  // The next bytes, valid until the next call. Empty: the end, and every later call says so again. What went wrong
  // on the way has been told to the layer that the source was given.
  virtual std::string_view next() = 0;
};

// A source whose beginning can be looked at before it is read.
class HeadSource : public Source {
 public:
  explicit HeadSource(Source& below) : below_(below) {}

  // At least `wanted` bytes, or all there are if the stream is shorter. They are still to come from next().
  std::string_view peek(std::size_t wanted);
  std::string_view next() override;

 private:
  Source& below_;
  std::string kept_;       // several blocks put together; empty as long as the first block is enough
  std::string_view head_;  // looked at, not yet handed out
};

// Reads to the end and throws the bytes away, so that what stands at the end (checksums, lengths) is verified.
void drain(Source& source);

}  // namespace jitgate::open
