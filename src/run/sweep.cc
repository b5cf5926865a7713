#include "run/sweep.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/interruption.h"
#include "base/text.h"
#include "fetch/selection.h"
#include "fetch/target.h"
#include "report/names.h"
#include "run/fetch.h"
#include "run/files.h"
#include "run/sweep_listing.h"
#include "run/sweep_state.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;
using fetch::State;

// A run may be started again for 30 days; then what is recorded of it is final.
constexpr base::Duration kAttemptsEnd = 31 * base::kDay;
constexpr std::size_t kNamed = 5;  // artifacts of other names, of a run that has no others

constexpr const char* kUnfinished = ".new";

struct Waiting {
  fetch::CiRun run;
  fetch::Listing<fetch::Artifact> artifacts;
  base::Instant expires = base::kLatest;  // the first of its artifacts that is still there
  std::uint64_t cost = 0;                 // requests that saving it takes
};

base::Instant whole_seconds(base::Instant time) { return time / base::kSecond * base::kSecond; }

// Nothing, where there may be artifacts that nobody saw.
std::optional<base::Instant> known_end(const Waiting& one) {
  return one.artifacts.doubts.empty() ? std::optional(one.expires) : std::nullopt;
}

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
    const std::vector<Span> wanted = spans();
    auto listed =
        list_runs(github_, where_, in_turn(wanted, state_.resume), request_.max_requests / 2, request_.max_requests);
    if (!listed) return tl::unexpected(listed.error());
    std::sort(listed->runs.begin(), listed->runs.end(), [](const fetch::CiRun& a, const fetch::CiRun& b) {
      return std::pair(a.created_at.value_or(0), a.id) < std::pair(b.created_at.value_or(0), b.id);
    });
    std::vector<Waiting> waiting = look(listed->runs);
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const Waiting& a, const Waiting& b) { return a.expires < b.expires; });
    bool first = true;  // whatever it takes: a run with more artifacts than there are requests would be left for ever
    std::size_t done = 0;
    for (Waiting& one : waiting) {
      if (request_.progress) request_.progress(name_of(one.run), done++, waiting.size());
      if (stopped_ || (!first && spent(one.cost))) {
        leave(one.run, known_end(one), swept_.left, "left for the next sweep");
      } else {
        record(one);
        first = false;
      }
    }
    settle(wanted, *listed);
    tell_what_is_unseen(*listed);
    tell_of_others();
    if (auto wrote = state_.write(); !wrote) return tl::unexpected(wrote.error());
    swept_.requests = github_.http().requests();
    const bool at_risk = !swept_.expiring.empty() || !swept_.unseen.empty();
    swept_.exit_code = at_risk ? 82 : swept_.failed > 0 ? 84 : 0;
    return swept_;
  }

 private:
  // What is not settled of the time that is asked for. A longer time than before reaches back behind what is settled.
  [[nodiscard]] std::vector<Span> spans() const {
    const base::Instant to = whole_seconds(now_), from = whole_seconds(base::shifted(now_, -request_.back));
    const SweepState::Settled& settled = state_.settled;
    if (settled.from >= settled.to) return {{from, to}};
    std::vector<Span> out;
    if (from < settled.from) out.push_back({from, settled.from - base::kSecond});
    out.push_back({std::max(from, settled.to), to});
    return out;
  }

  [[nodiscard]] bool spent(std::uint64_t needed) const {
    return github_.http().requests() + needed > request_.max_requests;
  }

  [[nodiscard]] bool is_wanted(const fetch::CiRun& run) const {
    if (run.id % request_.shards != request_.shard - 1) return false;
    return request_.workflows.empty() ||
           std::any_of(request_.workflows.begin(), request_.workflows.end(),
                       [&run](const std::string& glob) { return base::glob_match(glob, run.name); });
  }

  // What each run that is not recorded still has, and until when: as long as what is found can still be saved, with
  // half of the requests that the listing left.
  std::vector<Waiting> look(const std::vector<fetch::CiRun>& runs) {
    std::vector<Waiting> waiting;
    std::uint64_t reserved = 0;  // for the cheapest of those found
    const std::uint64_t used = github_.http().requests();
    const std::uint64_t until = used + (request_.max_requests - std::min(request_.max_requests, used)) / 2;
    for (const fetch::CiRun& run : runs) {
      if (!is_wanted(run)) continue;
      if (state_.recorded(run)) {
        ++swept_.known;
      } else if (state_.without(run)) {
        ++swept_.without;
      } else if (run.status != "completed") {
        open_.insert(run.id);
        ++swept_.running;
      } else if (!request_.forks && fetch::of_fork(run)) {
        ++swept_.forks;
      } else if (stopped_ || spent(1 + reserved) || (!waiting.empty() && github_.http().requests() >= until)) {
        leave(run, {}, swept_.left, "left for the next sweep, not looked at");
      } else {
        look_at(run, waiting);
        if (!waiting.empty()) reserved = reserved == 0 ? waiting.back().cost : std::min(reserved, waiting.back().cost);
      }
    }
    return waiting;
  }

  void look_at(const fetch::CiRun& run, std::vector<Waiting>& waiting) {
    auto artifacts = github_.artifacts(where_, run.id);
    if (!artifacts) {
      stopped_ = stopped_ || artifacts.error().refusal == fetch::Refusal::limited;
      leave(run, {}, stopped_ ? swept_.left : swept_.failed, artifacts.error().problem.what);
      return;
    }
    Waiting one{run, std::move(*artifacts), base::kLatest, static_cast<std::uint64_t>(run.attempt)};
    bool any = false;
    std::optional<base::Instant> others;
    std::vector<std::string> names;
    for (const fetch::Chosen& chosen : fetch::choose(one.artifacts.items, patterns_, 0)) {
      // One that tells no end of its own may end now.
      const base::Instant expires = chosen.artifact->expires_at.value_or(now_);
      any = any || chosen.choice == fetch::Choice::taken;
      if (chosen.artifact->expired) continue;
      if (chosen.choice == fetch::Choice::taken) {
        one.expires = std::min(one.expires, expires);
        ++one.cost;
      } else {
        others = std::min(others.value_or(expires), expires);
        names.push_back(chosen.artifact->name);
      }
    }
    if (any || !one.artifacts.doubts.empty()) {
      waiting.push_back(std::move(one));
      return;
    }
    state_.note_without(run, others);
    ++swept_.without;
    if (others)
      say(run, "no artifact has such a name; there are " + report::listed(names, kNamed) + " (--artifacts GLOB)");
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
    if (!fetched) return leave(one.run, known_end(one), swept_.failed, fetched.error().what);
    if (fetched->exit_code == 84 || !fetched->manifest.doubts.empty()) {
      stopped_ = stopped_ || fetched->hopeless.has_value();
      const std::string why = fetched->hopeless ? fetched->hopeless->what : first_trouble(*fetched);
      // Archives that are whole stay in the work directory for the next try, if that is kept.
      return leave(one.run, known_end(one), fetched->limited ? swept_.left : swept_.failed, why);
    }
    auto judged = keep(one.run, *fetched, work);
    if (!judged) return leave(one.run, known_end(one), swept_.failed, judged.error().what);
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
      if (base::interruption() != 0) return base::fail("stopped by a signal before it was judged");
      if (auto wrote = write_files(**checked, fresh.string()); !wrote) return tl::unexpected(wrote.error());
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

  // `expires` empty: nobody knows, so that it is told as a whole (tell_what_is_unseen).
  void leave(const fetch::CiRun& run, std::optional<base::Instant> expires, std::size_t& count,
             const std::string& why) {
    ++count;
    open_.insert(run.id);
    if (&count == &swept_.left) left_.insert(run.created_at.value_or(0));
    std::string told = why;
    unknown_ += expires ? 0 : 1;
    if (expires && *expires < base::shifted(now_, request_.next_sweep)) {
      told += ", AND EXPIRES BEFORE THE NEXT SWEEP: " + base::format_instant(*expires, 0);
      swept_.expiring.push_back(name_of(run) + " on " + base::format_instant(*expires, 0));
    }
    say(run, told);
  }

  void say(const fetch::CiRun& run, const std::string& what) const {
    if (request_.line) request_.line(name_of(run) + ": " + what);
  }

  // Runs that have artifacts of other names only. Of a workflow that was named, each is expected to have what is looked
  // for; and of whatever workflows, at least one is: what they have instead must not go unseen.
  void tell_of_others() {
    for (const auto& [run, others] : state_.without()) {
      if (others.value_or(now_) <= now_) continue;
      ++swept_.others;
      if (request_.workflows.empty() || *others >= base::shifted(now_, request_.next_sweep)) continue;
      swept_.expiring.push_back("run " + run + " on " + base::format_instant(*others, 0) +
                                ", which has artifacts of other names only (--artifacts GLOB)");
    }
    const bool all_here = request_.shards == 1 || !request_.workflows.empty();
    if (all_here && swept_.others > 0 && open_.empty() && !state_.any_recorded())
      swept_.unseen.emplace_back("runs of which not one has an artifact of such a name: --artifacts GLOB names them");
  }

  // Artifacts may be kept for a day only: what was not looked at may be gone tomorrow.
  void tell_what_is_unseen(const ListedRuns& listed) {
    if (unknown_ > 0) swept_.unseen.push_back(std::to_string(unknown_) + " runs whose artifacts are not all known");
    for (const Span& span : listed.unlisted) {
      swept_.unseen.push_back("runs from " + base::format_instant(span.first, 0) + " to " +
                              base::format_instant(span.last, 0) + ", which were not listed (--max-requests)");
    }
  }

  // Up to the first run that is not done with, and back to the last; of what was listed without a gap.
  void settle(const std::vector<Span>& wanted, const ListedRuns& listed) {
    std::set<std::string> keys;
    std::vector<base::Instant> open;
    for (const fetch::CiRun& run : listed.runs) {
      keys.insert(SweepState::key(run));
      if (open_.count(run.id) != 0) open.push_back(run.created_at.value_or(0));
    }
    if (listed.unlisted.empty()) state_.keep_only(keys, now_);
    SweepState::Settled& settled = state_.settled;
    const bool none = settled.from >= settled.to;
    const Span& newer = wanted.back();
    if (!none && wanted.size() > 1 && covered_until(wanted.front().first, listed.spans) >= settled.from) {
      base::Instant from = wanted.front().first;
      for (const base::Instant one : open) {
        if (one < settled.from) from = std::max(from, one + base::kSecond);
      }
      settled.from = from;
    }
    if (none || newer.first <= settled.to) {
      base::Instant until = std::min(base::shifted(now_, -kAttemptsEnd), covered_until(newer.first, listed.spans));
      for (const base::Instant one : open) {
        if (none || one >= settled.to) until = std::min(until, one);
      }
      if (none) settled.from = newer.first;
      settled.to = std::max(none ? newer.first : settled.to, whole_seconds(until));
    }
    std::optional<base::Instant> next;
    if (!listed.unlisted.empty()) next = first_left().value_or(listed.unlisted.front().first);
    state_.resume = next;
  }

  // The first run that is left for want of requests, in the order in which they were listed.
  [[nodiscard]] std::optional<base::Instant> first_left() const {
    auto first = left_.lower_bound(state_.resume.value_or(0));
    if (first == left_.end()) first = left_.begin();
    return first == left_.end() ? std::nullopt : std::optional(*first);
  }

  const SweepRequest& request_;
  fetch::GitHub& github_;
  const recognise::Catalogue& catalogue_;
  fetch::Repository where_;
  SweepState state_;
  base::Instant now_;
  std::vector<std::string> patterns_;
  std::set<std::int64_t> open_;   // runs that a later sweep must see again
  std::set<base::Instant> left_;  // when those of them began for which there were no requests
  std::size_t unknown_ = 0;       // of which nobody knows until when their artifacts are kept
  bool stopped_ = false;          // nothing more can be had now
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
