#include "run/fetch_buildkite.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "base/files.h"
#include "base/hash.h"
#include "base/path_glob.h"
#include "base/text.h"
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
    std::vector<std::string>& doubts = manifest().build.doubts;
    doubts.insert(doubts.end(), listed->doubts.begin(), listed->doubts.end());
    for (const fetch::BuildArtifact& one : listed->items) {
      if (auto went = artifact(one); !went) return tl::unexpected(went.error());
    }
    if (request_.job_logs) {
      for (const fetch::BuildJob& job : manifest().build.jobs) {
        if (auto went = log(job); !went) return tl::unexpected(went.error());
      }
    }
    if (!request_.out.empty()) {
      if (auto made = base::make_directory(request_.out); !made) return tl::unexpected(made.error());
      if (auto wrote = base::write_file(request_.out + "/manifest.json", fetch::build_manifest_json(manifest()));
          !wrote)
        return tl::unexpected(wrote.error());
    }
    done_.exit_code = exit_code();
    return std::move(done_);
  }

 private:
  fetch::BuildManifest& manifest() { return done_.manifest; }

  base::Result<void> artifact(const fetch::BuildArtifact& one) {
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
      std::string path = folder + '/' + safe_path(one.path);
      if (!given_.insert(path).second || is_folder(request_.out + '/' + path)) {
        // One job may upload a path twice, or a path that is another's folder.
        path = folder + '/' + safe_path(one.path + '~' + one.id);
        given_.insert(path);
      }
      const auto get = [&](const std::string& part) {
        return buildkite_.download(manifest().name, one, part, request_.max_bytes);
      };
      if (auto went = save(kept, path, one.sha1, get); !went) return went;
    }
    manifest().files.push_back(std::move(file));
    return {};
  }

  base::Result<void> log(const fetch::BuildJob& job) {
    BuildFile file{job.id, job.step_key, "", {}};
    if (!job.finished) {
      file.kept.state = State::not_yet;
      file.kept.why = "the job is " + job.state;
    } else if (!request_.out.empty()) {
      const auto get = [&](const std::string& part) {
        return buildkite_.download_log(manifest().name, job, part, request_.max_bytes);
      };
      if (auto went = save(file.kept, "job-logs/" + folder_of(job) + ".log", "", get); !went) return went;
    }
    manifest().files.push_back(std::move(file));
    return {};
  }

  template <typename Get>
  base::Result<void> save(fetch::Kept& kept, const std::string& path, const std::string& sha1, const Get& get) {
    const std::string target = request_.out + '/' + path;
    if (request_.progress) request_.progress(path, done_.received);
    if (auto made = base::make_directory(target.substr(0, target.rfind('/'))); !made) return made;
    kept.file = path;
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
  std::map<std::string, const fetch::BuildJob*> jobs_;
  std::set<std::string> given_;
};

}  // namespace

base::Result<FetchedBuild> fetch_build(const BuildFetchRequest& request, fetch::Buildkite& buildkite) {
  return Fetching(request, buildkite).run();
}

}  // namespace jitgate::run
