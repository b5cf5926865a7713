// One file that is still being written, by its descriptor: what its name stands for later does not matter. It is asked,
// again and again, whether there is more: network file systems tell nobody of a change. Whole lines are handed out, the
// unfinished one is kept until it is whole, the file has ended, or it is very long.
//
// A file may be made anew in place (copytruncate, a restarted writer): it is shorter than what was read, or other bytes
// stand where the last ones read stood, or the first ones: the same server begins its log the same way again, and only
// its stamps and processes differ.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/instant.h"

namespace jitgate::follow {

using Use = std::function<void(std::string_view)>;

class FollowedFile {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;  // an unfinished line that is longer is handed out

  // Takes over the descriptor. `streams`: of a pipe or terminal, which cannot be read again; a copy is kept in a file
  // without a name, so that replay() can.
  FollowedFile(int descriptor, bool streams);
  ~FollowedFile();
  FollowedFile(const FollowedFile&) = delete;
  FollowedFile& operator=(const FollowedFile&) = delete;

  enum class News : std::uint8_t {
    none,
    more,     // there was more, and it was handed out but for an unfinished line
    anew,     // the file was made anew: what was not read is lost; restart() reads it from its beginning
    closed,   // a stream's writers are gone
    trouble,  // it cannot be read; trouble() says why
  };
  // Hands out what came, at most `most` bytes a call.
  News poll(const Use& use, std::uint64_t most);
  void restart();
  // Hands out the unfinished line.
  void finish(const Use& use);
  // Hands out again everything that was handed out since the beginning, or restart(). False: it is no longer there.
  bool replay(const Use& use) const;

  [[nodiscard]] std::uint64_t handed_out() const { return handed_; }
  // Whether the last poll ended because it had read `most`: there may be more.
  [[nodiscard]] bool behind() const { return behind_; }
  [[nodiscard]] const std::string& unfinished() const { return unfinished_; }
  // Device and inode; when it was last written, kLatest for a stream.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> identity() const;
  [[nodiscard]] base::Instant changed() const;
  // Whether a name, anywhere, still leads to it.
  [[nodiscard]] bool has_name() const;
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  News poll_stream(const Use& use, std::uint64_t most);
  void take(std::string_view bytes, const Use& use);
  void take_wide(std::string_view bytes, const Use& use);
  bool keep(std::string_view bytes);
  [[nodiscard]] bool stands_at(std::uint64_t at, const std::string& bytes) const;
  News failed(int error);

  int descriptor_;
  int copy_ = -1;
  bool streams_;
  bool lost_ = false;  // the copy could not be kept
  bool behind_ = false;
  std::uint64_t read_ = 0;    // bytes
  std::uint64_t handed_ = 0;  // of them
  std::string unfinished_;    // the rest
  enum class Wide : std::uint8_t { no, little, big };
  Wide wide_ = Wide::no;  // UTF-16, by its mark
  std::string first_;     // bytes
  std::string last_;      // bytes before the place reached
  timespec written_{};    // when, as of the last poll
  std::string buffer_;
  std::string trouble_;
};

}  // namespace jitgate::follow
