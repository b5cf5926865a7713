// Models of those who read what we print: just enough of each grammar to say what a text means there. Written by hand
// and not with std::regex, whose matching recurses once a character.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jitgate::fuzz {

// Whether a CI runner obeys anything in the lines of the text: "::command::" at a line's begin, after any Unicode
// blank;
// "##[…" and "##vso[…" anywhere (facts: github-actions.md §3).
bool runs_a_command(std::string_view text);

// A runner's decoding of a command's data, and of a property's value.
std::string runner_decoded(std::string_view text, bool property);

// Bytes that a terminal obeys or hides: C0 but for `kept`, DEL, C1, bidirectional and zero-width characters, ill-formed
// UTF-8.
bool terminal_obeys(std::string_view text, std::string_view kept = {});

// What HTML text or a double-quoted attribute reads as; nothing if markup, a quote or an unknown entity stands in it.
std::optional<std::string> html_text(std::string_view html);

// What a Markdown paragraph shows; nothing if any character in it has a meaning of its own, or if it begins a block.
// Mentions, references, emoji and links that sites make of the shown text count too.
std::optional<std::string> markdown_text(std::string_view markdown);

// What a SQL string literal of the dialect reads as; nothing if the text is not one literal as a whole.
std::optional<std::string> sql_text_read(std::string_view literal, bool postgres);

// What a JSON string with its quotes reads as; nothing if it is none, or not ASCII.
std::optional<std::string> json_text_read(std::string_view literal);

}  // namespace jitgate::fuzz
