// How every pattern of the catalogue is compiled. Latin-1: a pattern sees bytes, so text that is no valid UTF-8 cannot
// slip past a `.`; a non-ASCII character in a pattern stands for its UTF-8 bytes (and so must not stand in a class or
// before a repetition). Quiet: what does not compile is reported by the loader, not on stderr.
#pragma once

#include <re2/re2.h>

namespace jitgate::recognise {

inline re2::RE2::Options regex_options() {
  re2::RE2::Options options;
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_dot_nl(true);
  options.set_max_mem(std::int64_t{4} << 20);
  return options;
}

}  // namespace jitgate::recognise
