#include "run/fetch_buildkite.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "base/path_glob.h"
#include "base/text.h"
#include "fetch/build_folder.h"
#include "fetch/file_names.h"

namespace jitgate::run {
namespace {

using fetch::BuildFile;
using fetch::State;

// Each segment of an artifact's path as one name that stays below the folder.
std::string safe_path(const std::string& path) {
  std::string out;
  for (const std::string_view part : base::split(path, '/')) {
    if (part.empty() || part == ".") continue;
    out += (out.empty() ? "" : "/") + fetch::file_name(part);
  }
  return out.empty() ? "file" : out;
}

std::string folder_of(const fetch::BuildJob& job) {
  const std::string& name = !job.step_key.empty() ? job.step_key : !job.name.empty() ? job.name : "job";
  return fetch::file_name(name) + '-' + fetch::file_name(job.id);
}

bool wanted(const BuildFetchRequest& request, const std::string& path) {
  if (request.patterns.empty()) return !base::path_match("jitgate/**", path);
  return std::any_of(request.patterns.begin(), request.patterns.end(),
                     [&](const std::string& pattern) { return base::path_match(pattern, path); });
}

bool is_there(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0;
}

bool is_folder(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

class Fetching {
 public:
  Fetching(const BuildFetchRequest& request, fetch::Buildkite& buildkite) : request_(request), buildkite_(buildkite) {}

  base::Result<FetchedBuild> run() {
    if (auto listed = list(); !listed) return tl::unexpected(listed.error());
    if (!request_.out.empty()) {
      auto folder = fetch::BuildFolder::open(request_.out, manifest());
      if (!folder) return tl::unexpected(folder.error());
      join(*folder);
      if (auto removed = folder->remove_stale(manifest().files); !removed) return tl::unexpected(removed.error());
      // Before the first byte: a fetch that is killed must leave no file that the next does not know for its own.
      if (auto wrote = folder->write(manifest()); !wrote) return tl::unexpected(wrote.error());
      auto went = save_all();
      if (auto wrote = folder->write(manifest()); !wrote) return tl::unexpected(wrote.error());
      if (!went) return tl::unexpected(went.error());
    }
    done_.exit_code = exit_code();
    return std::move(done_);
  }

 private:
  // One file with where it comes from: an artifact, or (null) its job's log.
  struct Source {
    const fetch::BuildArtifact* artifact = nullptr;
    const fetch::BuildJob* job = nullptr;
  };

  fetch::BuildManifest& manifest() { return done_.manifest; }

  base::Result<void> list() {
    auto name = fetch::parse_build(request_.build);
    if (!name) return tl::unexpected(name.error());
    manifest().name = *name;
    auto build = buildkite_.build(*name);
    if (!build) return tl::unexpected(build.error().problem);
    manifest().build = std::move(*build);
    manifest().fetched_at = base::format_instant(buildkite_.now(), 0);
    for (const fetch::BuildJob& job : manifest().build.jobs) jobs_[job.id] = &job;
    auto listed = buildkite_.artifacts(*name);
    if (!listed) return tl::unexpected(listed.error().problem);
    artifacts_ = std::move(listed->items);
    std::vector<std::string>& doubts = manifest().build.doubts;
    doubts.insert(doubts.end(), listed->doubts.begin(), listed->doubts.end());
    for (const fetch::BuildArtifact& one : artifacts_) artifact(one);
    bool under_way = false;
    for (const fetch::BuildJob& job : manifest().build.jobs) under_way = log(job) || under_way;
    const fetch::Build& it = manifest().build;
    if (!under_way && !fetch::at_rest(it) && it.id != request_.own_build) {
      doubts.push_back("the build is not at its end: " +
                       (it.state.empty() ? std::string("no state is told") : "it is " + it.state));
    }
    return {};
  }

  void artifact(const fetch::BuildArtifact& one) {
    const auto job = jobs_.find(one.job);
    BuildFile file{one.job, job == jobs_.end() ? "" : job->second->step_key, one.path, {}};
    fetch::Kept& kept = file.kept;
    kept.size = one.size;
    const bool left = !wanted(request_, one.path);
    if (left || (job != jobs_.end() && job->second->retried)) {
      kept.state = State::left;
      if (!left) kept.why = "its job was retried";
    } else if (one.state == "expired" || one.state == "deleted") {
      kept.state = State::expired;
      kept.why = "it is " + one.state;
    } else if (one.state != "finished") {
      kept.state = State::vanished;
      kept.why = "its upload did not finish: " + (one.state.empty() ? "no state is told" : one.state);
    } else if (!request_.out.empty()) {
      const std::string folder = job == jobs_.end() ? fetch::file_name(one.job) : folder_of(*job->second);
      kept.file = free_path(folder, one);
    }
    add(std::move(file), {&one, nullptr});
  }

  // One job may upload a path twice, or a path that is another's folder.
  std::string free_path(const std::string& folder, const fetch::BuildArtifact& one) {
    const std::string marked = one.path + '~' + one.id;
    std::string path = folder + '/' + safe_path(one.path);
    if (is_taken(path)) path = folder + '/' + safe_path(marked);
    if (is_taken(path)) path = folder + '/' + fetch::file_name(marked);
    given_.insert(path);
    for (std::size_t at = path.rfind('/'); at != std::string::npos; at = path.rfind('/', at - 1))
      folders_.insert(path.substr(0, at));
    return path;
  }

  [[nodiscard]] bool is_taken(const std::string& path) const {
    if (given_.contains(path) || folders_.contains(path) || is_folder(request_.out + '/' + path)) return true;
    for (std::size_t at = path.rfind('/'); at != std::string::npos; at = path.rfind('/', at - 1)) {
      if (given_.contains(path.substr(0, at))) return true;
    }
    return false;
  }

  // Gives whether the job is still to end: what it will leave is evidence that is not there yet.
  bool log(const fetch::BuildJob& job) {
    BuildFile file{job.id, job.step_key, "", {}};
    const bool never = fetch::never_ran(job);
    const bool waits = manifest().build.state == "blocked" && !job.started;
    if (never || (waits && !job.finished)) {
      file.kept.state = State::never;
      file.kept.why = never ? "the job never ran: " + job.state : "the job waits for the build to be unblocked";
      if (request_.job_logs) add(std::move(file), {});
      return false;
    }
    if (!job.finished) {
      if (job.id == request_.own_job) return true;  // that which fetches
      file.kept.state = State::not_yet;
      file.kept.why = "the job is " + job.state;
      add(std::move(file), {});
      return true;
    }
    if (!request_.job_logs) return false;
    if (!request_.out.empty()) file.kept.file = "job-logs/" + folder_of(job) + ".log";
    add(std::move(file), {nullptr, &job});
    return false;
  }

  void add(BuildFile file, const Source& source) {
    manifest().files.push_back(std::move(file));
    sources_.push_back(source);
  }

  // What an earlier fetch left: evidence that the server has no longer stays evidence, and what was seen and is gone
  // stays told. Of a job that was retried nothing does.
  void join(const fetch::BuildFolder& folder) {
    const std::size_t listed = manifest().files.size();
    for (const BuildFile& old : folder.before()) {
      const auto job = jobs_.find(old.job);
      const bool replaced = job != jobs_.end() && job->second->retried && !old.path.empty();
      if (replaced || old.kept.state == State::left || old.kept.state == State::never ||
          old.kept.state == State::not_yet)
        continue;
      bool told = false;
      const bool kept = old.kept.state == State::saved && folder.holds(old);
      for (std::size_t i = 0; i < listed && !told; ++i) {
        BuildFile& now = manifest().files[i];
        if (now.job != old.job || now.path != old.path) continue;
        if (!now.kept.file.empty() && now.kept.file != old.kept.file) continue;  // another of the same path
        told = true;
        if (kept && now.kept.file.empty()) take_over(old, now);
      }
      if (told) continue;
      manifest().files.push_back(old);
      sources_.push_back({});
      BuildFile& gone = manifest().files.back();
      if (kept) {
        take_over(old, gone);
      } else if (old.kept.state != State::expired) {
        gone.kept = {State::vanished, {}, old.kept.size, {}, "listed before, and now no longer"};
      }
    }
  }

  void take_over(const BuildFile& old, BuildFile& now) {
    if (!old.path.empty() && now.kept.state != State::left) now.kept.why = "the server has it no longer";
    const std::string why = now.kept.why;
    now.kept = old.kept;
    now.kept.why = why;
    ++done_.had;
  }

  base::Result<void> save_all() {
    for (std::size_t i = 0; i < manifest().files.size(); ++i) {
      const bool fetched = manifest().files[i].kept.state == State::listed && sources_[i].artifact != nullptr;
      expected_ += fetched ? sources_[i].artifact->size : 0;
    }
    for (std::size_t i = 0; i < manifest().files.size(); ++i) {
      fetch::Kept& kept = manifest().files[i].kept;
      if (kept.state != State::listed) continue;
      const Source source = sources_[i];
      const auto get = [&](const std::string& part) {
        return source.artifact != nullptr
                   ? buildkite_.download(manifest().name, *source.artifact, part, request_.max_bytes)
                   : buildkite_.download_log(manifest().name, *source.job, part, request_.max_bytes);
      };
      if (auto went = save(kept, source.artifact != nullptr ? source.artifact->sha1 : "", get); !went) return went;
    }
    return {};
  }

  template <typename Get>
  base::Result<void> save(fetch::Kept& kept, const std::string& sha1, const Get& get) {
    const std::string target = request_.out + '/' + kept.file;
    if (request_.progress) request_.progress(kept.file, done_.received, expected_);
    if (auto made = base::make_directory(target.substr(0, target.rfind('/'))); !made) return made;
    if (is_there(target)) {
      const bool same = sha1.empty() || base::file_digest(target, base::Digest::sha1) == sha1;
      kept.state = same ? State::saved : State::failed;
      if (!same) kept.why = "another file stands at its place: move it away, or fetch elsewhere";
      if (same) ++done_.had;
    } else if (auto got = get(target + ".part")) {
      if (std::rename((target + ".part").c_str(), target.c_str()) != 0)
        return base::fail("cannot be put in place", target);
      ::unlink((target + ".part.from").c_str());
      kept.state = State::saved;
      kept.size = got->bytes;
      ++done_.saved;
      done_.received += got->bytes;
    } else {
      // What is not there now was listed a moment ago.
      const fetch::ApiFailure& failure = got.error();
      const bool gone = failure.refusal == fetch::Refusal::gone || failure.refusal == fetch::Refusal::missing;
      kept.state = gone ? State::vanished : State::failed;
      kept.why = failure.problem.what;
      if (failure.refusal == fetch::Refusal::answer) {  // the wrong bytes are no beginning of the right ones
        ::unlink((target + ".part").c_str());
        ::unlink((target + ".part.from").c_str());
      }
      if (failure.refusal == fetch::Refusal::unauthorised || failure.refusal == fetch::Refusal::limited)
        return tl::unexpected(failure.problem);
    }
    if (kept.state == State::saved) kept.sha256 = base::file_digest(target);
    return {};
  }

  [[nodiscard]] int exit_code() const {
    bool missing = !done_.manifest.build.doubts.empty();
    bool any = false;
    for (const BuildFile& file : done_.manifest.files) {
      const State state = file.kept.state;
      if (state == State::failed) return 84;
      any = any || state == State::saved || state == State::listed;
      missing = missing || state == State::expired || state == State::vanished || state == State::not_yet;
    }
    return (missing || !any) && !request_.allow_missing ? 82 : 0;
  }

  const BuildFetchRequest& request_;
  fetch::Buildkite& buildkite_;
  FetchedBuild done_;
  std::uint64_t expected_ = 0;  // bytes of artifacts to fetch; logs tell no size
  std::map<std::string, const fetch::BuildJob*> jobs_;
  std::vector<fetch::BuildArtifact> artifacts_;
  std::vector<Source> sources_;  // of each file of the manifest
  std::set<std::string> given_, folders_;
};

}  // namespace

base::Result<FetchedBuild> fetch_build(const BuildFetchRequest& request, fetch::Buildkite& buildkite) {
  return Fetching(request, buildkite).run();
}

}  // namespace jitgate::run
