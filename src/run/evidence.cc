#include "run/evidence.h"

#include <memory>
#include <utility>

#include "base/hash.h"
#include "place/workers.h"
#include "read/blocks.h"
#include "recognise/recogniser.h"
#include "results/documents.h"
#include "results/listener.h"
#include "run/boundary_scan.h"

namespace jitgate::run {
namespace {

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

// One stream on its way through reading, recognising and the results' readers.
class Stream {
 public:
  Stream(std::string path, const recognise::Catalogue& catalogue, const std::vector<std::string>& patterns)
      : path_(std::move(path)),
        document_(path_),
        listener_(path_),
        recogniser_(catalogue, path_,
                    {needles_for(path_), [this](const model::HeardLine& line) { listener_.hear(line); }}),
        boundaries_(path_, patterns),
        blocks_(
            [this](const model::Block& block) {
              recogniser_.scan(block);
              boundaries_.scan(block);
            },
            [this](std::string_view text) { return recogniser_.looks_for(text); }) {}

  void feed(std::string_view bytes) {
    hash_.add(bytes);
    if (may_be_document_) may_be_document_ = document_.feed(bytes);
    blocks_.feed(bytes);
  }

  void finish(const model::StreamEnd& end, Evidence& evidence) {
    const read::ReadTotals totals = blocks_.finish();
    if (document_.finish(evidence.results)) {
      evidence.damage.insert(evidence.damage.end(), end.damage.begin(), end.damage.end());
      return;
    }
    const auto told = [&] { return evidence.results.requests.size() + evidence.results.client_logs.size(); };
    const std::size_t before = told();
    listener_.finish(evidence.results);
    const bool told_something = told() > before;
    boundaries_.finish(evidence.results);
    model::LogEvidence log = recogniser_.finish();
    log.coverage.bytes = totals.bytes;
    log.coverage.lines = totals.lines;
    log.coverage.unreadable_lines += totals.unreadable_lines;
    const model::Role role = log.coverage.worker.role;
    add_unread(totals, told_something || role == model::Role::frontend || role == model::Role::client, log);
    log.coverage.checksum = end.checksum;
    log.coverage.damage.insert(log.coverage.damage.end(), end.damage.begin(), end.damage.end());
    log.coverage.content_hash = hash_.hex();
    evidence.logs.push_back(std::move(log));
  }

 private:
  std::string path_;
  bool may_be_document_ = true;
  results::DocumentReader document_;
  results::LogListener listener_;
  recognise::Recogniser recogniser_;
  BoundaryScan boundaries_;
  read::BlockReader blocks_;
  base::Sha256 hash_;
};

class Reading : public open::Sink {
 public:
  Reading(const recognise::Catalogue& catalogue, const Progress& progress, const std::vector<std::string>& patterns)
      : catalogue_(catalogue), progress_(progress), patterns_(patterns) {}

  void begin(const std::string& path) override {
    path_ = path;
    stream_ = std::make_unique<Stream>(path, catalogue_, patterns_);
  }
  void data(std::string_view block) override {
    bytes_ += block.size();
    if (progress_) progress_(path_, bytes_);
    stream_->feed(block);
  }
  void end(const model::StreamEnd& end) override {
    stream_->finish(end, evidence);
    stream_.reset();
  }
  void damaged(const model::Damage& damage) override { evidence.damage.push_back(damage); }

  // Listed among the logs, so that it is seen which file was not read.
  void passed_over(const std::string& path, std::string_view what) override {
    model::LogEvidence file;
    file.coverage.path = path;
    file.coverage.unread.push_back({model::DamageKind::unreadable, path, std::string(what)});
    evidence.logs.push_back(std::move(file));
  }

  // What a container's end tells holds for all logs that lay in it; where none did, it still must not be lost.
  void container_end(const std::string& path, model::Checksum checksum,
                     const std::vector<model::Damage>& damage) override {
    bool told = false;
    const std::string inside = path + '!';
    // Its logs came last: of ten thousand logs in one archive, each a .gz, not all are to be looked at each time.
    for (auto log = evidence.logs.rbegin(); log != evidence.logs.rend(); ++log) {
      model::LogCoverage& coverage = log->coverage;
      if (coverage.path != path && !coverage.path.starts_with(inside)) break;
      told = true;
      coverage.damage.insert(coverage.damage.end(), damage.begin(), damage.end());
      if (checksum == model::Checksum::failed) coverage.checksum = checksum;
      if (checksum == model::Checksum::verified && coverage.checksum == model::Checksum::none)
        coverage.checksum = checksum;
    }
    if (!told) evidence.damage.insert(evidence.damage.end(), damage.begin(), damage.end());
  }

  Evidence evidence;

 private:
  const recognise::Catalogue& catalogue_;
  const Progress& progress_;
  const std::vector<std::string>& patterns_;
  std::unique_ptr<Stream> stream_;
  std::string path_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

base::Result<Evidence> read_evidence(const std::vector<std::string>& paths, const recognise::Catalogue& catalogue,
                                     const open::Limits& limits, const Progress& progress,
                                     const std::vector<std::string>& patterns) {
  Reading reading(catalogue, progress, patterns);
  for (const std::string& path : paths) {
    if (auto opened = open::open_path(path, limits, reading); !opened) return tl::unexpected(opened.error());
  }
  results::pair_marks(reading.evidence.results);
  return std::move(reading.evidence);
}

}  // namespace jitgate::run
