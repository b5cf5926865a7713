// Magic numbers after the formats' own specifications: gzip RFC 1952 §2.3.1, zip APPNOTE.TXT §4.3, zstd RFC 8878
// §3.1.1, xz file format §2.1.1, bzip2 "BZh" level and the block magic (pi in BCD). One flipped bit is told apart from
// text safely: each magic that may be inexact keeps at least one byte that no text has, or is ten bytes long.
#include "open/sniff.h"

#include <algorithm>
#include <array>
#include <bit>

#include "open/tar_header.h"

namespace jitgate::open {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::size_t decisive;  // that many of them are enough when they are exact
  Format format;
  const char* name;
};

constexpr std::array kMagics = {
    Magic{"\x1f\x8b\x08"sv, 2, Format::gzip, "gzip"},
    Magic{"PK\x03\x04"sv, 4, Format::zip, "zip"},
    Magic{"PK\x05\x06"sv, 4, Format::zip, "zip"},  // an empty one
    Magic{"PK\x07\x08PK\x03\x04"sv, 4, Format::zip, "zip"},
    Magic{"\x28\xb5\x2f\xfd"sv, 4, Format::zstd, "zstd"},
    Magic{"\xfd\x37zXZ\0"sv, 6, Format::xz, "xz"},
    Magic{"BZh9\x31\x41\x59\x26\x53\x59"sv, 10, Format::bzip2, "bzip2"},
    Magic{"BZh9\x17\x72\x45\x38\x50\x90"sv, 10, Format::bzip2, "bzip2"},  // an empty one
    Magic{"7z\xbc\xaf\x27\x1c"sv, 6, Format::unreadable, "7z"},
    Magic{"Rar!\x1a\x07"sv, 6, Format::unreadable, "rar"},
    Magic{"\x04\x22\x4d\x18"sv, 4, Format::unreadable, "lz4"},
    Magic{"\x02\x21\x4c\x18"sv, 4, Format::unreadable, "lz4 (legacy)"},
    Magic{"LZIP\x01"sv, 5, Format::unreadable, "lzip"},
    Magic{"\x5d\0\0"sv, 3, Format::unreadable, "lzma"},
    Magic{"\x89LZO\0\r\n"sv, 7, Format::unreadable, "lzop"},
    Magic{"\xff\x06\0\0sNaPpY"sv, 10, Format::unreadable, "snappy"},
    Magic{"\x1f\x9d"sv, 2, Format::unreadable, "compress"},
    Magic{"MSCF\0\0\0\0"sv, 8, Format::unreadable, "cabinet"},
    Magic{"!<arch>\n"sv, 8, Format::unreadable, "ar"},
    Magic{"hsqs"sv, 4, Format::unreadable, "squashfs"},
    Magic{"\xed\xab\xee\xdb"sv, 4, Format::unreadable, "rpm"},
    Magic{"LPKSHHRH"sv, 8, Format::unreadable, "systemd journal"},
    Magic{"age-encryption.org/v1"sv, 21, Format::encrypted, "age"},
    Magic{"-----BEGIN PGP MESSAGE-----"sv, 27, Format::encrypted, "OpenPGP"},
};

int different_bits(std::string_view a, std::string_view b) {
  int bits = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    bits += std::popcount(static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i])));
  }
  return bits;
}

// bzip2 has its level, '1' to '9', inside the magic: compared as if it were always 9.
std::string_view without_level(std::string_view head, std::array<char, 10>& room) {
  if (head.size() < 4 || head.substr(0, 3) != "BZh" || head[3] < '1' || head[3] > '9') return head;
  const std::size_t size = std::min(head.size(), room.size());
  std::copy_n(head.begin(), size, room.begin());
  room[3] = '9';
  return {room.data(), size};
}

// A whole stream that is shorter than the magic it begins like: a cut container. One printable byte is not taken for
// it.
bool begins_like(std::string_view whole, std::string_view magic) {
  if (whole.empty() || whole.size() >= magic.size() || !magic.starts_with(whole)) return false;
  const auto first = static_cast<unsigned char>(whole[0]);
  return whole.size() > 1 || first < 0x20 || first > 0x7e;
}

}  // namespace

Sniffed sniff(std::string_view head) {
  std::array<char, 10> room{};
  const std::string_view text = without_level(head, room);
  for (const Magic& magic : kMagics) {
    const std::string_view decisive = magic.bytes.substr(0, magic.decisive);
    if (text.starts_with(decisive) || begins_like(text, decisive)) return {magic.format, magic.name, true};
  }
  // A zstd stream may begin with a skippable frame (RFC 8878 §3.1.2), which parallel writers use.
  if (head.size() >= 4 && (head[0] & 0xf0) == 0x50 && head.substr(1, 3) == "\x2a\x4d\x18"sv) {
    return {Format::unreadable, "zstd with a skippable frame in front", true};
  }
  if (resembles_tar(head)) return {Format::tar, "tar", true};
  for (const Magic& magic : kMagics) {
    if (magic.bytes.size() > 2 && text.size() >= magic.bytes.size() &&
        different_bits(magic.bytes, text.substr(0, magic.bytes.size())) == 1) {
      return {magic.format, magic.name, false};
    }
  }
  return {};
}

}  // namespace jitgate::open
