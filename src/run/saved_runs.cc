#include "run/saved_runs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

#include "base/source_line.h"
#include "report/event_read.h"
#include "report/report.h"
#include "run/agreement.h"
#include "run/regular_file.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestLine = std::size_t{8} << 20;
constexpr const char* kVerdict = "verdict.json";
constexpr const char* kEvents = "events.jsonl";

bool is_output(const fs::path& directory) {
  std::error_code error;
  return fs::exists(directory / kVerdict, error) || fs::exists(directory / kEvents, error);
}

// The named directory and those below it; links below it are not followed.
base::Result<void> find_outputs(const std::string& named, std::vector<std::string>& found) {
  std::error_code error;
  if (!fs::is_directory(named, error)) return base::refuse("not a directory", named, "name what --out wrote");
  const std::size_t before = found.size();
  if (is_output(named)) found.push_back(named);
  for (fs::recursive_directory_iterator at(named, error), end; !error && at != end; at.increment(error)) {
    std::error_code of_entry;
    if (at->is_directory(of_entry) && !at->is_symlink(of_entry) && is_output(at->path()))
      found.push_back(at->path().string());
  }
  if (error) return base::fail("cannot be listed: " + error.message(), named);
  if (found.size() == before)
    return base::refuse("no verdict.json in it or below", named, "name what 'jitgate check --out' wrote");
  return {};
}

void keep_what_tables_take(model::Verdict& verdict) {
  verdict.workers = {};
  verdict.logs = {};
  for (model::PointVerdict& point : verdict.points) {
    point.masked = {};
    point.groups = {};
    point.workers = {};
    point.requests.victims_itl = {};
    point.requests.victims_possible = {};
    point.requests.controls = {};
  }
}

// In the file; behind its name stands the place in it, where the problem tells one.
base::Problem at(base::Problem problem, const std::string& file) {
  problem.where = file + (problem.where.empty() ? "" : ':' + problem.where);
  return problem;
}

std::string events_of(const std::string& directory) { return (fs::path(directory) / kEvents).string(); }

// A verdict.json by itself, or what --out wrote, which must hold events.
struct Output {
  std::string verdict, directory;
  bool with_events = false;
};
Output output_at(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return {(fs::path(path) / kVerdict).string(), path, true};
  const std::string directory = fs::path(path).parent_path().string();
  return {path, directory, fs::exists(events_of(directory), error)};
}

using TakeLine = std::function<base::Result<void>(std::string_view, const model::StoredEvent&)>;

// Each line with its end and what it says. Problems of a line get its place.
base::Result<void> read_lines(const std::string& path, const TakeLine& take) {
  if (auto regular = must_be_regular(path); !regular) return regular;
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::fail("cannot be opened: its verdict is not all that was found", path);
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    const auto here = [&](base::Problem problem) {
      // A place in the line is "1:column".
      const std::size_t colon = problem.where.find(':');
      const base::TextPlace place{static_cast<int>(number),
                                  colon == std::string::npos ? 0 : std::atoi(problem.where.c_str() + colon + 1)};
      problem.where = base::place_name(path, place);
      problem.hint = base::hint_below_line(line, place, "judge the run again, or leave the directory out", place.line);
      return tl::unexpected(std::move(problem));
    };
    if (line.size() > kLongestLine) return here({"the line is too long", {}, {}});
    auto event = report::parse_event(line);
    if (!event) return here(event.error());
    if (!file.eof()) line += '\n';
    if (auto taken = take(line, *event); !taken) return taken.error().where.empty() ? here(taken.error()) : taken;
  }
  if (file.bad()) return base::fail("cannot be read to its end", path);
  return {};
}

base::Result<model::Verdict> parsed_verdict(const std::string& path) {
  auto text = read_regular_file(path, std::size_t{256} << 20);
  if (!text) return tl::unexpected(text.error());
  auto verdict = report::parse_verdict(*text);
  if (!verdict) return tl::unexpected(at(verdict.error(), path));
  if (auto agrees = agrees_with_itself(*verdict); !agrees) return tl::unexpected(at(agrees.error(), path));
  return verdict;
}

// The directory's events against its verdict; gives Agreement::told_again.
base::Result<std::unordered_set<std::string>> agreed(const std::string& directory, const model::Verdict& verdict) {
  Agreement agreement(verdict);
  const auto take = [&](std::string_view line, const model::StoredEvent& event) { return agreement.take(line, event); };
  if (auto read = read_lines(events_of(directory), take); !read) return tl::unexpected(read.error());
  if (auto agrees = agreement.finish(); !agrees) return tl::unexpected(at(agrees.error(), events_of(directory)));
  return agreement.told_again();
}

}  // namespace

base::Result<model::Verdict> read_verdict(const std::string& path) {
  const Output output = output_at(path);
  auto verdict = parsed_verdict(output.verdict);
  if (!verdict || !output.with_events) return verdict;
  if (auto agrees = agreed(output.directory, *verdict); !agrees) return tl::unexpected(agrees.error());
  return verdict;
}

base::Result<bool> read_events_beside(const std::string& path,
                                      const std::function<void(const model::StoredEvent&)>& take) {
  const Output output = output_at(path);
  if (!output.with_events) return false;
  const auto take_line = [&](std::string_view, const model::StoredEvent& event) {
    take(event);
    return base::Result<void>();
  };
  if (auto read = read_lines(events_of(output.directory), take_line); !read) return tl::unexpected(read.error());
  return true;
}

base::Result<std::vector<SavedRun>> read_saved_runs(const std::vector<std::string>& directories,
                                                    const std::string& told_run,
                                                    const std::optional<std::int64_t>& told_attempt) {
  std::vector<std::string> found;
  for (const std::string& directory : directories) {
    if (auto done = find_outputs(directory, found); !done) return tl::unexpected(done.error());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<SavedRun> runs;
  for (std::string& directory : found) {
    const std::string path = (fs::path(directory) / kVerdict).string();
    auto verdict = parsed_verdict(path);
    if (!verdict) return tl::unexpected(verdict.error());
    auto run = tables::run_identity(*verdict, told_run, told_attempt);
    if (!run) {
      base::Problem problem = run.error();
      problem.what = path + ": " + problem.what;
      return tl::unexpected(problem);
    }
    auto told_again = agreed(directory, *verdict);
    if (!told_again) return tl::unexpected(told_again.error());
    keep_what_tables_take(*verdict);
    runs.push_back({std::move(directory), std::move(*run), std::move(*verdict), std::move(*told_again)});
  }
  return runs;
}

base::Result<void> read_events(const SavedRun& saved,
                               const std::function<base::Result<void>(const model::StoredEvent&)>& take) {
  return read_lines(events_of(saved.directory), [&](std::string_view, const model::StoredEvent& event) {
    if (event.run.empty() || event.run == saved.run.id) return take(event);
    return base::Result<void>(base::fail("the event is of run " + event.run + ", the verdict of " + saved.run.id));
  });
}

}  // namespace jitgate::run
