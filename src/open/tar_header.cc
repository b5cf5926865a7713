// Fields after POSIX.1-2001 pax/ustar interchange format: name 100 bytes; mode, uid, gid 8; size, mtime 12; checksum 8
// at 148; magic "ustar" at 257. Numbers are octal text ended by a blank or NUL, or base 256 (GNU).
#include "open/tar_header.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace jitgate::open {
namespace {

constexpr std::size_t kHeader = 512;

struct Field {
  std::size_t at, size;
};
constexpr std::array kNumbers = {Field{100, 8},  Field{108, 8},  Field{116, 8},
                                 Field{124, 12}, Field{136, 12}, Field{148, 8}};

bool looks_octal(std::string_view field) {
  const auto first = static_cast<unsigned char>(field[0]);
  if (first == 0x80 || first == 0xff) return true;
  bool digit = false;
  for (const char c : field) {
    if (c >= '0' && c <= '7') {
      digit = true;
    } else if (c != ' ' && c != '\0') {
      return false;
    }
  }
  return digit && (field.back() == ' ' || field.back() == '\0' || field.size() == 12);
}

bool checksum_holds(std::string_view header) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < kHeader; ++i) sum += (i >= 148 && i < 156) ? 32U : static_cast<unsigned char>(header[i]);
  unsigned told = 0;
  for (const char c : header.substr(148, 8)) {
    if (c >= '0' && c <= '7') {
      told = told * 8 + static_cast<unsigned>(c - '0');
    } else if (told != 0) {
      break;
    }
  }
  return told == sum;
}

bool magic_resembles(std::string_view header) {
  constexpr std::string_view kMagic = "ustar";
  int bits = 0;
  for (std::size_t i = 0; i < kMagic.size(); ++i) {
    bits += std::popcount(
        static_cast<unsigned>(static_cast<unsigned char>(header[257 + i]) ^ static_cast<unsigned char>(kMagic[i])));
  }
  return bits <= 1;
}

// A name of printable bytes without a line end, then nothing but NULs to the end of its field.
bool name_field(std::string_view field) {
  const std::size_t end = std::min(field.find('\0'), field.size());
  if (end == 0) return false;
  for (const char c : field.substr(0, end)) {
    if (static_cast<unsigned char>(c) < 0x20) return false;
  }
  return all_zero(field.substr(end));
}

}  // namespace

bool all_zero(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == '\0'; });
}

bool resembles_tar(std::string_view head) {
  // Every header ends in NULs, and text has none: what merely has the right words at the right places is no tar.
  if (head.substr(0, kHeader).find('\0') == std::string_view::npos) return false;
  if (head.size() > 261 && magic_resembles(head)) return true;
  if (head.size() >= kHeader && !all_zero(head.substr(0, kHeader)) && checksum_holds(head)) return true;
  std::size_t whole = 0;
  std::size_t octal = 0;
  for (const Field& field : kNumbers) {
    if (field.at + field.size > head.size()) continue;
    ++whole;
    octal += looks_octal(head.substr(field.at, field.size)) ? 1 : 0;
  }
  if (head.size() >= kHeader) return octal + 1 >= kNumbers.size();
  // A whole stream that is shorter than one header: what there is must have a header's form.
  const std::string_view name = head.substr(0, std::min<std::size_t>(head.size(), 100));
  if (!name_field(name)) return false;
  return whole == 0 || (octal > 0 && octal + 1 >= whole);
}

}  // namespace jitgate::open
