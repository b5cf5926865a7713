// Texts as an attacker would write them into a kernel name or a log line: what some reader gives a meaning to, glued
// at random with ordinary text and raw bytes. Seeded, so that a failure repeats.
#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>

namespace jitgate::testing {

inline std::string hostile_text(std::mt19937& random) {
  using namespace std::string_view_literals;
  static constexpr std::array kPieces = {"::error::x"sv,
                                         "::set-output name=a::b"sv,
                                         "\n::stop-commands::t"sv,
                                         "##[group]"sv,
                                         "##[set-output name=a;]b"sv,
                                         "##"sv,
                                         "#"sv,
                                         "["sv,
                                         "::"sv,
                                         ":"sv,
                                         "##vso[task.complete]"sv,
                                         "\r"sv,
                                         "\n"sv,
                                         "\r\n"sv,
                                         "\t"sv,
                                         " "sv,
                                         "    "sv,
                                         "\0"sv,
                                         "\x1b[31m"sv,
                                         "\x1b]0;t\x07"sv,
                                         "\x7f"sv,
                                         "\xc2\x85"sv,
                                         "\xc2\x9b"sv,
                                         "\xe2\x80\xa8"sv,
                                         "\xe2\x80\xae"sv,
                                         "\xe2\x81\xa6"sv,
                                         "\xe2\x80\x8b"sv,
                                         "\xef\xbb\xbf"sv,
                                         "\xf3\xa0\x81\x81"sv,
                                         "\xc3\xa9"sv,
                                         "\xe4\xb8\xad"sv,
                                         "\xf0\x9f\x94\xa5"sv,
                                         "\xff"sv,
                                         "\xc0\xaf"sv,
                                         "\xed\xa0\x80"sv,
                                         "\xe2\x80"sv,
                                         "\xf4\x90\x80\x80"sv,
                                         "|"sv,
                                         "`"sv,
                                         "``"sv,
                                         "```\n"sv,
                                         "~~~"sv,
                                         "*"sv,
                                         "_"sv,
                                         "**b**"sv,
                                         "\\"sv,
                                         "\\|"sv,
                                         "<script>"sv,
                                         "</code>"sv,
                                         "<!--"sv,
                                         "&"sv,
                                         "&amp;"sv,
                                         "&#64;"sv,
                                         "[a](javascript:b)"sv,
                                         "![a](http://b/c)"sv,
                                         "[^1]"sv,
                                         "[^1]: x"sv,
                                         "http://a.b"sv,
                                         "www.a.b"sv,
                                         "a@b.cd"sv,
                                         "@team"sv,
                                         "#12"sv,
                                         "GH-12"sv,
                                         ":smile:"sv,
                                         "$x$"sv,
                                         "---"sv,
                                         "==="sv,
                                         "1. "sv,
                                         "- "sv,
                                         "+ "sv,
                                         "> "sv,
                                         "'"sv,
                                         "\""sv,
                                         "%"sv,
                                         "%0A"sv,
                                         "%25"sv,
                                         ","sv,
                                         "="sv,
                                         "{}"sv,
                                         "at::native::add"sv,
                                         "_rope_kernel"sv,
                                         "decode_w"sv,
                                         "word"sv,
                                         "0123"sv,
                                         "/"sv,
                                         "!"sv,
                                         "\xe3\x80\x80"sv,
                                         "\xc2\xa0"sv};
  std::string out;
  const std::size_t number = random() % 9;
  for (std::size_t i = 0; i < number; ++i) {
    if (random() % 8 == 0) {
      out += static_cast<char>(random() % 256);
    } else {
      out += kPieces[random() % kPieces.size()];
    }
  }
  return out;
}

}  // namespace jitgate::testing
