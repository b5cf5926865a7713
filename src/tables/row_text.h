// Result rows as text. A row is edited by splicing keys into its bytes, never by writing it anew: a parser and printer
// would change number spellings, key order and white space of a file that others hash, compare and sign.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tables/jit_numbers.h"

namespace jitgate::tables {

// Where one object stands in a document. Offsets are bytes of the document.
struct RowText {
  struct Member {
    std::size_t key_begin = 0, key_end = 0, value_begin = 0, value_end = 0;
    bool ours = false;  // one of the jit_* numbers
  };
  static constexpr std::size_t kMostMembers = 10'000;

  std::uint64_t line = 1;          // 1-based
  std::size_t begin = 0, end = 0;  // from its brace to behind its other brace
  std::vector<Member> members;     // of the object itself, in order
  std::string twice;               // a key that stands twice; empty: none does
  bool too_large = false;          // more members than are kept: it is no row
};

// Every object that may be a row: the document itself, each object of an array, or each of several objects one after
// another (JSONL). Other elements of an array are passed over. A byte order mark may stand first. Errors: the document
// is not JSON (`where` is "line:column", `hint` the line); NaN and Infinity are accepted, as Python writes them.
base::Result<std::vector<RowText>> find_rows(std::string_view document);

// A row and the numbers it gets.
struct RowEdit {
  const RowText* row = nullptr;
  JitNumbers numbers;
};

// The document with those numbers at the end of each named row, in the row's own manner of spacing, instead of the
// jit_* numbers that it had. All other bytes stay. The rows are of that document, in its order, and have at least one
// member besides.
std::string splice(std::string_view document, const std::vector<RowEdit>& edits);

}  // namespace jitgate::tables
