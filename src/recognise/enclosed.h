// Is a place in a line inside somebody's text? Servers print prompts and completions, and a model may write a perfect
// record head followed by the monitor's phrase. What stands in an open quote, or in a prompt that is not quoted at all,
// is text and no record.
#pragma once

#include <cstdint>
#include <string_view>

namespace jitgate::recognise {

// Walks over a message once and says of ascending places whether they are inside text.
class TextWatch {
 public:
  explicit TextWatch(std::string_view message) : message_(message) {}
  // Places must not decrease from call to call.
  bool inside(std::size_t place);
  // Is the value of a text field open where the last asked place is? Other open quotes may be an apostrophe's.
  [[nodiscard]] bool in_field() const { return open_ != 0 && value_; }
  // Has an unquoted text field begun? Nothing tells where it ends.
  [[nodiscard]] bool in_bare_field() const { return bare_; }

 private:
  void step();
  void field_ends();

  std::string_view message_;
  std::size_t at_ = 0;
  char open_ = 0;          // the quote that is open
  bool value_ = false;     // … and is the value of a text field
  bool bare_ = false;      // in an unquoted text field: to the end
  std::size_t field_ = 0;  // behind the last text field's colon, and where its value begins
  std::size_t begins_ = 0;
};

// The same for one place: the end of `before`, behind which anything may follow.
bool inside_text(std::string_view before);

// `before` is a progress bar, perhaps with the blanks behind it: bars end without a line feed, so the next record
// is glued to them.
bool is_progress_bar(std::string_view before);

// How many bytes at the end of `before` are the end of a record's head, torn inside its tag: "onitor.py:135] ". 0:
// none.
std::size_t head_remnant(std::string_view before);

// `since_head` is all text from the last line with a head on, up to a line without one. Does it make that line
// somebody's text? A prompt of several lines that is still open, or the output of a command that searches logs.
// `perhaps`: a prompt without quotes began above, and where it ends is not told. That is enough to believe no good news
// of the line, and too little to overlook an event in it.
enum class Above : std::uint8_t { nothing, perhaps, text };
Above what_stands_above(std::string_view since_head);
inline constexpr std::size_t kLongestText = 16 * 1024;  // bytes that are looked at; a longer text is `perhaps` at most

// `before` is what stands in front of a record on a line without a head of its own, and quotes it: "server.log:133:",
// "> ", "| ".
bool is_quotation(std::string_view before);

// "     12 " of `uniq -c` begins `front`.
bool counts_lines(std::string_view front);

// The same of a grep's output that a transport has stamped: `front`, all that stands in front of a record, names a
// log's line ("<stamp> server.log:133:", "<stamp> 133:").
bool cites_log(std::string_view front);

}  // namespace jitgate::recognise
