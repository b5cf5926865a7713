// Paths lead through directories and containers ("a.zip!b.tar.gz!dir/name.json"); messages name the file at the end.
#pragma once

#include <array>
#include <string_view>

namespace jitgate::model {

// The part after the last '/' or '!'.
inline std::string_view file_name(std::string_view path) {
  const std::size_t at = path.find_last_of("/!");
  return at == std::string_view::npos ? path : path.substr(at + 1);
}

// How the names of logs end.
inline constexpr std::array<std::string_view, 4> kLogEndings = {".log", ".out", ".err", ".txt"};

// The file name of `path` as a message gives it beside `other`: all of it where both files have one name.
inline std::string_view name_beside(std::string_view path, std::string_view other) {
  return file_name(path) == file_name(other) ? path : file_name(path);
}

}  // namespace jitgate::model
