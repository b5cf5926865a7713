// What transports and people put around the head of a record without telling anything of it: colours whose escapes
// another program spelt out, runs of signs around a level, the brackets of Fluent Bit's records, the results of
// Ansible. The reader of unknown heads takes them off; apart from it because they are forms, and it weighs what forms
// mean.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/heard.h"

namespace jitgate::recognise {

// All of them look at the beginning of `text` and give the bytes to take off; 0: it is none.

// "#033[33m" as rsyslog spells an escape, and as other programs do: "\x1b[0m", "\033[1;31m", "^[[33m".
std::size_t spelt_colour_at(std::string_view text);

// "***" and "===" with a blank behind them.
std::size_t ornament_at(std::string_view text);

// ">> " and "=> ", as runners mark what a command printed. "> " and ">>> " quote.
std::size_t arrow_at(std::string_view text);

// Ansible's "ok: [host] => ", "fatal: [host]: FAILED! => " and "host | CHANGED | rc=0 >> ", with the brace of a result
// that begins with its message.
std::size_t runner_result_at(std::string_view text);

// "[1785868845.1, {" of Fluent Bit, and "[[1785868845.1, {}], {" of its second form. `stamp` receives its time.
std::size_t fluent_at(std::string_view text, model::Stamp* stamp);

}  // namespace jitgate::recognise
