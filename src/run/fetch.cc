#include "run/fetch.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "fetch/attempts.h"
#include "fetch/folder.h"
#include "fetch/manifest_text.h"
#include "fetch/save.h"
#include "fetch/selection.h"
#include "fetch/target.h"

namespace jitgate::run {
namespace {

using fetch::State;

template <typename T>
base::Result<T> plain(fetch::ApiResult<T> result) {
  if (result) return std::move(*result);
  return tl::unexpected(result.error().problem);
}

std::string attempt_text(const fetch::Artifact& one) {
  return one.attempt ? "attempt " + std::to_string(*one.attempt) : "an unknown attempt";
}

class Fetching {
 public:
  Fetching(const FetchRequest& request, fetch::GitHub& github, const fetch::Target& target)
      : request_(request), github_(github), target_(target), where_(target.repository) {}

  base::Result<Fetched> run() {
    if (auto listed = list(); !listed) return tl::unexpected(listed.error());
    if (request_.out.empty()) {
      done_.exit_code = exit_code();
      return std::move(done_);
    }
    auto folder = fetch::Folder::open(request_.out, where_, target_.run, manifest().api);
    if (!folder) return tl::unexpected(folder.error());
    if (auto joined = join(*folder); !joined) return tl::unexpected(joined.error());
    if (auto wrote = folder->write(manifest()); !wrote) return tl::unexpected(wrote.error());
    if (auto saved = save(*folder); !saved) return tl::unexpected(saved.error());
    done_.exit_code = exit_code();
    return std::move(done_);
  }

 private:
  fetch::Manifest& manifest() { return done_.manifest; }

  base::Result<void> list() {
    auto run = request_.known_run != nullptr ? base::Result<fetch::CiRun>(*request_.known_run)
                                             : plain(github_.run(where_, target_.run));
    if (!run) return tl::unexpected(run.error());
    if (target_.attempt > run->attempt) {
      return base::refuse("run " + std::to_string(run->id) + " has no attempt " + std::to_string(target_.attempt) +
                              ": the newest is " + std::to_string(run->attempt),
                          "fetch");
    }
    manifest().api = github_.server().api;
    manifest().repository = where_;
    manifest().run = *run;
    manifest().asked_attempt = target_.attempt;
    manifest().fetched_at = base::format_instant(github_.http().now(), 0);
    manifest().patterns = request_.patterns.empty() ? fetch::usual_artifacts() : request_.patterns;
    if (auto listed = list_artifacts(*run); !listed) return listed;
    if (request_.job_logs) {
      if (auto listed = list_jobs(*run); !listed) return listed;
    }
    if (is_under_way()) name_running_jobs(*run);
    return {};
  }

  // Of an attempt before the newest one, all has ended.
  [[nodiscard]] bool is_under_way() const {
    const fetch::CiRun& run = done_.manifest.run;
    return !run.status.empty() && run.status != "completed" && request_.own_run != std::to_string(run.id) &&
           (target_.attempt == 0 || target_.attempt == run.attempt);
  }

  // What they will leave is evidence that is not there yet.
  void name_running_jobs(const fetch::CiRun& run) {
    std::vector<fetch::KeptLog>& logs = manifest().job_logs;
    if (!request_.job_logs) {
      if (const auto jobs = github_.jobs(where_, run.id, run.attempt)) {
        for (const fetch::Job& job : jobs->items) {
          if (job.status != "completed") logs.push_back({job, {State::not_yet, {}, 0, {}, "the job is " + job.status}});
        }
      }
    }
    const bool named =
        std::any_of(logs.begin(), logs.end(), [](const auto& one) { return one.job.status != "completed"; });
    if (!named) manifest().doubts.push_back("artifacts: the run has not ended, it is " + run.status);
  }

