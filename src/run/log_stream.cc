#include "run/log_stream.h"

#include <utility>

#include "base/fingerprint.h"
#include "place/workers.h"
#include "read/blocks.h"
#include "recognise/recogniser.h"
#include "results/documents.h"
#include "results/listener.h"
#include "run/boundary_scan.h"
#include "run/caches.h"
#include "run/own_files.h"
#include "snapshot/listing_file.h"

namespace jitgate::run {
namespace {

constexpr std::size_t kBlock = 256 * 1024;

// A client's script prints bare dates, which hold no word to look for but the year; in a worker's or a frontend's log
// every line has one.
std::vector<std::string> needles_for(const std::string& path) {
  std::vector<std::string> needles = results::listen_needles();
  const model::Role role = recognise::worker_of_path(path).role;
  if (model::serves(role) || role == model::Role::frontend) return needles;
  needles.insert(needles.end(), results::date_needles().begin(), results::date_needles().end());
  return needles;
}

// What reading could not read of a log.
std::vector<model::Damage> unread_of(const read::ReadTotals& totals, const std::string& path) {
  const auto place = [](const model::LineOrigin& at) {
    return "line " + std::to_string(at.number) + ", byte " + std::to_string(at.byte);
  };
  std::vector<model::Damage> unread;
  const read::BinaryFound& binary = totals.binary;
  if (binary.lines > 0) {
    unread.push_back({model::DamageKind::unreadable, path,
                      "holds " + std::to_string(binary.bytes) + " bytes that are no text (" +
                          std::to_string(binary.nuls) + " of them NULs) in " + std::to_string(binary.lines) +
                          " lines, the first from " + place(binary.first)});
  }
  if (totals.cut_lines > 0) {
    unread.push_back({model::DamageKind::limit, path,
                      "has " + std::to_string(totals.cut_lines) +
                          " lines over the limit of length, with words of events behind it; the first is " +
                          place(totals.first_cut)});
  }
  return unread;
}

// A worker's log must be read whole. Of a frontend's or a client's, what is lost matters to the points that rest on it,
// and they are judged later. In any other file it proves nothing: artifacts hold pictures and dumps.
void add_unread(const read::ReadTotals& totals, bool is_witness, model::LogEvidence& log) {
  model::LogCoverage& coverage = log.coverage;
  std::vector<model::Damage> unread = unread_of(totals, coverage.path);
  if (place::is_worker_log(log)) {
    coverage.unreadable_lines += totals.binary.lines;
    coverage.damage.insert(coverage.damage.end(), unread.begin(), unread.end());
  } else if (is_witness) {
    const bool blank = totals.bytes <= 2 * totals.lines;  // nothing, or ends of lines
    if (blank) unread.push_back({model::DamageKind::unreadable, coverage.path, "is empty"});
    coverage.unread = std::move(unread);
  }
}

}  // namespace

struct LogStream::State {
  State(std::string its_path, const recognise::Catalogue& rules, const std::vector<std::string>& patterns,
        const ReadLimits& limits)
      : path(std::move(its_path)),
        catalogue(&rules),
        ninja_log(path),
        listing(path),
        document(path),
        listener(path),
        recogniser(rules, path, {needles_for(path), [this](const model::HeardLine& line) { listener.hear(line); }},
                   {.events = limits.events}),
        boundaries(path, patterns),
        blocks(
            [this](const model::Block& block) {
              recogniser.scan(block);
              boundaries.scan(block);
            },
            [this](std::string_view text) { return recogniser.looks_for(text); }, kBlock, limits.line) {}
  // The callbacks hold `this`.
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  std::string path;
  bool may_be_ninja_log = true, may_be_listing = true, may_be_document = true;
  bool may_be_own = true;
  OwnFile own;
  const recognise::Catalogue* catalogue;
  snapshot::NinjaLogReader ninja_log;
  snapshot::ListingReader listing;
  results::DocumentReader document;
  results::LogListener listener;
  recognise::Recogniser recogniser;
  BoundaryScan boundaries;
  read::BlockReader blocks;
  base::Fingerprint hash;
};

LogStream::LogStream(const std::string& path, const recognise::Catalogue& catalogue,
                     const std::vector<std::string>& patterns, const ReadLimits& limits)
    : state_(std::make_unique<State>(path, catalogue, patterns, limits)) {}

LogStream::~LogStream() = default;

void LogStream::feed(std::string_view bytes) {
  State& s = *state_;
  s.hash.add(bytes);
  if (s.may_be_ninja_log) s.may_be_ninja_log = s.ninja_log.feed(bytes);
  if (s.may_be_listing) s.may_be_listing = s.listing.feed(bytes);
  if (s.may_be_document) s.may_be_document = s.document.feed(bytes);
  if (s.may_be_own) s.may_be_own = s.own.feed(bytes);
  s.blocks.feed(bytes);
}

bool LogStream::looks_for(std::string_view text) const { return state_->recogniser.looks_for(text); }

bool LogStream::waits() const { return state_->blocks.waits(); }

// A cache's own file; false: it is none.
bool LogStream::finish_cache(const model::StreamEnd& end, std::uint64_t bytes, Evidence& evidence) {
  State& s = *state_;
  if (s.may_be_ninja_log && s.ninja_log.finish()) {
    model::LogEvidence log = evidence_of(s.ninja_log, s.path, *s.catalogue);
    log.coverage.bytes = bytes;
    log.coverage.checksum = end.checksum;
    log.coverage.damage.insert(log.coverage.damage.end(), end.damage.begin(), end.damage.end());
    log.coverage.content_hash = s.hash.hex();
    evidence.logs.push_back(std::move(log));
    return true;
  }
  if (!s.listing.finish()) return false;
  if (!s.listing.fault().empty())
    evidence.damage.push_back({model::DamageKind::truncated, s.path, "the snapshot is damaged: " + s.listing.fault()});
  evidence.damage.insert(evidence.damage.end(), end.damage.begin(), end.damage.end());
  if (s.listing.readable()) evidence.listings.push_back(std::move(s.listing.listing()));
  return true;
}

void LogStream::finish(const model::StreamEnd& end, Evidence& evidence) {
  State& s = *state_;
  const read::ReadTotals totals = s.blocks.finish();
  if (finish_cache(end, totals.bytes, evidence)) return;
  const OwnFile::Is own = s.own.finish();
  const auto leave_out = [&] {
    evidence.logs.push_back(
        passed_over(s.path, std::string("is jitgate's own ") + s.own.name() + ", no log: passed over"));
    evidence.damage.insert(evidence.damage.end(), end.damage.begin(), end.damage.end());
  };
  if (own == OwnFile::Is::whole) return leave_out();
  if (own == OwnFile::Is::imitation) {
    evidence.damage.push_back(
        {model::DamageKind::unreadable, s.path,
         std::string("begins as jitgate's own ") + s.own.name() + ", but is none: " + s.own.fault()});
  }
  if (s.document.finish(evidence.results)) {
    evidence.damage.insert(evidence.damage.end(), end.damage.begin(), end.damage.end());
    return;
  }
  model::LogEvidence log = s.recogniser.finish();  // tells the listener of the last lines
  const auto told = [&] { return evidence.results.requests.size() + evidence.results.client_logs.size(); };
  const std::size_t before = told();
  s.listener.finish(evidence.results);
  const bool told_something = told() > before;
  s.boundaries.finish(evidence.results);
  if (own == OwnFile::Is::page && log.events.empty() && log.marks.empty() && !told_something) return leave_out();
  log.coverage.bytes = totals.bytes;
  log.coverage.lines = totals.lines;
  log.coverage.unreadable_lines += totals.unreadable_lines;
  const model::Role role = log.coverage.worker.role;
  add_unread(totals, told_something || role == model::Role::frontend || role == model::Role::client, log);
  log.coverage.checksum = end.checksum;
  log.coverage.damage.insert(log.coverage.damage.end(), end.damage.begin(), end.damage.end());
  log.coverage.content_hash = s.hash.hex();
  evidence.logs.push_back(std::move(log));
}

}  // namespace jitgate::run
