#include "run/screen_rows.h"

#include <map>
#include <memory>
#include <utility>

#include "model/stamp.h"
#include "open/open.h"
#include "results/documents.h"
#include "tables/doubled_keys.h"

namespace jitgate::run {
namespace {

screen::Statistics statistics(const std::map<std::string, double>& metrics, const std::string& quantity) {
  const auto value = [&](const char* statistic) -> std::optional<double> {
    const auto found = metrics.find(statistic + ("_" + quantity));
    if (found == metrics.end()) return {};
    return found->second;
  };
  return {value("mean"), value("median"), value("p99"), value("std")};
}

std::string text_of(const std::optional<std::int64_t>& number) { return number ? std::to_string(*number) : "?"; }

// Everything that tells configurations apart but the concurrency.
std::string configuration(const model::PointKey& key) {
  std::string text;
  for (const std::string& part : {key.model, key.hardware, key.framework, key.precision, key.spec_method,
                                  key.parallelism, key.offload_mode, key.recipe}) {
    if (!part.empty()) text += (text.empty() ? "" : " ") + part;
  }
  return text + (text.empty() ? "" : " ") + text_of(key.isl) + "/" + text_of(key.osl);
}

// The named path or archive that the row came in: rows of one file are of one run.
std::string run_of(const std::string& path) { return path.substr(0, path.find('!')); }

class ResultsOnly : public open::Sink {
 public:
  ResultsOnly(const Progress& progress, screen::Screening& rows) : progress_(progress), rows_(rows) {}
  void begin(const std::string& path) override {
    path_ = path;
    document_ = std::make_unique<results::DocumentReader>(path);
    keys_ = std::make_unique<tables::DoubledKeys>();
    open_ = true;
  }
  void data(std::string_view block) override {
    bytes_ += block.size();
    if (progress_) progress_(path_, bytes_);
    if (open_) open_ = document_->feed(block);
    if (open_) keys_->feed(block);
  }
  void end(const model::StreamEnd& end) override {
    if (document_->finish(found_)) {
      for (const model::Damage& damage : end.damage) unread.push_back(damage.path + ": " + damage.what);
    }
    for (const auto& damage : found_.damaged) unread.push_back(damage.path + ": " + damage.what);
    const auto& twice = keys_->first();
    if (twice && !found_.rows.empty()) {
      unread.push_back(path_ + ": the row of line " + std::to_string(twice->line) + " has the key '" + twice->key +
                       "' twice");
    } else {
      std::map<std::pair<screen::NameId, std::int64_t>, screen::Row> here;  // by point and end
      for (const model::ResultRow& found : found_.rows) {
        const screen::Row row = row_of(found);
        const auto [first, fresh] = here.try_emplace({row.point, row.order}, row);
        if (!fresh && !(first->second.ttft == row.ttft && first->second.tpot == row.tpot))
          rows_.tell("contradict another row of their point in the same file");
        rows_.take(row);
      }
    }
    found_ = {};
  }
  void damaged(const model::Damage& damage) override { unread.push_back(damage.path + ": " + damage.what); }
  void container_end(const std::string& path, model::Checksum, const std::vector<model::Damage>& damage) override {
    for (const model::Damage& one : damage) unread.push_back(path + ": " + one.what);
  }

  std::vector<std::string> unread;

 private:
  screen::Row row_of(const model::ResultRow& found) {
    screen::Row row;
    const std::string config = configuration(found.key);
    row.point = rows_.names.id(config + " conc " + text_of(found.key.conc));
    row.siblings = rows_.names.id(config);
    row.run = rows_.names.id(run_of(found.path));
    if (found.end) row.day = *found.end / base::kDay;
    row.order = found.end.value_or(0);
    row.conc = static_cast<double>(found.key.conc.value_or(0));
    row.ttft = statistics(found.metrics, "ttft");
    row.tpot = statistics(found.metrics, "tpot");
    return row;
  }

  const Progress& progress_;
  screen::Screening& rows_;
  model::ResultEvidence found_;  // of the document in hand
  std::unique_ptr<results::DocumentReader> document_;
  std::unique_ptr<tables::DoubledKeys> keys_;
  std::string path_;
  bool open_ = false;
  std::uint64_t bytes_ = 0;
};

}  // namespace

void add_verdict_rows(const model::Verdict& verdict, screen::Screening& rows) {
  for (const model::PointVerdict& point : verdict.points) {
    screen::Row row;
    row.point = rows.names.id(point.id);
    row.siblings = rows.names.id(configuration(point.key));
    row.run = rows.names.id("this run");
    row.conc = static_cast<double>(point.key.conc.value_or(0));
    row.ttft = statistics(point.metrics, "ttft");
    row.tpot = statistics(point.metrics, "tpot");
    rows.take(row);
  }
}

bool tells_tail(const model::PointVerdict& point, const std::string& quantity) {
  return screen::tells_tail(statistics(point.metrics, quantity));
}

base::Result<void> add_result_rows(const std::vector<std::string>& paths, const Progress& progress,
                                   screen::Screening& rows, std::vector<std::string>& unread) {
  ResultsOnly reading(progress, rows);
  for (const std::string& path : paths) {
    if (auto opened = open::open_path(path, {}, reading); !opened) return opened;
  }
  unread.insert(unread.end(), reading.unread.begin(), reading.unread.end());
  return {};
}

}  // namespace jitgate::run
