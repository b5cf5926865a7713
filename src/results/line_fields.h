// Fields of log lines: key=value pairs as Rust's tracing writes them (key="quoted" or bare), and small pieces of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"

namespace jitgate::results {

// The value of the first `key=` or `key: ` that stands as a word of its own ("decode_worker_id=" is not "worker_id");
// quotes are removed, and a bare value ends at a blank, comma, semicolon or closing bracket. The first value wins: a
// frontend line repeats request_id with the id of its HTTP span. Empty if absent or longer than 256 bytes.
std::optional<std::string_view> field(std::string_view text, std::string_view key);

using base::integer_of;
using base::number_of;
// The digits at the beginning of `text`, blanks before them skipped.
std::optional<std::int64_t> leading_integer(std::string_view text);

}  // namespace jitgate::results
