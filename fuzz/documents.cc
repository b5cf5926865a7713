// Result documents and tables of a dump: any bytes as JSON. Claims: what is read does not depend on how the stream was
// cut; rows that are edited keep every other byte, and can be found and edited again.
#include "results/documents.h"

#include "tables/dump_table.h"
#include "tables/row_text.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

struct Read {
  bool document = false;
  model::ResultEvidence evidence;
};

Read read_in(std::string_view input, bool whole) {
  Read read;
  results::DocumentReader reader("results/results_concurrency_12_gpus_28.json");
  bool wanted = true;
  const auto take = [&](std::string_view piece) {
    if (wanted) wanted = reader.feed(piece);
  };
  if (whole) {
    take(input);
  } else {
    in_pieces(input, seed_of(input), take);
  }
  read.document = reader.finish(read.evidence);
  results::pair_marks(read.evidence);
  return read;
}

void rows_of_a_dump(std::string_view input) {
  std::uint64_t count = 0;
  tables::DumpTable table({"id", "conc", "metrics.p99_ttft"}, [&](const tables::DumpRow& row) {
    require(row.size() == 3, "a row has the wanted columns");
    ++count;
  });
  in_pieces(input, seed_of(input), [&](std::string_view piece) { table.feed(piece); });
  if (const auto told = table.finish()) require(*told == count, "every row is handed on");
}

void edited(std::string_view input) {
  const auto rows = tables::find_rows(input);
  if (!rows) return;
  std::vector<tables::RowEdit> edits;
  for (const tables::RowText& row : *rows) {
    require(row.begin < row.end && row.end <= input.size() && input[row.begin] == '{' && input[row.end - 1] == '}',
            "a row stands between its braces");
    bool theirs = false;
    for (const auto& member : row.members) {
      require(row.begin < member.key_begin && member.key_end <= member.value_begin && member.value_end <= row.end,
              "members stand in their row");
      theirs = theirs || !member.ours;
    }
    if (theirs && row.twice.empty() && !row.too_large) edits.push_back({&row, {{"jit_schema_version", 1}}});
  }
  if (edits.empty()) return;
  const std::string text = tables::splice(input, edits);
  const auto again = tables::find_rows(text);
  require(again.has_value() && again->size() == rows->size(), "edited rows are found again");
  std::vector<tables::RowEdit> second;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const tables::RowText& row = (*again)[i];
    const auto ours = std::count_if(row.members.begin(), row.members.end(), [](const auto& m) { return m.ours; });
    const bool edit = std::any_of(edits.begin(), edits.end(), [&](const auto& e) { return e.row == &(*rows)[i]; });
    if (!edit) continue;
    require(ours == 1, "an edited row has the number once");
    second.push_back({&row, {{"jit_schema_version", 1}}});
  }
  require(tables::splice(text, second) == text, "an edit made twice changes nothing");
}

}  // namespace

void documents(std::string_view input) {
  const Read whole = read_in(input, true);
  const Read pieces = read_in(input, false);
  require(whole.document == pieces.document, "what is a document does not depend on how the stream was cut");
  const model::ResultEvidence& a = whole.evidence;
  const model::ResultEvidence& b = pieces.evidence;
  require(a.rows.size() == b.rows.size() && a.claims.size() == b.claims.size() &&
              a.requests.size() == b.requests.size() && a.damaged.size() == b.damaged.size() &&
              a.not_results.size() == b.not_results.size(),
          "what is read does not depend on how the stream was cut");
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    require(a.rows[i].key == b.rows[i].key && a.rows[i].start == b.rows[i].start && a.rows[i].end == b.rows[i].end &&
                a.rows[i].metrics == b.rows[i].metrics && a.rows[i].faults == b.rows[i].faults,
            "rows do not depend on how the stream was cut");
  }
  rows_of_a_dump(input);
  edited(input);
}

}  // namespace jitgate::fuzz
