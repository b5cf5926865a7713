// What a command printed, as a runner prints it again (Ansible's "stdout_lines", or a debug's "msg"): a list in JSON,
// each line of it a string on a line of its own:
//
//   ok: [node-0] => {
//       "stdout_lines": [
//           "(Worker_TP0 pid=771) WARNING 09-03 10:41:07 [jit_monitor.py:135] Triton kernel …",
//
// Such a string alone is what anybody's list looks like, so the list's name must stand above it.
#pragma once

#include <string>
#include <string_view>

namespace jitgate::recognise {

// The string as JSON, where `line` is one of such a list and nothing else; empty: it is not.
std::string_view list_element(std::string_view line);

// Whether `message` is a field of such a result on a line of its own: "\"msg\": \"…\",".
bool is_printed_field(std::string_view message);

// Whether `above`, the lines in front of an element, ends within a list of what was printed. Where it was cut, a list
// that is open at its end still is.
bool in_printed_list(std::string_view above);

}  // namespace jitgate::recognise
