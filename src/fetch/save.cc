#include "fetch/save.h"

#include <unistd.h>

#include <utility>

#include "base/files.h"
#include "base/http_url.h"
#include "fetch/form.h"

namespace jitgate::fetch {
namespace {

std::string one_line(const base::Problem& problem) {
  return problem.what + (problem.where.empty() ? "" : " (" + problem.where + ")");
}

// Refusals that every further request would meet.
bool is_hopeless(Refusal refusal) {
  return refusal == Refusal::unauthorised || refusal == Refusal::forbidden || refusal == Refusal::limited ||
         refusal == Refusal::file;
}

std::string when_expired(const Artifact& one) {
  return one.expires_at ? "expired on " + base::format_instant(*one.expires_at, 0) : "expired";
}

using Address = std::function<ApiResult<std::string>()>;

// `failure` of the API, or of the storage it sent us to.
struct Got {
  std::optional<base::Downloaded> file;
  std::optional<ApiFailure> failure;
};

Got get(const Saving& saving, const Address& address, const std::string& part, const std::string& identity,
        const std::string& sha256, const std::string& what) {
  Got got;
  std::string asked;
  base::Download wanted;
  wanted.part = saving.folder->path_of(part);
  wanted.identity = identity;
  wanted.sha256 = sha256;
  wanted.most = saving.most;
  if (saving.progress) {
    wanted.progress = [&saving, &what](std::uint64_t bytes) { saving.progress(what, bytes); };
  }
  wanted.source = [&]() -> base::HttpResult<base::HttpRequest> {
    auto found = address();
    if (!found) {
      got.failure = found.error();
      return tl::unexpected(base::HttpFailure{base::HttpFault::stopped, found.error().problem});
    }
    // Nothing of the API goes along: no token, no version, no media type.
    base::HttpRequest request;
    request.url = asked = *found;
    return request;
  };
  auto done = base::download(saving.github->http(), wanted);
  if (done) {
    got.file = std::move(*done);
  } else if (!got.failure) {
    const base::DownloadFailure& failure = done.error();
    if (failure.status != 0) {
      base::HttpAnswer answer;
      answer.status = failure.status;
      got.failure = failure_of(answer, what, asked, saving.github->server().token, true);
    } else {
      got.failure = failure_of(failure.failure, what);
      if (failure.failure.fault == base::HttpFault::stopped) got.failure->refusal = Refusal::file;
    }
  }
  return got;
}

Saved fail_with(Kept& kept, const ApiFailure& failure) {
  kept.state = State::failed;
  kept.why = one_line(failure.problem);
  Saved saved;
  if (is_hopeless(failure.refusal)) saved.hopeless = failure;
  return saved;
}

// The artifact could not be had: is it still there at all? The list may be older than its end, and a server that fails
// on what has just expired fails for good.
Saved look_again(const Saving& saving, KeptArtifact& one, const ApiFailure& failure) {
  if (failure.refusal == Refusal::gone) {
    one.kept.state = State::expired;
    one.kept.why = when_expired(one.artifact);
    return {};
  }
  const bool may_be_gone = failure.refusal == Refusal::missing || failure.refusal == Refusal::server;
  if (!may_be_gone) return fail_with(one.kept, failure);
  auto now = saving.github->artifact(saving.repository, one.artifact.id);
  if (now && now->expired) {
    one.artifact.expired = true;
    one.kept.state = State::expired;
    one.kept.why = when_expired(one.artifact);
    return {};
  }
  if (!now && now.error().refusal == Refusal::missing && failure.refusal == Refusal::missing) {
    one.kept.state = State::vanished;
    one.kept.why = "it is there no longer: deleted, or gone with a new attempt";
    return {};
  }
  return fail_with(one.kept, failure);
}

void remove_part(const std::string& part) {
  ::unlink(part.c_str());
  ::unlink((part + ".from").c_str());
}

// What stands in the way of believing the bytes; empty: nothing. A zip tells its end itself, and the size told of one
// may be that of the files in it; of a raw file the size is that of its bytes, and its length in an answer may be
// missing.
std::string doubt_of(const Form& form, const Artifact& artifact, std::uint64_t bytes) {
  if (!artifact.sha256.empty()) return {};
  if (form.told_zip && !form.zip) return "told to be a zip, and is none";
  if (form.zip && !form.ends) return "a zip without its end";
  if (!form.zip && bytes != artifact.size)
    return "told to have " + std::to_string(artifact.size) + " bytes, and has " + std::to_string(bytes);
  return {};
}

base::Result<void> put(const Saving& saving, const std::string& part, const std::string& file,
                       const base::Downloaded& got, Kept& kept) {
  if (auto placed = saving.folder->place(saving.folder->path_of(part), file); !placed) return placed;
  kept.state = State::saved;
  kept.file = file;
  kept.size = got.bytes;
  kept.sha256 = got.sha256;
  kept.why.clear();
  return {};
}

}  // namespace

Saved save_artifact(const Saving& saving, KeptArtifact& one) {
  const Artifact& artifact = one.artifact;
  if (artifact.expired) {
    one.kept.state = State::expired;
    one.kept.why = when_expired(artifact);
    return {};
  }
  const std::string part = std::to_string(artifact.id) + ".part";
  const std::string identity = "artifact " + std::to_string(artifact.id) + " " + artifact.sha256;
  const Address address = [&] { return saving.github->artifact_address(saving.repository, artifact.id); };
  Saved saved;
  for (int tries = 0;; ++tries) {
    const Got got = get(saving, address, part, identity, artifact.sha256, artifact.name);
    if (!got.file) return look_again(saving, one, *got.failure);
    saved.received += got.file->bytes - got.file->resumed_from;
    const std::string path = saving.folder->path_of(part);
    const auto form = form_of(path, got.file->headers);
    if (!form) return fail_with(one.kept, {Refusal::file, form.error()});
    const std::string doubt = doubt_of(*form, artifact, got.file->bytes);
    if (!doubt.empty() && tries == 0) {
      remove_part(path);
      continue;
    }
    if (!doubt.empty()) {
      const std::string damaged = path + ".damaged";
      ::rename(path.c_str(), damaged.c_str());
      remove_part(path);
      return fail_with(one.kept, {Refusal::answer, {doubt, damaged, {}, base::Blame::world}});
    }
    one.form = form->zip ? "zip" : "raw";
    one.verified = !artifact.sha256.empty() ? "digest" : form->zip ? "zip_end" : "length";
    const std::string& name = !form->zip && !form->name.empty() ? form->name : artifact.name;
    const bool suffixed = name.size() > 4 && name.ends_with(".zip");
    const std::string stem = form->zip && suffixed ? name.substr(0, name.size() - 4) : name;
    const std::string file = saving.names->give(stem, form->zip ? ".zip" : "", artifact.id);
    if (auto done = put(saving, part, file, *got.file, one.kept); !done)
      return fail_with(one.kept, {Refusal::answer, done.error()});
    if (form->told_zip && !form->zip) one.kept.why = "the server calls it a zip; it is none, and kept as it is";
    return saved;
  }
}

Saved save_job_log(const Saving& saving, KeptLog& one) {
  Kept& kept = one.kept;
  const auto not_ended = [&kept](const Job& job) {
    kept.state = State::not_yet;
    kept.why = "the job is " + (job.status.empty() ? "not completed" : job.status) + ": its log comes when it ends";
  };
  if (one.job.status != "completed") {
    not_ended(one.job);
    return {};
  }
  const std::string id = std::to_string(one.job.id);
  const std::string what = "the log of job " + id;
  if (auto made = base::make_directory(saving.folder->path_of("job-logs")); !made)
    return fail_with(kept, {Refusal::file, made.error()});
  const std::string part = "job-logs/" + id + ".part";
  const Address address = [&] { return saving.github->job_log_address(saving.repository, one.job.id); };
  const Got got = get(saving, address, part, what, {}, what);
  if (got.file) {
    const std::string file = "job-logs/" + id + "-" + file_name(one.job.name) + ".txt";
    if (auto done = put(saving, part, file, *got.file, kept); !done)
      return fail_with(kept, {Refusal::answer, done.error()});
    return {got.file->bytes - got.file->resumed_from, std::nullopt};
  }
  remove_part(saving.folder->path_of(part));
  if (got.failure->refusal == Refusal::gone) {
    kept.state = State::expired;
    kept.why = "the log has expired";
    return {};
  }
  if (got.failure->refusal != Refusal::missing) return fail_with(kept, *got.failure);
  // The same 404 stands for "not yet" and "never": the job knows.
  const auto now = saving.github->job(saving.repository, one.job.id);
  if (now && now->status != "completed") {
    not_ended(*now);
  } else {
    kept.state = State::never;
    kept.why = "the job left no log";
    if (now && !now->conclusion.empty()) kept.why += " (" + now->conclusion + ")";
  }
  return {};
}

}  // namespace jitgate::fetch