  base::Result<void> list_artifacts(const fetch::CiRun& run) {
    auto listing = request_.known_artifacts != nullptr
                       ? base::Result<fetch::Listing<fetch::Artifact>>(*request_.known_artifacts)
                       : plain(github_.artifacts(where_, run.id));
    if (!listing) return tl::unexpected(listing.error());
    for (const std::string& doubt : listing->doubts) manifest().doubts.push_back("artifacts: " + doubt);
    std::vector<fetch::Artifact>& artifacts = listing->items;
    const auto foreign = std::remove_if(artifacts.begin(), artifacts.end(), [&run](const fetch::Artifact& one) {
      return one.run_id != 0 && one.run_id != run.id;
    });
    if (foreign != artifacts.end()) {
      manifest().doubts.emplace_back("artifacts: the list has some of other runs, which are left out");
      artifacts.erase(foreign, artifacts.end());
    }
    std::string unread;
    fetch::tell_attempts(artifacts, attempt_starts(run, unread));
    std::vector<std::string> unsure;
    for (const fetch::Chosen& chosen : fetch::choose(artifacts, manifest().patterns, target_.attempt)) {
      fetch::KeptArtifact one;
      one.artifact = *chosen.artifact;
      one.kept.state = chosen.choice == fetch::Choice::taken ? State::listed : State::left;
      if (chosen.choice == fetch::Choice::taken && one.artifact.expired) {
        one.kept.state = State::expired;
        if (one.artifact.expires_at) one.kept.why = "expired on " + base::format_instant(*one.artifact.expires_at, 0);
      }
      if (chosen.choice == fetch::Choice::later) one.kept.why = "of a later attempt than the one asked for";
      if (chosen.choice == fetch::Choice::unsure)
        one.kept.why = "perhaps of a later attempt than the one asked for: which made it is not known";
      if (chosen.choice == fetch::Choice::superseded)
        one.kept.why = "replaced by " + chosen.by->name + " of " + attempt_text(*chosen.by);
      if (chosen.choice == fetch::Choice::unsure || chosen.perhaps_later != nullptr)
        unsure.push_back(one.artifact.name);
      manifest().artifacts.push_back(std::move(one));
    }
    if (!unsure.empty()) {
      const std::string more = unsure.size() > 1 ? " (and of " + std::to_string(unsure.size() - 1) + " more)" : "";
      manifest().doubts.push_back("artifacts: it is not known of which attempt " + unsure.front() + " is" + more +
                                  (unread.empty() ? "" : ": " + unread));
    }
    return {};
  }

  // `unread`: why one of them is not known; empty: all are.
  fetch::AttemptStarts attempt_starts(const fetch::CiRun& run, std::string& unread) {
    fetch::AttemptStarts starts(static_cast<std::size_t>(std::min<std::int64_t>(run.attempt, 1000)));
    for (std::size_t i = 0; starts.size() > 1 && i < starts.size(); ++i) {
      const auto number = static_cast<std::int64_t>(i) + 1;
      const auto attempt =
          number == run.attempt ? fetch::ApiResult<fetch::CiRun>(run) : github_.attempt(where_, run.id, number);
      if (attempt) starts[i] = attempt->started_at;
      if (starts[i]) continue;
      unread = attempt ? "attempt " + std::to_string(number) + " tells no beginning" : attempt.error().problem.what;
    }
    return starts;
  }

  // Job by job and not the zip of a whole attempt: that has altered names and, after a partial re-run, only some jobs.
  base::Result<void> list_jobs(const fetch::CiRun& run) {
    std::set<std::int64_t> seen;
    const std::int64_t asked = target_.attempt;
    for (std::int64_t attempt = asked > 0 ? asked : 1; attempt <= (asked > 0 ? asked : run.attempt); ++attempt) {
      auto jobs = github_.jobs(where_, run.id, attempt);
      if (!jobs && jobs.error().refusal == fetch::Refusal::missing) {
        manifest().doubts.push_back("jobs: attempt " + std::to_string(attempt) + " is not listed");
        continue;
      }
      if (!jobs) return tl::unexpected(jobs.error().problem);
      for (const std::string& doubt : jobs->doubts) manifest().doubts.push_back("jobs: " + doubt);
      for (const fetch::Job& job : jobs->items) {
        if (seen.insert(job.id).second) manifest().job_logs.push_back({job, {}});
      }
    }
    return {};
  }

