#include "run/sweep.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "fetch/selection.h"
#include "fetch/target.h"
#include "run/fetch.h"
#include "run/files.h"
#include "run/sweep_state.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;
using fetch::State;

// A run may be started again for 30 days; then what is recorded of it is final.
constexpr base::Duration kAttemptsEnd = 31 * base::kDay;
// Where nothing tells when a run's artifacts expire: the default that GitHub has.
constexpr base::Duration kUsualLife = 90 * base::kDay;

constexpr const char* kUnfinished = ".new";

struct Waiting {
  fetch::CiRun run;
  fetch::Listing<fetch::Artifact> artifacts;
  base::Instant expires = base::kLatest;  // the first of its artifacts that is still there
};

std::string name_of(const fetch::CiRun& run) {
  return "run " + std::to_string(run.id) + (run.attempt > 1 ? ", attempt " + std::to_string(run.attempt) : "");
}

class Sweeping {
 public:
  Sweeping(const SweepRequest& request, fetch::GitHub& github, const recognise::Catalogue& catalogue,
           fetch::Repository repository, SweepState state)
      : request_(request),
        github_(github),
        catalogue_(catalogue),
        where_(std::move(repository)),
        state_(std::move(state)),
        now_(github.http().now()),
        patterns_(request.patterns.empty() ? fetch::usual_artifacts() : request.patterns) {}

