#include "run/files.h"

#include <utility>

#include "base/files.h"
#include "base/hash.h"
#include "report/pictures.h"
#include "report/report.h"
#include "run/render.h"
#include "run/shown.h"

namespace jitgate::run {

base::Result<std::vector<std::string>> write_files(Checked& checked, const std::string& directory) {
  if (auto made = base::make_directory(directory); !made) return tl::unexpected(made.error());
  const auto run_id = checked.verdict.run.find("id");
  const std::string id = run_id == checked.verdict.run.end() ? std::string() : run_id->second;
  std::string events = report::events_jsonl(checked.placed, checked.evidence.logs, checked.facts, id);
  checked.verdict.events_sha256 = base::sha256_hex(events);
  const report::EventTable shown = event_table(checked);
  // All or none: one without the others would look like the outcome of another run.
  const std::vector<base::FileToWrite> files = {
      {directory + "/events.jsonl", std::move(events)},
      {directory + "/verdict.json", report::verdict_json(checked.verdict)},
      {directory + "/summary.md", markdown(checked.verdict, shown)},
      {directory + "/report.html", report::html({checked.verdict, shown, report::timed_requests(checked.placed)})},
  };
  if (auto wrote = base::write_files(files); !wrote) return tl::unexpected(wrote.error());
  std::vector<std::string> written;
  for (const base::FileToWrite& file : files) written.push_back(file.path);
  return written;
}

}  // namespace jitgate::run