  // What an earlier run left: what is there needs no fetching, what was seen and is gone must stay told.
  base::Result<void> join(const fetch::Folder& folder) {
    if (!folder.before()) return {};
    for (const fetch::KeptArtifact& old : folder.before()->artifacts) {
      const auto same = std::find_if(manifest().artifacts.begin(), manifest().artifacts.end(),
                                     [&old](const auto& one) { return one.artifact.id == old.artifact.id; });
      const bool holds = old.kept.state == State::saved && folder.holds(old.kept);
      if (same == manifest().artifacts.end()) {
        fetch::KeptArtifact gone = old;
        if (old.kept.state == State::listed || old.kept.state == State::failed || (!holds && !old.kept.file.empty())) {
          gone.kept = {State::vanished, {}, 0, {}, "listed before, and now no longer"};
        } else if (holds && has_successor(old.artifact)) {
          return refuse_older(old.kept.file + ", which another artifact of its name has replaced");
        } else if (holds) {
          gone.kept.why = "the server has it no longer";
          ++done_.had;
        }
        manifest().artifacts.push_back(std::move(gone));
        continue;
      }
      if (!holds) continue;
      if (same->kept.state == State::left && !same->kept.why.empty()) {
        return refuse_older(old.kept.file + ", which is " + same->kept.why);
      }
      same->kept = old.kept;
      same->kept.why.clear();
      same->form = old.form;
      same->verified = old.verified;
      ++done_.had;
    }
    for (const fetch::KeptLog& old : folder.before()->job_logs) {
      const auto same = std::find_if(manifest().job_logs.begin(), manifest().job_logs.end(),
                                     [&old](const auto& one) { return one.job.id == old.job.id; });
      const bool final = old.kept.state == State::expired || old.kept.state == State::never;
      const bool holds = old.kept.state == State::saved && folder.holds(old.kept);
      if (!final && !holds) continue;
      done_.had += holds ? 1 : 0;
      if (same == manifest().job_logs.end()) {
        manifest().job_logs.push_back(old);
      } else {
        same->kept = old.kept;
      }
    }
    return {};
  }

  // `gone` is listed no longer: was it uploaded anew?
  [[nodiscard]] bool has_successor(const fetch::Artifact& gone) const {
    const auto& now = done_.manifest.artifacts;
    return std::any_of(now.begin(), now.end(), [&gone](const fetch::KeptArtifact& one) {
      return one.artifact.name == gone.name && one.artifact.id != gone.id && one.kept.state != State::left &&
             one.kept.state != State::vanished;
    });
  }

  [[nodiscard]] base::Result<void> refuse_older(const std::string& what) const {
    return base::refuse("it holds " + what, request_.out,
                        "two attempts in one directory would be read as one run: fetch into another directory");
  }

  base::Result<void> save(const fetch::Folder& folder) {
    fetch::FileNames names;
    for (const fetch::KeptArtifact& one : manifest().artifacts) {
      if (!one.kept.file.empty()) names.reserve(one.kept.file);
    }
    std::uint64_t expected = 0;
    for (const fetch::KeptArtifact& one : manifest().artifacts)
      expected += one.kept.state == State::listed ? one.artifact.size : 0;
    fetch::Saving saving{&github_, where_, &folder, &names, request_.max_bytes, {}};
    if (request_.progress) {
      saving.progress = [this, expected](const std::string& name, std::uint64_t bytes) {
        request_.progress(name, done_.received + bytes, expected);
      };
    }
    for (fetch::KeptArtifact& one : manifest().artifacts) {
      if (one.kept.state != State::listed) continue;
      if (adopt(folder, names, one)) continue;
      if (auto noted = note(folder, fetch::save_artifact(saving, one), one.kept); !noted) return noted;
      if (done_.hopeless) return give_up(folder);
    }
    for (fetch::KeptLog& one : manifest().job_logs) {
      if (one.kept.state != State::listed) continue;
      if (auto noted = note(folder, fetch::save_job_log(saving, one), one.kept); !noted) return noted;
      if (done_.hopeless) return give_up(folder);
    }
    return {};
  }

  // Bytes that are there already, of a run whose manifest was lost, or copied by hand.
  bool adopt(const fetch::Folder& folder, fetch::FileNames& names, fetch::KeptArtifact& one) {
    for (const bool zip : {true, false}) {
      auto found = folder.adopt(fetch::file_name(one.artifact.name) + (zip ? ".zip" : ""), one.artifact.sha256);
      if (!found) continue;
      names.reserve(found->file);
      one.kept = std::move(*found);
      one.form = zip ? "zip" : "raw";
      one.verified = "digest";
      ++done_.had;
      return true;
    }
    return false;
  }

