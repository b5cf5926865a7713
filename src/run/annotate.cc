#include "run/annotate.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "report/report.h"
#include "results/documents.h"
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
tables::RowMatch match(const tables::RowText& row, const RowDocument& document, const model::Verdict& verdict) {
  if (row.too_large) return {std::nullopt, "it has more members than a result row"};
  const auto key = key_of(row, document);
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

struct Edited {
  std::string text;
  std::string validation;  // empty: no row was annotated
  std::vector<AnnotatedRow> rows;
};

base::Result<Edited> edit(const RowDocument& document, const model::Verdict& verdict) {
  auto rows = tables::find_rows(document.text);
  if (!rows) {
    base::Problem problem = rows.error();
    problem.where = document.path;
    return tl::unexpected(problem);
  }
  std::vector<tables::RowMatch> matches;
  for (const tables::RowText& row : *rows) {
    // In a zip also other documents lie, which are not ours to judge.
    if (!row.twice.empty() && (!document.entry || key_of(row, document)))
      return base::fail("the row of line " + std::to_string(row.line) + " has the key '" + row.twice + "' twice",
                        document.path, "readers disagree on which of them counts; write it once");
    matches.push_back(match(row, document, verdict));
  }
  leave_rivals(*rows, document, verdict, matches);

  Edited out;
  std::vector<tables::RowEdit> edits;
  std::vector<tables::ValidatedRow> validated;
  std::set<std::size_t> points;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const tables::RowText& row = (*rows)[i];
    AnnotatedRow told{document.path, row.line, {}, {}, matches[i].why_not};
    if (matches[i].point) {
      const model::PointVerdict& point = verdict.points[*matches[i].point];
      told.point = point.id;
      told.finding = to_string(point.finding);
      points.insert(*matches[i].point);
      edits.push_back({&row, tables::jit_numbers(point)});
    }
    validated.push_back({row.line, told.point, told.why_not});
    out.rows.push_back(std::move(told));
  }
  if (rows->empty()) out.rows.push_back({document.path, 1, {}, {}, "it holds no result row"});
  out.text = tables::splice(document.text, edits);
  if (!edits.empty()) {
    const std::string name = document.path.substr(document.path.find_last_of("/!") + 1);
    out.validation = tables::validation_document(name, validated, report::verdict_json(verdict_of(verdict, points)));
  }
  return out;
}

// A new file takes the place of the old one, so that no reader sees half a row. Where that is not what its owner wants,
// nothing is written: one that nobody may write is kept on purpose, and of one with several names only one would
// change.
base::Result<void> may_be_replaced(const std::string& path) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) != 0 || S_ISLNK(about.st_mode)) return {};
  if (!S_ISREG(about.st_mode)) return base::fail("is no regular file", path, "write copies with --out DIR");
  if ((about.st_mode & 0222U) == 0 || ::access(path.c_str(), W_OK) != 0)
    return base::fail("is read-only, so nothing was written", path,
                      "make it writable (chmod u+w), or write copies with --out DIR");
  if (about.st_nlink > 1)
    return base::fail("has " + std::to_string(about.st_nlink) +
                          " names (hard links), of which only this one would change, so nothing was written",
                      path, "make it a file of its own (cp it and move the copy here), or write copies with --out DIR");
  return {};
}

// Where the annotated file goes: beside its validations.
base::Result<fs::path> target_of(const std::string& path, const std::string& out) {
  std::error_code error;
  if (out.empty()) {
    const fs::path real = fs::canonical(path, error);  // a link's target is edited, not the link replaced
    if (error) return base::fail("cannot be resolved: " + error.message(), path);
    return real;
  }
  fs::path target = fs::path(out) / fs::path(path).filename();
  if (fs::equivalent(path, target, error))
    return base::refuse("the copy would stand where the file is", target.string(), "use --in-place");
  return target;
}

}  // namespace

base::Result<Annotated> annotate(const AnnotateRequest& request) {
  auto verdict = read_verdict(request.verdict);
  if (!verdict) return tl::unexpected(verdict.error());
  Annotated done;
  std::map<std::string, std::string> files;  // target → content
  bool any = false;
  for (const std::string& path : request.files) {
    auto file = read_row_file(path);
    if (!file) return tl::unexpected(file.error());
    auto target = target_of(path, request.out);
    if (!target) return tl::unexpected(target.error());
    const auto plan = [&](const fs::path& to, std::string content) -> base::Result<void> {
      if (files.emplace(to.string(), std::move(content)).second) return {};
      return base::refuse("two files would be written under this name", to.string(), "annotate them one by one");
    };
    std::map<std::size_t, std::string> texts;
    for (std::size_t i = 0; i < file->documents.size(); ++i) {
      auto edited = edit(file->documents[i], *verdict);
      if (!edited) return tl::unexpected(edited.error());
      done.rows.insert(done.rows.end(), edited->rows.begin(), edited->rows.end());
      if (edited->validation.empty()) continue;
      any = true;
      texts[i] = std::move(edited->text);
      const std::string name = tables::validation_name(file->documents[i].path);
      if (auto planned = plan(target->parent_path() / name, std::move(edited->validation)); !planned)
        return tl::unexpected(planned.error());
    }
    auto content = with_texts(*file, texts);
    if (!content) return tl::unexpected(content.error());
    if (texts.empty() && request.out.empty()) continue;
    if (auto planned = plan(*target, std::move(*content)); !planned) return tl::unexpected(planned.error());
  }
  if (!any) return done;
  for (const auto& [path, content] : files) {
    if (auto may = may_be_replaced(path); !may) return tl::unexpected(may.error());
  }
  if (!request.out.empty()) {
    if (auto made = base::make_directory(request.out); !made) return tl::unexpected(made.error());
  }
  std::vector<base::FileToWrite> all;
  for (auto& [path, content] : files) {
    done.written.push_back(path);
    all.push_back({path, std::move(content)});
  }
  if (auto wrote = base::write_files(all); !wrote) return tl::unexpected(wrote.error());
  return done;
}

}  // namespace jitgate::run
