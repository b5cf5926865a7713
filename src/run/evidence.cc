#include "run/evidence.h"

#include <memory>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "read/blocks.h"
#include "recognise/recogniser.h"
#include "results/documents.h"
#include "results/listener.h"

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

// One stream on its way through reading, recognising and the results' readers.
class Stream {
 public:
  Stream(std::string path, const recognise::Catalogue& catalogue)
      : path_(std::move(path)),
        document_(path_),
        listener_(path_),
        recogniser_(catalogue, path_,
                    {needles_for(path_), [this](const model::HeardLine& line) { listener_.hear(line); }}),
        blocks_([this](const model::Block& block) { recogniser_.scan(block); }) {}

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
    listener_.finish(evidence.results);
    model::LogEvidence log = recogniser_.finish();
    log.coverage.bytes = totals.bytes;
    log.coverage.lines = totals.lines;
    log.coverage.unreadable_lines += totals.unreadable_lines;
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
  read::BlockReader blocks_;
  base::Sha256 hash_;
};

class Reading : public open::Sink {
 public:
  Reading(const recognise::Catalogue& catalogue, const Progress& progress)
      : catalogue_(catalogue), progress_(progress) {}

  void begin(const std::string& path) override {
    path_ = path;
    stream_ = std::make_unique<Stream>(path, catalogue_);
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

  // What a container's end tells holds for all logs that lay in it; where none did, it still must not be lost.
  void container_end(const std::string& path, model::Checksum checksum,
                     const std::vector<model::Damage>& damage) override {
    bool told = false;
    for (model::LogEvidence& log : evidence.logs) {
      model::LogCoverage& coverage = log.coverage;
      if (coverage.path != path && coverage.path.rfind(path + '!', 0) != 0) continue;
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
  std::unique_ptr<Stream> stream_;
  std::string path_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

base::Result<Evidence> read_evidence(const std::vector<std::string>& paths, const recognise::Catalogue& catalogue,
                                     const open::Limits& limits, const Progress& progress) {
  Reading reading(catalogue, progress);
  for (const std::string& path : paths) {
    if (auto opened = open::open_path(path, limits, reading); !opened) return tl::unexpected(opened.error());
  }
  results::pair_marks(reading.evidence.results);
  return std::move(reading.evidence);
}

}  // namespace jitgate::run