  base::Result<Swept> run() {
    const base::Instant from = std::max(base::shifted(now_, -request_.back), state_.settled());
    std::vector<fetch::CiRun> runs;
    if (auto listed = list(from, now_, runs); !listed) return tl::unexpected(listed.error());
    std::sort(runs.begin(), runs.end(), [](const fetch::CiRun& a, const fetch::CiRun& b) {
      return std::pair(a.created_at.value_or(0), a.id) < std::pair(b.created_at.value_or(0), b.id);
    });
    std::vector<Waiting> waiting = look(runs);
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const Waiting& a, const Waiting& b) { return a.expires < b.expires; });
    for (Waiting& one : waiting) {
      if (stopped_ || spent(4 + one.artifacts.items.size())) {
        leave(one.run, one.expires, swept_.left, "left for the next sweep");
      } else {
        record(one);
      }
    }
    settle(runs);
    if (auto wrote = state_.write(); !wrote) return tl::unexpected(wrote.error());
    swept_.requests = github_.http().requests();
    swept_.exit_code = !swept_.expiring.empty() ? 82 : swept_.failed > 0 ? 84 : 0;
    return swept_;
  }

 private:
  // The API gives at most 1,000 for one span: it is halved until it has fewer.
  base::Result<void> list(base::Instant from, base::Instant to, std::vector<fetch::CiRun>& runs) {
    auto some = github_.runs(where_, from, to);
    if (!some) return tl::unexpected(some.error().problem);
    if (some->told > 1000) {
      const base::Instant middle = from + (to - from) / 2 / base::kSecond * base::kSecond;
      if (middle <= from) return base::fail("more than 1,000 runs in one second", fetch::full_name(where_));
      if (auto first = list(from, middle - base::kSecond, runs); !first) return first;
      return list(middle, to, runs);
    }
    if (!some->doubts.empty())
      return base::fail("the list of runs is not whole: " + some->doubts.front(), fetch::full_name(where_));
    runs.insert(runs.end(), some->items.begin(), some->items.end());
    return {};
  }

  [[nodiscard]] bool spent(std::size_t needed) const {
    return github_.http().requests() + needed > request_.max_requests;
  }

  [[nodiscard]] bool is_wanted(const fetch::CiRun& run) const {
    if (run.id % request_.shards != request_.shard - 1) return false;
    return request_.workflows.empty() ||
           std::any_of(request_.workflows.begin(), request_.workflows.end(),
                       [&run](const std::string& glob) { return base::glob_match(glob, run.name); });
  }

  // What each run that is not recorded still has, and until when. Half of the requests at most: the other half must
  // suffice to save what is found.
  std::vector<Waiting> look(const std::vector<fetch::CiRun>& runs) {
    std::vector<Waiting> waiting;
    for (const fetch::CiRun& run : runs) {
      if (!is_wanted(run)) continue;
      if (state_.recorded(run)) {
        ++swept_.known;
      } else if (state_.without(run)) {
        ++swept_.without;
      } else if (run.status != "completed") {
        open_.insert(run.id);
        ++swept_.running;
      } else if (!request_.forks && run.head_repository_id != 0 && run.head_repository_id != run.repository_id) {
        ++swept_.forks;
      } else if (stopped_ || spent(request_.max_requests / 2)) {
        leave(run, guess(run), swept_.left, "left for the next sweep, not looked at");
      } else {
        look_at(run, waiting);
      }
    }
    return waiting;
  }

  void look_at(const fetch::CiRun& run, std::vector<Waiting>& waiting) {
    auto artifacts = github_.artifacts(where_, run.id);
    if (!artifacts) {
      stopped_ = stopped_ || artifacts.error().refusal == fetch::Refusal::limited;
      leave(run, guess(run), stopped_ ? swept_.left : swept_.failed, artifacts.error().problem.what);
      return;
    }
    Waiting one{run, std::move(*artifacts), base::kLatest};
    bool any = false;
    for (const fetch::Chosen& chosen : fetch::choose(one.artifacts.items, patterns_, 0)) {
      if (chosen.choice != fetch::Choice::taken) continue;
      any = true;
      if (chosen.artifact->expired) continue;
      one.expires = std::min(one.expires, chosen.artifact->expires_at.value_or(guess(run)));
    }
    if (!any && one.artifacts.doubts.empty()) {
      ++swept_.without;
      state_.note_without(run);
      return;
    }
    waiting.push_back(std::move(one));
  }

  void record(const Waiting& one) {
    const fs::path work = fs::path(request_.work) / SweepState::key(one.run);
    FetchRequest fetching;
    fetching.run = request_.repository + "/runs/" + std::to_string(one.run.id);
    fetching.out = work.string();
    fetching.patterns = patterns_;
    fetching.known_run = &one.run;
    fetching.known_artifacts = &one.artifacts;
    fetching.max_bytes = request_.max_bytes;
    auto fetched = fetch_run(fetching, github_);
    if (!fetched) return leave(one.run, one.expires, swept_.failed, fetched.error().what);
    if (fetched->exit_code == 84 || !fetched->manifest.doubts.empty()) {
      stopped_ = stopped_ || fetched->hopeless.has_value();
      const std::string why = fetched->hopeless ? fetched->hopeless->what : first_trouble(*fetched);
      // Archives that are whole stay in the work directory for the next try, if that is kept.
      return leave(one.run, one.expires, fetched->limited ? swept_.left : swept_.failed, why);
    }
    auto judged = keep(one.run, *fetched, work);
    if (!judged) return leave(one.run, one.expires, swept_.failed, judged.error().what);
    std::error_code ignored;
    fs::remove_all(work, ignored);
    say(one.run, *judged);
  }

  // Judges what is there and puts the record in its place, all of it at once. Gives one line on what was found.
  base::Result<std::string> keep(const fetch::CiRun& run, Fetched& fetched, const fs::path& work) {
    const fs::path target = state_.record_of(run), fresh = target.string() + kUnfinished;
    std::error_code error;
    fs::remove_all(fresh, error);
    if (auto made = base::make_directory(fresh.string()); !made) return tl::unexpected(made.error());
    std::string found = "all its artifacts have expired";
    const bool any = std::any_of(fetched.manifest.artifacts.begin(), fetched.manifest.artifacts.end(),
                                 [](const auto& one) { return one.kept.state == State::saved; });
    if (any) {
      CheckRequest checking = request_.check;
      checking.paths = {work.string()};
      checking.run = {{"id", std::to_string(run.id)},
                      {"attempt", std::to_string(run.attempt)},
                      {"repository", fetch::full_name(where_)}};
      auto checked = check(checking, catalogue_);
      if (!checked) return tl::unexpected(checked.error());
      if (auto wrote = write_files(**checked, catalogue_, fresh.string()); !wrote) return tl::unexpected(wrote.error());
      found = model::to_string((*checked)->verdict.status);
    }
    for (fetch::KeptArtifact& one : fetched.manifest.artifacts) {
      if (one.kept.state != State::saved) continue;
      if (request_.keep_archives) {
        fs::rename(work / one.kept.file, fresh / one.kept.file, error);
        // Another file system.
        if (error) fs::copy_file(work / one.kept.file, fresh / one.kept.file, error);
        if (error) return base::fail("cannot be kept: " + error.message(), (fresh / one.kept.file).string());
      } else {
        one.kept.state = State::checked;
        one.kept.file.clear();
      }
    }
    const std::string manifest = (fresh / "manifest.json").string();
    if (auto wrote = base::write_file(manifest, fetch_json(fetched)); !wrote) return tl::unexpected(wrote.error());
    fs::remove_all(target, error);
    fs::rename(fresh, target, error);
    if (error) return base::fail("cannot be put in place: " + error.message(), target.string());
    ++(any ? swept_.recorded : swept_.gone);
    return found;
  }

  static std::string first_trouble(const Fetched& fetched) {
    for (const fetch::KeptArtifact& one : fetched.manifest.artifacts) {
      if (one.kept.state == State::failed) return one.artifact.name + ": " + one.kept.why;
    }
    return fetched.manifest.doubts.empty() ? "it could not be fetched" : fetched.manifest.doubts.front();
  }

  [[nodiscard]] static base::Instant guess(const fetch::CiRun& run) {
    return base::shifted(run.created_at.value_or(0), kUsualLife);
  }

  void leave(const fetch::CiRun& run, base::Instant expires, std::size_t& count, const std::string& why) {
    ++count;
    open_.insert(run.id);
    std::string told = why;
    if (expires < base::shifted(now_, request_.next_sweep)) {
      told += ", AND EXPIRES BEFORE THE NEXT SWEEP: " + base::format_instant(expires, 0);
      swept_.expiring.push_back(name_of(run) + " on " + base::format_instant(expires, 0));
    }
    say(run, told);
  }

  void say(const fetch::CiRun& run, const std::string& what) const {
    if (request_.line) request_.line(name_of(run) + ": " + what);
  }

  // Up to the first run that is not done with.
  void settle(const std::vector<fetch::CiRun>& runs) {
    base::Instant until = base::shifted(now_, -kAttemptsEnd);
    std::set<std::string> listed;
    for (const fetch::CiRun& run : runs) {
      listed.insert(SweepState::key(run));
      if (open_.count(run.id) != 0) until = std::min(until, run.created_at.value_or(0));
    }
    state_.settle(until, listed);
  }

  const SweepRequest& request_;
  fetch::GitHub& github_;
  const recognise::Catalogue& catalogue_;
  fetch::Repository where_;
  SweepState state_;
  base::Instant now_;
  std::vector<std::string> patterns_;
  std::set<std::int64_t> open_;  // runs that a later sweep must see again
  bool stopped_ = false;         // nothing more can be had now
  Swept swept_;
};

}  // namespace

