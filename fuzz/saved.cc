// What other programs may hand back to us: verdicts, events, manifests, zips whose rows are to be marked. Claims: what
// is accepted is written back and read alike, and a zip that is accepted can be rebuilt without a change.
#include "fetch/manifest.h"
#include "report/event_read.h"
#include "report/report.h"
#include "tables/validation.h"
#include "tables/zip_edit.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

void verdict(const std::string& text) {
  const auto read = report::parse_verdict(text);
  if (!read) return;
  const std::string written = report::verdict_json(*read);
  const auto again = report::parse_verdict(written);
  require(again.has_value(), "a verdict that was read can be read again");
  require(report::verdict_json(*again) == written, "a verdict read again is the same");
  report::text(*read, {});
  report::markdown(*read, 10'000);
  report::buildkite(*read, {}, "", 10'000);
  report::github(*read);
}

void manifest(const std::string& text) {
  const auto read = fetch::parse_manifest(text);
  if (!read) return;
  const std::string written = fetch::manifest_json(*read);
  const auto again = fetch::parse_manifest(written);
  require(again.has_value() && fetch::manifest_json(*again) == written, "a manifest read again is the same");
}

void zip(std::string_view bytes) {
  const auto index = tables::index_zip(bytes);
  if (!index) return;
  for (const auto& entry : index->entries) {
    require(entry.begin <= entry.end && entry.end <= bytes.size(), "entries lie in the zip");
  }
  if (const auto same = tables::exchange_members(bytes, *index, {})) {
    const auto again = tables::index_zip(*same);
    require(again.has_value() && again->entries.size() == index->entries.size(), "a rebuilt zip is one");
  }
  if (index->entries.empty()) return;
  if (const auto other = tables::exchange_members(bytes, *index, {{0, "new"}})) {
    const auto again = tables::index_zip(*other);
    require(again.has_value() && again->entries[0].size == 3, "an exchanged member has its new size");
  }
}

}  // namespace

void saved(std::string_view input) {
  const std::string text(input);
  verdict(text);
  manifest(text);
  zip(input);
  tables::validation_of(text);
  if (const auto event = report::parse_event(text)) require(!event->id.empty(), "an event has an id");
}

}  // namespace jitgate::fuzz
