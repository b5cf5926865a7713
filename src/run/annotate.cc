#include "run/annotate.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/hash.h"
#include "report/report.h"
#include "results/documents.h"
#include "run/annotate_targets.h"
#include "run/row_files.h"
#include "run/saved_runs.h"
#include "tables/jit_numbers.h"
#include "tables/row_match.h"
#include "tables/row_text.h"
#include "tables/validation.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;

std::string_view text_of(const tables::RowText& row, const RowDocument& document) {
  return std::string_view(document.text).substr(row.begin, row.end - row.begin);
}

// What the row measures; empty: it is no result row.
std::optional<model::PointKey> key_of(const tables::RowText& row, const RowDocument& document) {
  results::DocumentReader reader(document.path);
  reader.feed(text_of(row, document));
  model::ResultEvidence evidence;
  reader.finish(evidence);
  if (evidence.rows.size() != 1) return {};
  return evidence.rows.front().key;
}

// What becomes of one row: a point's index, or why it is left.
tables::RowMatch match(const tables::RowText& row, const RowDocument& document, const model::Verdict& verdict,
                       bool& result) {
  if (row.too_large) return {std::nullopt, "it has more members than a result row"};
  const auto key = key_of(row, document);
  result = key.has_value();
  if (!key) return {std::nullopt, "it is no result row"};
  return tables::match_row(*key, document.path, verdict.points);
}

// Two different rows that tell of one point: which of them the verdict means, nothing says.
void leave_rivals(const std::vector<tables::RowText>& rows, const RowDocument& document, const model::Verdict& verdict,
                  std::vector<tables::RowMatch>& matches) {
  std::map<std::size_t, std::vector<std::size_t>> of_point;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (matches[i].point) of_point[*matches[i].point].push_back(i);
  }
  for (const auto& [point, those] : of_point) {
    const bool rivals = std::any_of(those.begin(), those.end(), [&](std::size_t i) {
      return text_of(rows[i], document) != text_of(rows[those.front()], document);
    });
    for (const std::size_t i : those) {
      if (rivals) {
        matches[i] = {std::nullopt,
                      std::to_string(those.size()) + " different rows tell of point " + verdict.points[point].id};
      }
    }
  }
}

// The verdict of some points only, as it would be if there were no others.
model::Verdict verdict_of(const model::Verdict& verdict, const std::set<std::size_t>& points) {
  model::Verdict part = verdict;
  part.points.clear();
  for (const std::size_t i : points) part.points.push_back(verdict.points[i]);
  part.status = model::Status::valid;
  for (const model::PointVerdict& point : part.points) part.status = std::max(part.status, point.status);
  part.exit_code = model::exit_code_of(part.points);
  return part;
}

// Of what the rows themselves say, without our numbers: annotated or not, they are the same rows.
std::string digest_of(const std::vector<tables::RowText>& rows, const RowDocument& document) {
  base::Sha256 digest;
  for (const tables::RowText& row : rows) {
    for (const tables::RowText::Member& member : row.members) {
      if (member.ours) continue;
      digest.add(std::string_view(document.text).substr(member.key_begin, member.value_end - member.key_begin));
      digest.add("\n");
    }
    digest.add("\n");
  }
  return digest.hex();
}

struct Edited {
  std::string text;
  std::string validation;  // empty: no row was annotated
  tables::ValidationOf of;
  std::vector<AnnotatedRow> rows;
};