namespace {

// What a sweep of this shard left half-written when it was killed.
void remove_unfinished(const SweepRequest& request) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(request.to + "/runs", error)) {
    const std::string name = entry.path().filename().string();
    const auto id = base::integer_of(std::string_view(name).substr(0, name.find('-')));
    if (name.ends_with(kUnfinished) && id && *id % request.shards == request.shard - 1) {
      std::error_code ignored;
      fs::remove_all(entry.path(), ignored);
    }
  }
}

}  // namespace

base::Result<Swept> sweep(const SweepRequest& request, fetch::GitHub& github, const recognise::Catalogue& catalogue) {
  auto repository = fetch::parse_repository(request.repository);
  if (!repository) return tl::unexpected(repository.error());
  if (github.server().token.empty()) {
    return base::refuse("no token: GitHub gives nobody's artifacts without one, not even public ones", "GITHUB_TOKEN",
                        "set GITHUB_TOKEN or GH_TOKEN");
  }
  if (auto made = base::make_directory(request.to); !made) return tl::unexpected(made.error());
  remove_unfinished(request);
  std::string question = full_name(*repository) + (request.forks ? "\nforks" : "");
  for (const std::string& one : request.patterns) question += "\nartifacts " + one;
  for (const std::string& one : request.workflows) question += "\nworkflow " + one;
  auto state = SweepState::read(request.to, request.shard, request.shards, question);
  if (!state) return tl::unexpected(state.error());
  return Sweeping(request, github, catalogue, std::move(*repository), std::move(*state)).run();
}

}  // namespace jitgate::run
