// Goes over the headers of a zip's central directory and looks up each entry's local header, to learn how many entries
// there are and whether both places name them alike. Readers take the name from either place, and no checksum covers
// it: a flipped bit would make one worker's log another's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jitgate::open {

// Up to `size` bytes at an offset of a file; fewer at its end or where it cannot be read.
std::string read_at(int fd, std::uint64_t at, std::size_t size);
// A little-endian number of 1 to 8 bytes; they must be there.
std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size);

class ZipWalk {
 public:
  // The directory lies from `at` to `end`; the offsets in it are `shift` short (a zip behind other data).
  ZipWalk(int fd, std::uint64_t at, std::uint64_t end, std::uint64_t shift)
      : fd_(fd), at_(at), end_(end), shift_(shift) {}

  // How many headers there are; nothing if they do not fill the directory exactly. Stops past `most`.
  std::optional<std::uint64_t> count(std::uint64_t most);
  // After count(): each entry has a local header with the same name.
  [[nodiscard]] bool names_agree() const { return names_agree_; }

 private:
  std::string_view view(std::size_t size);
  [[nodiscard]] bool agrees(std::string_view header, std::size_t name_size) const;

  int fd_;
  std::uint64_t at_, end_, shift_;
  std::uint64_t start_ = 0;
  std::string buffer_;
  bool names_agree_ = true;
};

}  // namespace jitgate::open
