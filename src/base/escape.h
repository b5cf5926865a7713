// Makes hostile text safe for the place it goes to. Each function's comment names the reader whose grammar it obeys.
#pragma once

#include <string>
#include <string_view>

namespace jitgate::base {

// A terminal or plain log line: C0, C1, DEL, bidirectional overrides and invalid UTF-8 become visible escapes
// (\x1b, \u202e); the result is one line.
std::string for_terminal(std::string_view text);
// Inside a Markdown paragraph or table cell: every character with a meaning is backslash-escaped or made an entity;
// one line. HTML in it stays text; mentions and autolinks do not come alive.
std::string for_markdown(std::string_view text);
// Markdown code span, with a fence longer than any run of backticks inside.
std::string markdown_code(std::string_view text);
// HTML text and double-quoted attribute values.
std::string for_html(std::string_view text);
// The data part of a GitHub workflow command (after "::"): %, CR, LF are percent-encoded; a property value also : and
// ,.
std::string for_workflow_data(std::string_view text);
std::string for_workflow_property(std::string_view text);

}  // namespace jitgate::base