  // After each file, so that a run that is killed has lost no more than one.
  base::Result<void> note(const fetch::Folder& folder, const fetch::Saved& saved, const fetch::Kept& kept) {
    done_.received += saved.received;
    done_.saved += kept.state == State::saved ? 1 : 0;
    if (saved.hopeless) {
      done_.hopeless = saved.hopeless->problem;
      done_.limited = saved.hopeless->refusal == fetch::Refusal::limited;
    }
    return folder.write(manifest());
  }

  base::Result<void> give_up(const fetch::Folder& folder) {
    const auto left = [](fetch::Kept& kept) {
      if (kept.state != State::listed) return;
      kept.state = State::failed;
      kept.why = "not tried";
    };
    for (fetch::KeptArtifact& one : manifest().artifacts) left(one.kept);
    for (fetch::KeptLog& one : manifest().job_logs) left(one.kept);
    return folder.write(manifest());
  }

  [[nodiscard]] int exit_code() const {
    bool any = false, missing = !done_.manifest.doubts.empty();
    const auto look = [&](const fetch::Kept& kept) {
      any = any || kept.state == State::saved || kept.state == State::listed;
      missing = missing || kept.state == State::expired || kept.state == State::vanished ||
                (kept.state == State::not_yet && is_under_way());
      return kept.state != State::failed;
    };
    bool fine = true;
    for (const fetch::KeptArtifact& one : done_.manifest.artifacts) fine = look(one.kept) && fine;
    const bool any_artifact = any;
    for (const fetch::KeptLog& one : done_.manifest.job_logs) fine = look(one.kept) && fine;
    if (!fine) return 84;
    return (missing || !any_artifact) && !request_.allow_missing ? 82 : 0;
  }

  const FetchRequest& request_;
  fetch::GitHub& github_;
  const fetch::Target& target_;
  const fetch::Repository& where_;
  Fetched done_;
};

}  // namespace

base::Result<Fetched> fetch_run(const FetchRequest& request, fetch::GitHub& github) {
  const auto target = fetch::parse_target(request.run, request.site);
  if (!target) return tl::unexpected(target.error());
  if (!request.out.empty() && github.server().token.empty()) {
    return base::refuse("no token: GitHub gives nobody's artifacts and logs without one, not even public ones",
                        "GITHUB_TOKEN", "set GITHUB_TOKEN or GH_TOKEN; --dry-run lists a public run without one");
  }
  return Fetching(request, github, *target).run();
}

std::string what_is_missing(const Fetched& fetched) {
  std::map<std::string, std::size_t> by_state;
  std::size_t chosen = 0, of_others = 0;
  for (const fetch::KeptArtifact& one : fetched.manifest.artifacts) {
    chosen += one.kept.state == State::left ? 0 : 1;
    of_others += one.kept.state == State::left && !one.kept.why.empty() ? 1 : 0;
    ++by_state[to_string(one.kept.state)];
  }
  for (const fetch::KeptLog& one : fetched.manifest.job_logs) ++by_state[to_string(one.kept.state)];
  std::string out;
  const auto add = [&out](const std::string& more) { out += (out.empty() ? "" : ", ") + more; };
  for (const State state : {State::expired, State::vanished, State::not_yet, State::failed}) {
    if (const std::size_t n = by_state[to_string(state)]; n > 0) add(std::to_string(n) + " " + to_string(state));
  }
  if (!fetched.manifest.doubts.empty()) add("lists that may not be whole");
  if (chosen == 0 && of_others > 0) {
    add("none that is of that attempt for certain");
  } else if (chosen == 0) {
    std::string names;
    for (const fetch::KeptArtifact& one : fetched.manifest.artifacts) {
      if (names.size() < 200) names += (names.empty() ? "" : ", ") + one.artifact.name;
    }
    add(names.empty() ? "the run has no artifact"
                      : "no artifact has a name that was asked for; there are " + names + " (--artifacts GLOB)");
  }
  return out;
}

std::string fetch_text(const Fetched& fetched, bool all) { return fetch::manifest_text(fetched.manifest, all); }
std::string fetch_json(const Fetched& fetched) { return fetch::manifest_json(fetched.manifest); }

}  // namespace jitgate::run
