// Escapers: any bytes as a text that reaches a terminal, a CI log, Markdown, HTML, SQL or JSON. The claim is always the
// same: its reader (readers.h) obeys nothing in it and sees the text that was meant.
#include "base/escape.h"
#include "base/text.h"
#include "publish/github_files.h"
#include "readers.h"
#include "tables/cells.h"
#include "tables/json_rows.h"
#include "tables/sql_rows.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

// The backslashes that break a runner's commands are ours and not the text's.
std::string without_breaks(std::string text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    const bool marker = rest.starts_with("\\") && out.ends_with("##");
    const bool command = rest.starts_with("\\::");
    if (!marker && !command) out += text[i];
  }
  return out;
}

void code_span(std::string_view input) {
  const std::string out = base::markdown_code(input);
  require(!runs_a_command(out), "a code span runs no command");
  if (input.find('|') != std::string_view::npos) {  // Markdown within a tag, with its joiners
    require(out.starts_with("<code>") && out.ends_with("</code>") && out.find('|') == std::string::npos,
            "a pipe does not stand in a table");
    return;
  }
  require(!terminal_obeys(out), "a terminal obeys nothing in a code span");
  const std::size_t fence = std::min(out.find_first_not_of('`'), out.size());
  require(fence > 0 && fence < out.size(), "a code span begins with its fence");
  for (std::size_t at = fence; at < out.size();) {
    const std::size_t run = out.find('`', at);
    require(run != std::string::npos, "a code span is closed");
    const std::size_t end = std::min(out.find_first_not_of('`', run), out.size());
    require(end - run != fence || end == out.size(), "a code span closes at its end only");
    at = end;
  }
}

void step_output(std::string_view input) {
  // name<<DELIMITER, the value's lines, DELIMITER: the runner reads lines until one equals the delimiter.
  const std::string text = publish::outputs_text({{"a", std::string(input)}, {"b", "2"}});
  std::vector<std::string> names;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    require(end != std::string::npos, "an output's head is a line");
    const std::string head = text.substr(at, end - at);
    const std::size_t mark = head.find("<<");
    require(mark != std::string::npos, "an output has a delimiter");
    names.push_back(head.substr(0, mark));
    const std::string closing = "\n" + head.substr(mark + 2) + "\n";
    const std::size_t close = text.find(closing, end);
    require(close != std::string::npos, "an output is closed");
    at = close + closing.size();
  }
  require(names == std::vector<std::string>{"a", "b"}, "a value ends no output and begins none");
}

}  // namespace

void escapers(std::string_view input) {
  const std::string terminal = base::for_terminal(input);
  require(!terminal_obeys(terminal) && !runs_a_command(terminal), "a terminal and a runner obey nothing");
  require(base::for_terminal(terminal) == terminal, "what is safe for a terminal stays as it is");
  const std::string meant = without_breaks(terminal);

  const std::string markdown = base::for_markdown(input);
  const auto shown = markdown_text(markdown);
  require(shown.has_value() && !runs_a_command(markdown), "Markdown gives a meaning to nothing");
  require(without_breaks(*shown) == meant, "Markdown shows the text");
  code_span(input);

  const auto page = html_text(base::for_html(input));
  require(page.has_value(), "HTML holds no markup");
  std::string one_line;
  for (const char c : *page) one_line += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  require(!terminal_obeys(one_line) && without_breaks(one_line) == meant, "HTML shows the text");

  const std::string data = base::for_workflow_data(input);
  const std::string property = base::for_workflow_property(input);
  require(data.find_first_of("\r\n") == std::string::npos, "a command's data is one line");
  require(property.find_first_of("\r\n:,") == std::string::npos, "a property's value ends nothing");
  require(runner_decoded(data, false) == runner_decoded(property, true), "data and property read alike");
  require(!terminal_obeys(runner_decoded(data, false), "\r\n") && !runs_a_command(runner_decoded(data, false)),
          "what a runner decodes runs nothing");

  const std::string cell = tables::table_text(input);
  for (const auto dialect : {tables::Dialect::postgres, tables::Dialect::sqlite}) {
    const auto read = sql_text_read(tables::sql_text(input, dialect), dialect == tables::Dialect::postgres);
    require(read.has_value() && *read == cell, "a SQL literal holds the text");
  }
  const auto json = json_text_read(tables::json_text(input));
  require(json.has_value() && *json == base::valid_utf8(input), "a JSON text holds the text");
  step_output(input);
}

}  // namespace jitgate::fuzz
