#include "run/dump_tables.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "open/open.h"

namespace jitgate::run {
namespace {

struct State {
  bool seen = false, done = false;
};

class Reading : public open::Sink {
 public:
  Reading(const std::vector<TableReading>& tables, const Progress& progress)
      : tables_(tables), states_(tables.size()), progress_(progress) {}

  void begin(const std::string& path) override {
    path_ = path;
    const std::string name = path.substr(path.find_last_of("/!") + 1);
    current_ = tables_.size();
    table_.reset();
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (name == tables_[t].file) current_ = t;
    }
    if (current_ == tables_.size()) return;
    if (states_[current_].seen) complain("the table stands twice in the dump");
    states_[current_].seen = true;
    if (states_[current_].done) return;
    if (tables_[current_].last && !others_done()) return;
    table_.emplace(tables_[current_].columns, tables_[current_].take);
  }
  void data(std::string_view block) override {
    bytes_ += block.size();
    if (progress_) progress_(path_, bytes_);
    if (table_) table_->feed(block);
  }
  void end(const model::StreamEnd& end) override {
    if (current_ == tables_.size()) return;
    if (!end.complete()) complain(end.damage.front().what);
    if (!table_) return;
    if (auto rows = table_->finish(); !rows) complain(rows.error());
    states_[current_].done = true;
    table_.reset();
  }
  void damaged(const model::Damage& damage) override {
    path_ = damage.path;
    complain(damage.what);
  }
  void container_end(const std::string& path, model::Checksum, const std::vector<model::Damage>& damage) override {
    if (damage.empty()) return;
    path_ = path;
    complain(damage.front().what);
  }

  // Before the dump is read once more.
  void again() {
    for (State& state : states_) state.seen = false;
  }
  [[nodiscard]] const std::vector<State>& states() const { return states_; }
  [[nodiscard]] const std::optional<base::Problem>& problem() const { return problem_; }

 private:
  [[nodiscard]] bool others_done() const {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (!tables_[t].last && !states_[t].done) return false;
    }
    return true;
  }
  // `of_table`: with its place there, if it has one.
  void complain(base::Problem of_table) {
    if (problem_) return;
    problem_ = std::move(of_table);
    problem_->where = path_ + (problem_->where.empty() ? "" : ':' + problem_->where);
    problem_->hint += problem_->hint.empty() ? "get the dump again" : "\nget the dump again";
  }
  void complain(const std::string& what) { complain(base::Problem{what, {}, {}, base::Blame::world}); }

  const std::vector<TableReading>& tables_;
  std::vector<State> states_;
  const Progress& progress_;
  std::string path_;
  std::size_t current_ = 0;
  std::optional<tables::DumpTable> table_;
  std::uint64_t bytes_ = 0;
  std::optional<base::Problem> problem_;
};

base::Result<void> read_path(const std::string& path, Reading& reading) {
  if (auto opened = open::open_path(path, {}, reading); !opened) return opened;
  if (reading.problem()) return tl::unexpected(*reading.problem());
  return {};
}

base::Result<void> read_directory(const std::string& path, const std::vector<TableReading>& tables, Reading& reading) {
  for (const bool last : {false, true}) {
    for (const TableReading& table : tables) {
      if (table.last != last) continue;
      const std::string file = (std::filesystem::path(path) / table.file).string();
      std::error_code error;
      if (!std::filesystem::exists(file, error)) return base::refuse(table.file + " is not in the dump", path);
      if (auto read = read_path(file, reading); !read) return read;
    }
  }
  return {};
}

}  // namespace

base::Result<void> read_tables(const std::string& path, const std::vector<TableReading>& tables,
                               const Progress& progress) {
  Reading reading(tables, progress);
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return read_directory(path, tables, reading);
  if (auto read = read_path(path, reading); !read) return read;
  bool all = true;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    if (!reading.states()[t].seen) return base::refuse(tables[t].file + " is not in the dump", path);
    all = all && reading.states()[t].done;
  }
  if (all) return {};
  reading.again();
  return read_path(path, reading);
}

}  // namespace jitgate::run
