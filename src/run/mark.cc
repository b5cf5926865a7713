#include "run/mark.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/wall_clock.h"
#include "results/documents.h"
#include "snapshot/compilers.h"
#include "snapshot/listing_file.h"

namespace jitgate::run {
namespace {

constexpr std::string_view kMark = "jitgate_mark_";

// Letters, digits and "-._" as they are; so the name can be told from the rest of the file's.
std::string for_file(const std::string& name) {
  std::string out;
  for (const char c : name.substr(0, 100)) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    out += plain ? c : '-';
  }
  return out;
}

base::Result<snapshot::Listing> take(const Snapshot& wanted, const MarkRequest& request) {
  int rule =
      wanted.compiler.empty() ? snapshot::rule_of_path(wanted.directory) : snapshot::rule_of_compiler(wanted.compiler);
  const base::Instant begun = base::wall_clock();
  auto listing = snapshot::list_cache(wanted.directory);
  if (!listing) return tl::unexpected(listing.error());
  if (rule < 0 && wanted.compiler.empty()) rule = snapshot::rule_of_path(listing->directory);
  if (rule < 0) {
    std::string known;
    for (const model::RuleFacts& facts : snapshot::facts()) known += (known.empty() ? "" : ", ") + facts.compiler;
    return base::refuse("nothing tells whose cache this is", "--snapshot " + wanted.directory,
                        "write COMPILER=DIR; compilers are " + known);
  }
  listing->name = request.name;
  listing->end = request.end;
  listing->host = host_name();
  listing->compiler = snapshot::facts()[static_cast<std::size_t>(rule)].compiler;
  listing->begun = begun;
  listing->ended = base::wall_clock();
  return listing;
}

// `listings`: the files beside it, and whose cache each lists; `check` misses what is named and is not there.
std::string mark_text(const MarkRequest& request, base::Instant at,
                      const std::vector<std::pair<std::string, std::string>>& listings) {
  nlohmann::ordered_json json = {{"jitgate_mark", 1},
                                 {"name", request.name},
                                 {"edge", request.end ? "end" : "start"},
                                 {"time_unix", base::to_unix_seconds(at)},
                                 {"host", host_name()}};
  if (request.conc) json["conc"] = *request.conc;
  for (const auto& [file, compiler] : listings) json["snapshots"][file] = compiler;
  return json.dump(-1, ' ', false, nlohmann::detail::error_handler_t::replace) + '\n';
}

// What the marks in `directory` say.
model::ResultEvidence read_marks(const std::string& directory, const std::string& name, std::string& damaged) {
  const std::string own = std::string(kMark) + for_file(name);
  model::ResultEvidence found;
  std::error_code error;
  for (std::filesystem::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    const std::string file = at->path().filename().string();
    if (!file.starts_with(kMark)) continue;
    const auto text = base::read_file(at->path().string(), std::size_t{1} << 20);
    results::DocumentReader reader(file);
    if (text) reader.feed(*text);
    model::ResultEvidence one;  // of its own: edges are paired by their times when all are there
    reader.finish(one);
    const bool ours = file.starts_with(own + "_start_") || file.starts_with(own + "_end_");
    if (ours && file.ends_with(".json") && one.claims.empty()) damaged = at->path().string();
    found.claims.insert(found.claims.end(), one.claims.begin(), one.claims.end());
    found.told_listings.insert(found.told_listings.end(), one.told_listings.begin(), one.told_listings.end());
  }
  return found;
}

// True: it is among them already.
base::Result<bool> is_listed(const std::vector<snapshot::Listing>& listings, const snapshot::Listing& listing) {
  for (const snapshot::Listing& other : listings) {
    if (other.directory != listing.directory) continue;
    if (other.compiler == listing.compiler) return true;
    return base::refuse("is given as the cache of " + other.compiler + " and of " + listing.compiler,
                        "--snapshot " + listing.directory, "give it once: what is new in it is one build");
  }
  return false;
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

base::Result<Marked> write_mark(const MarkRequest& request) {
  Marked marked;
  if (request.end) marked.at = base::wall_clock();
  std::vector<snapshot::Listing> listings;
  for (const Snapshot& wanted : request.snapshots) {
    auto listing = take(wanted, request);
    if (!listing) return tl::unexpected(listing.error());
    const auto listed = is_listed(listings, *listing);
    if (!listed) return tl::unexpected(listed.error());
    if (*listed) continue;
    if (listing->absent) marked.absent.push_back(listing->directory);
    listings.push_back(std::move(*listing));
  }
  if (auto made = base::make_directory(request.to); !made) return tl::unexpected(made.error());
  if (!request.end) marked.at = base::wall_clock();
  const std::string which = for_file(request.name) + (request.end ? "_end_" : "_start_") +
                            std::to_string(marked.at / base::kMillisecond) + '_' + for_file(host_name());
  std::vector<std::pair<std::string, std::string>> named;
  for (const snapshot::Listing& listing : listings) {
    named.emplace_back(std::string(snapshot::kListingName) + which + '_' + std::to_string(named.size() + 1) + ".jsonl",
                       listing.compiler);
  }
  std::vector<base::FileToWrite> files;
  files.push_back({request.to + '/' + std::string(kMark) + which + ".json", mark_text(request, marked.at, named)});
  for (std::size_t i = 0; i < listings.size(); ++i)
    files.push_back({request.to + '/' + named[i].first, snapshot::text_of(listings[i])});
  if (auto written = base::write_files(files); !written) return tl::unexpected(written.error());
  for (const base::FileToWrite& file : files) marked.files.push_back(file.path);
  return marked;
}

std::vector<MarkTimes> read_mark(const std::string& directory, const std::string& name, std::string& damaged) {
  model::ResultEvidence found = read_marks(directory, name, damaged);
  results::pair_marks(found);
  std::vector<MarkTimes> times;
  for (const model::WindowClaim& claim : found.claims) {
    if (claim.source != model::WindowSource::mark || claim.id != name || claim.start == base::kEarliest) continue;
    times.push_back({claim.start, claim.end == base::kLatest ? std::nullopt : std::optional(claim.end), claim.host});
  }
  std::sort(times.begin(), times.end(), [](const MarkTimes& a, const MarkTimes& b) { return a.start < b.start; });
  return times;
}

std::string missing_listing(const std::string& directory, const std::string& name, std::optional<base::Instant> start,
                            std::optional<base::Instant> end) {
  std::string damaged;
  for (const model::ToldListing& one : read_marks(directory, name, damaged).told_listings) {
    if (one.name != name || (start && one.at < *start) || (end && one.at > *end)) continue;
    // Its name is a path's only where a mark was forged.
    const std::filesystem::path file = std::filesystem::path(directory) / std::filesystem::path(one.file).filename();
    std::error_code error;
    if (std::filesystem::file_size(file, error) == 0 || error)
      return "the mark's listing of the " + one.compiler + " cache is not there: " + file.string();
  }
  return {};
}

}  // namespace jitgate::run