base::Result<Edited> edit(const RowDocument& document, tables::ValidationOf of, const model::Verdict& verdict) {
  auto rows = tables::find_rows(document.text);
  if (!rows) {
    base::Problem problem = rows.error();
    problem.where = document.path + ':' + problem.where;
    problem.hint += (problem.hint.empty() ? "" : "\n") +
                    std::string("result rows are JSON: one object, an array of them, or one a line");
    return tl::unexpected(problem);
  }
  std::vector<tables::RowMatch> matches;
  Edited out;
  for (const tables::RowText& row : *rows) {
    // In a zip also other documents lie, which are not ours to judge.
    if (!row.twice.empty() && (!document.entry || key_of(row, document)))
      return base::fail("the row of line " + std::to_string(row.line) + " has the key '" + row.twice + "' twice",
                        document.path, "readers disagree on which of them counts; write it once");
    out.rows.push_back({document.path, row.line, {}, {}, {}, false});
    matches.push_back(match(row, document, verdict, out.rows.back().result));
  }
  leave_rivals(*rows, document, verdict, matches);

  std::vector<tables::RowEdit> edits;
  std::vector<tables::ValidatedRow> validated;
  std::set<std::size_t> points;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const tables::RowText& row = (*rows)[i];
    AnnotatedRow& told = out.rows[i];
    told.why_not = matches[i].why_not;
    if (matches[i].point) {
      const model::PointVerdict& point = verdict.points[*matches[i].point];
      told.point = point.id;
      told.finding = to_string(point.finding);
      points.insert(*matches[i].point);
      edits.push_back({&row, tables::jit_numbers(point)});
    }
    validated.push_back({row.line, told.point, told.why_not});
  }
  if (rows->empty()) out.rows.push_back({document.path, 1, {}, {}, "it holds no result row", false});
  out.text = tables::splice(document.text, edits);
  of.sha256 = digest_of(*rows, document);
  if (!edits.empty()) {
    out.validation = tables::validation_document(of, validated, report::verdict_json(verdict_of(verdict, points)));
  }
  out.of = std::move(of);
  return out;
}

}  // namespace

base::Result<Annotated> annotate(const AnnotateRequest& request) {
  auto verdict = read_verdict(request.verdict);
  if (!verdict) return tl::unexpected(verdict.error());
  Annotated done;
  AnnotateTargets targets(request.verdict);
  bool any = false;
  for (const std::string& path : request.files) {
    auto file = read_row_file(path);
    if (!file) return tl::unexpected(file.error());
    auto target = annotate_target(path, request.out);
    if (!target) return tl::unexpected(target.error());
    const fs::path beside = fs::path(*target).parent_path();
    AnnotateTarget copy{{}, path, request.out.empty(), {}, {}, {}};
    std::map<std::size_t, std::string> texts;
    for (std::size_t i = 0; i < file->documents.size(); ++i) {
      const RowDocument& document = file->documents[i];
      // By the file's own name, which a link to it does not have.
      const std::string name = fs::path(*target).filename().string() + document.path.substr(path.size());
      const std::string sidecar = (beside / tables::validation_name(name)).string();
      auto edited = edit(document, {name, document.path, {}}, *verdict);
      if (!edited) return tl::unexpected(edited.error());
      done.rows.insert(done.rows.end(), edited->rows.begin(), edited->rows.end());
      copy.claims.emplace_back(sidecar, edited->of);
      if (edited->validation.empty()) continue;
      any = true;
      texts[i] = std::move(edited->text);
      AnnotateTarget validation{std::move(edited->validation), path, request.out.empty(), edited->of, {}, {}};
      if (auto added = targets.add(sidecar, std::move(validation)); !added) return tl::unexpected(added.error());
    }
    auto content = with_texts(*file, texts);
    if (!content) return tl::unexpected(content.error());
    if (texts.empty() && request.out.empty()) continue;
    copy.content = std::move(*content);
    copy.input_sha256 = base::sha256_hex(file->bytes);
    if (auto added = targets.add(*target, std::move(copy)); !added) return tl::unexpected(added.error());
  }
  if (!any) return done;
  if (auto may = targets.may_be_written(); !may) return tl::unexpected(may.error());
  if (!request.out.empty()) {
    if (auto made = base::make_directory(request.out); !made) return tl::unexpected(made.error());
  }
  std::vector<base::FileToWrite> all;
  for (auto& [path, target] : targets.files) {
    done.written.push_back(path);
    all.push_back({path, std::move(target.content)});
  }
  if (auto wrote = base::write_files(all); !wrote) return tl::unexpected(wrote.error());
  return done;
}

}  // namespace jitgate::run
