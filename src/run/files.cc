#include "run/files.h"

#include <utility>

#include "base/files.h"
#include "base/hash.h"
#include "report/report.h"

namespace jitgate::run {

base::Result<std::vector<std::string>> write_files(Checked& checked, const recognise::Catalogue& catalogue,
                                                   const std::string& directory) {
  if (auto made = base::make_directory(directory); !made) return tl::unexpected(made.error());
  const auto run_id = checked.verdict.run.find("id");
  const std::string id = run_id == checked.verdict.run.end() ? std::string() : run_id->second;
  std::string events = report::events_jsonl(checked.placed, checked.evidence.logs, catalogue.facts(), id);
  checked.verdict.events_sha256 = base::sha256_hex(events);
  const std::pair<const char*, std::string> files[] = {
      {"events.jsonl", std::move(events)},
      {"verdict.json", report::verdict_json(checked.verdict)},
      {"summary.md", report::markdown(checked.verdict)},
  };
  std::vector<std::string> written;
  for (const auto& [name, content] : files) {
    written.push_back(directory + '/' + name);
    if (auto wrote = base::write_file(written.back(), content); !wrote) return tl::unexpected(wrote.error());
  }
  return written;
}

}  // namespace jitgate::run
