#include "run/saved_runs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "report/event_read.h"
#include "report/report.h"

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

base::Problem at_line(base::Problem problem, const std::string& path, std::uint64_t line) {
  problem.where = path + ":" + std::to_string(line);
  problem.hint = "judge the run again, or leave the directory out";
  return problem;
}

}  // namespace

base::Result<model::Verdict> read_verdict(const std::string& path) {
  auto text = base::read_file(path, std::size_t{256} << 20);
  if (!text) return tl::unexpected(text.error());
  auto verdict = report::parse_verdict(*text);
  if (!verdict) {
    base::Problem problem = verdict.error();
    problem.where = path;
    return tl::unexpected(problem);
  }
  return verdict;
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
    auto verdict = read_verdict(path);
    if (!verdict) return tl::unexpected(verdict.error());
    auto run = tables::run_identity(*verdict, told_run, told_attempt);
    if (!run) {
      base::Problem problem = run.error();
      problem.what = path + ": " + problem.what;
      return tl::unexpected(problem);
    }
    keep_what_tables_take(*verdict);
    runs.push_back({std::move(directory), std::move(*run), std::move(*verdict)});
  }
  return runs;
}

base::Result<void> read_events(const SavedRun& saved,
                               const std::function<base::Result<void>(const model::StoredEvent&)>& take) {
  const std::string path = (fs::path(saved.directory) / kEvents).string();
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::fail("cannot be opened: its verdict is not all that was found", path);
  std::set<std::string> points;
  for (const model::PointVerdict& point : saved.verdict.points) points.insert(point.id);
  std::string line;
  std::uint64_t number = 0;
  std::int64_t counted = 0;
  while (std::getline(file, line)) {
    ++number;
    if (line.size() > kLongestLine) return tl::unexpected(at_line({"the line is too long", {}, {}}, path, number));
    auto event = report::parse_event(line);
    if (!event) return tl::unexpected(at_line(event.error(), path, number));
    if (!event->run.empty() && event->run != saved.run.id)
      return tl::unexpected(
          at_line({"the event is of run " + event->run + ", the verdict of " + saved.run.id, {}, {}}, path, number));
    for (const model::StoredRelation& one : event->benchmarks) {
      if (!points.contains(one.point))
        return tl::unexpected(at_line({"the verdict has no point " + one.point, {}, {}}, path, number));
    }
    counted += event->duplicate ? 0 : 1;
    if (auto taken = take(*event); !taken) return taken;
  }
  if (file.bad()) return base::fail("cannot be read to its end", path);
  if (counted != saved.verdict.total_events) {
    return base::fail("it holds " + std::to_string(counted) + " events, and its verdict counts " +
                          std::to_string(saved.verdict.total_events),
                      path, "the file was cut or is of another run: judge it again");
  }
  return {};
}

}  // namespace jitgate::run
