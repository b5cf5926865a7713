// What stands around a record and its head, and is no part of either: the quotes of a bytes' repr, a runner's status
// and arrow, a table's columns, a syslog's priority, a label. Each was seen around whole records, and each is also how
// somebody may cite one, so most of them make what is found less than sure.
#pragma once

#include <algorithm>
#include <cstddef>

#include "recognise/head_parts.h"

namespace jitgate::recognise {

class HeadWrappings {
 protected:
  static constexpr std::size_t kLongestBracket = 128;

  HeadWrappings(std::string_view front, bool told) : parts_(front), told_(told) {}

  // Each takes its kind off the beginning of what is left; false: it does not stand there.
  bool take_opener();    // a bytes' repr around the whole record, or a message that its logger quotes
  bool take_symbol();    // signs of no alphabet, ornaments, "##[warning]"
  bool take_colour();    // a colour's code that was spelt out
  bool take_citation();  // "| "
  bool take_label();     // "localhost: "
  bool take_carrier();   // "changed: [node-0] => "
  bool take_tuple();     // "OrderedDict([('"
  bool take_column();    // one quoted column of a table
  bool take_fluent();    // Fluent Bit's "[1796000886.1, {"
  bool take_priority();  // "<12>1 ", "<WARNING> "

  void note(const model::Stamp& stamp) {
    parts_.note(stamp);
    told_ = separated_ = true;
  }
  void note(model::Level level) {
    parts_.head.level = level;
    told_ = separated_ = true;
  }
  bool take_own(std::size_t count) {
    parts_.rest.remove_prefix(std::min(count, parts_.rest.size()));
    strict_ = false;
    return true;
  }

  HeadParts parts_;
  bool first_ = true;
  bool told_;  // something that only loggers write
  bool strict_ = true;
  bool source_ = false;  // a place in a program's text
  bool indented_ = false;
  bool decorated_ = false;  // what stands first is an ornament or a colour, and no quotation's sign
  std::size_t left_at_carrier_ =
      0;                   // what was not read yet where the first carrier stands, whose arrow is no quotation
  bool cited_ = false;     // … is a quotation's sign
  bool wholly_ = false;    // the record with its head stands in quotes
  bool ordered_ = false;   // in an OrderedDict
  bool columns_ = false;   // behind a table's quoted column
  bool separated_ = true;  // since the last free word
  int words_ = 0;
  int syslog_words_ = 0;
  char quote_ = 0;
};

}  // namespace jitgate::recognise
