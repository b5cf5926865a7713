// jitgate export: many output directories into one stream.
#include "run/export.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/input_meter.h"
#include "cli/paths.h"
#include "cli/progress.h"

namespace jitgate::cli {
namespace {

struct ExportOptions {
  run::ExportRequest request;
  bool table_told = false, dialect_told = false, quiet = false;
};

// An option that says nothing about the format must not look as if it did.
base::Result<void> check_combination(const ExportOptions& options) {
  const std::string& format = options.request.format;
  if (options.table_told && (format == "sql" || format == "purge-ts"))
    return base::refuse("this format has no choice of a table", "--table", "leave it out");
  if (options.dialect_told && format != "sql")
    return base::refuse("only SQL has dialects", "--dialect", "add --format sql, or leave it out");
  if (options.request.replace && format != "sql")
    return base::refuse("only SQL scripts replace what was loaded before", "--replace",
                        "add --format sql, or leave it out");
  return {};
}

std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

int run_export(ExportOptions& options) {
  run::ExportRequest& request = options.request;
  if (auto fine = check_combination(options); !fine) return complain(fine.error());
  std::vector<std::string> paths = request.directories;
  if (!request.dump.empty()) paths.push_back(request.dump);
  if (auto there = check_paths(paths); !there) return complain(there.error());
  ProgressLine progress("reading", !options.quiet);
  const InputMeter meter(paths);
  request.progress = [&](const std::string& path, std::uint64_t bytes) { progress.show(path, bytes, meter); };
  const auto exported = run::export_runs(request, [&progress](std::string_view text) {
    progress.clear();
    std::cout << text;
  });
  progress.clear();
  if (!exported) return complain(exported.error());
  if (!options.quiet) {
    std::cerr << fmt::format("jitgate: {}, {}, {}", counted(exported->directories, "directory", "directories"),
                             counted(exported->points, "point", "points"),
                             counted(exported->events, "event", "events"));
    if (!request.dump.empty())
      std::cerr << fmt::format("; {} found in the dump", counted(exported->resolved, "point", "points"));
    if (request.mark || request.format == "purge-ts") std::cerr << fmt::format("; {} to be hidden", exported->hidden);
    std::cerr << '\n';
  }
  return 0;
}

// A choice that also remembers that it was made.
Option told(Option option, bool& flag) {
  option.take = [take = option.take, &flag](const std::string& value) {
    flag = true;
    return take(value);
  };
  return option;
}

}  // namespace

Command export_command() {
  const auto o = std::make_shared<ExportOptions>();
  run::ExportRequest& request = o->request;
  Command command{"export", "Many runs' events and verdicts as JSONL, CSV, a table of the dump, or SQL"};
  command.add_argument(required(list("DIR", "DIR", request.directories, "What --out wrote, or directories above it")));
  command.group("Rows")
      .add(told(choice("table", request.table, {"events", "verdicts"}, "Of jsonl, csv and dump: which rows [events]"),
                o->table_told))
      .add(told(choice("dialect", request.dialect, {"postgres", "sqlite"}, "Of sql [postgres]"), o->dialect_told))
      .add(flag("mark", request.mark, "Of sql: also set benchmark_results.error of contaminated rows where it is null"))
      .add(flag("replace", request.replace, "Of sql: first delete all that was loaded of these runs and attempts"));
  command.group("Whose they are")
      .add(text("dump", "PATH", request.dump, "The database's dump (directory or zip), to find benchmark ids in"))
      .add(text("run", "ID", request.run, "CI run of directories whose verdict does not tell it"))
      .add(number(
          "attempt", 1, 1'000'000, [o](std::int64_t n) { o->request.attempt = n; }, "Its attempt"));
  command.group("Output")
      .add(choice("format", request.format, {"jsonl", "csv", "dump", "sql", "purge-ts"}, "What goes to stdout [jsonl]"))
      .add(flag("quiet", o->quiet, "No progress and no summary on stderr"));
  command.examples =
      "  jitgate export runs/*/jit --format csv > events.csv\n"
      "  jitgate export runs --format sql --mark | psql -v ON_ERROR_STOP=1 results\n"
      "  jitgate export runs --format sql --dialect sqlite | sqlite3 -bail results.sqlite\n"
      "  jitgate export runs --format dump --dump dump.zip > dump/jit_events.json";
  command.run = [o] { return run_export(*o); };
  return command;
}

}  // namespace jitgate::cli
