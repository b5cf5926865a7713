#include "run/evidence.h"

#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "results/documents.h"
#include "run/lanes.h"
#include "run/log_stream.h"
#include "run/own_files.h"

namespace jitgate::run {
namespace {

template <typename T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

void append(Evidence& to, Evidence&& from) {
  append(to.logs, std::move(from.logs));
  append(to.damage, std::move(from.damage));
  append(to.listings, std::move(from.listings));
  model::ResultEvidence& results = to.results;
  model::ResultEvidence& more = from.results;
  append(results.rows, std::move(more.rows));
  append(results.requests, std::move(more.requests));
  append(results.claims, std::move(more.claims));
  append(results.told_listings, std::move(more.told_listings));
  append(results.client_logs, std::move(more.client_logs));
  append(results.instances, std::move(more.instances));
  append(results.heartbeats, std::move(more.heartbeats));
  append(results.starts, std::move(more.starts));
  append(results.lives, std::move(more.lives));
  append(results.told_workers, std::move(more.told_workers));
  append(results.sightings, std::move(more.sightings));
  append(results.boundaries, std::move(more.boundaries));
  append(results.not_results, std::move(more.not_results));
  append(results.damaged, std::move(more.damaged));
}

namespace {

// What a container's end tells holds for all logs that lay in it; where none did, it still must not be lost.
void end_container(const std::string& path, model::Checksum checksum, const std::vector<model::Damage>& damage,
                   Evidence& evidence) {
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

// One stream and what it gave. Its reader's thread has it to itself until the lanes are finished.
struct Read {
  void finish(const model::StreamEnd& end) {
    stream->finish(end, found);
    stream.reset();
  }

  std::unique_ptr<LogStream> stream;
  std::optional<std::size_t> lane;  // none: read by the thread that opens
  Evidence found;
  std::function<void(std::string_view)> feed = [this](std::string_view bytes) { stream->feed(bytes); };
};

// Reads a stream where it is opened.
class ReadHere : public open::Sink {
 public:
  ReadHere(Read& read, std::unique_ptr<LogStream> stream) : read_(read) { read.stream = std::move(stream); }
  void begin(const std::string& /*path*/) override {}
  void data(std::string_view block) override { read_.feed(block); }
  void end(const model::StreamEnd& end) override { read_.finish(end); }
  void damaged(const model::Damage& /*damage*/) override {}  // not of a plain file
  void container_end(const std::string& /*path*/, model::Checksum /*checksum*/,
                     const std::vector<model::Damage>& /*damage*/) override {}

 private:
  Read& read_;
};

// Everything is put into the evidence in the order in which it was opened, whoever read it and when.
class Reading : public open::Sink {
 public:
  Reading(const recognise::Catalogue& catalogue, const ReadLimits& limits, const Progress& progress,
          const std::vector<std::string>& patterns)
      : catalogue_(catalogue), limits_(limits), progress_(progress), patterns_(patterns) {
    if (limits.threads > 1) lanes_.emplace(limits.threads - 1);
  }

  void begin(const std::string& path) override {
    path_ = path;
    read_ = std::make_shared<Read>();
    read_->stream = stream_of(path);
    if (lanes_ && !std::exchange(alone_, false)) read_->lane = lanes_->shortest();
  }
  void data(std::string_view block) override {
    bytes_ += block.size();
    if (progress_) progress_(path_, bytes_);
    if (read_->lane) {
      lanes_->pass(*read_->lane, block, &read_->feed);
    } else {
      read_->feed(block);
    }
  }
  void end(const model::StreamEnd& end) override {
    if (read_->lane) {
      lanes_->run(*read_->lane, [read = read_, end] { read->finish(end); });
    } else {
      read_->finish(end);
    }
    keep();
  }
  // To a reader that has nothing to do; where all are busy, the opener is one more.
  bool set_aside(const std::string& path, std::uint64_t size, std::function<void(Sink&)>&& read) override {
    if (!lanes_) return false;
    const std::optional<std::size_t> idle = lanes_->idle();
    alone_ = !idle;
    if (!idle) return false;
    bytes_ += size;
    if (progress_) progress_(path, bytes_);
    read_ = std::make_shared<Read>();
    lanes_->run(*idle, [this, path, kept = read_, read = std::move(read)] {
      ReadHere sink(*kept, stream_of(path));
      read(sink);
    });
    keep();
    return true;
  }
  void settle() override {
    if (lanes_) lanes_->finish();
  }
  void damaged(const model::Damage& damage) override {
    then([damage](Evidence& evidence) { evidence.damage.push_back(damage); });
  }

  // Listed among the logs, so that it is seen which file was not read.
  void passed_over(const std::string& path, std::string_view what) override {
    then([path, what = std::string(what)](Evidence& evidence) {
      evidence.logs.push_back(run::passed_over(path, what));
    });
  }

  void container_end(const std::string& path, model::Checksum checksum,
                     const std::vector<model::Damage>& damage) override {
    then([=](Evidence& evidence) { end_container(path, checksum, damage, evidence); });
  }

  Evidence take() {
    catch_up();
    return std::move(evidence_);
  }

 private:
  [[nodiscard]] std::unique_ptr<LogStream> stream_of(const std::string& path) const {
    return std::make_unique<LogStream>(path, catalogue_, patterns_, limits_);
  }
  void keep() {
    then([read = std::move(read_)](Evidence& evidence) { append(evidence, std::move(read->found)); });
  }
  void then(std::function<void(Evidence&)> step) {
    constexpr std::size_t kMostWaiting = 4096;
    if (!lanes_) return step(evidence_);
    steps_.push_back(std::move(step));
    if (steps_.size() >= kMostWaiting) catch_up();
  }
  void catch_up() {
    if (lanes_) lanes_->finish();
    for (const auto& step : steps_) step(evidence_);
    steps_.clear();
  }

  const recognise::Catalogue& catalogue_;
  const ReadLimits& limits_;
  const Progress& progress_;
  const std::vector<std::string>& patterns_;
  Evidence evidence_;
  std::vector<std::function<void(Evidence&)>> steps_;
  std::shared_ptr<Read> read_;
  std::string path_;
  std::uint64_t bytes_ = 0;
  bool alone_ = false;          // the next stream is read by the opener
  std::optional<Lanes> lanes_;  // last: their threads use the rest
};

}  // namespace

base::Result<Evidence> read_evidence(const std::vector<std::string>& paths, const recognise::Catalogue& catalogue,
                                     const ReadLimits& limits, const Progress& progress,
                                     const std::vector<std::string>& patterns) {
  Reading reading(catalogue, limits, progress, patterns);
  for (const std::string& path : paths) {
    if (auto opened = open::open_path(path, limits, reading); !opened) return tl::unexpected(opened.error());
  }
  Evidence evidence = reading.take();
  results::pair_marks(evidence.results);
  return evidence;
}

}  // namespace jitgate::run
