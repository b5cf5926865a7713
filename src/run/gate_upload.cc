#include "run/gate_upload.h"

#include <algorithm>

#include "base/http_url.h"
#include "publish/runtime_artifact_zip.h"

namespace jitgate::run {
namespace {

base::HttpPatience patience_of(const GateRequest& request) {
  base::HttpPatience patience = request.access.patience;
  patience.first_pause = 2 * base::kSecond;
  patience.longest_wait = std::min(patience.longest_wait, 2 * base::kMinute);
  return patience;
}

// Days from now, no more than the repository keeps them: the service refuses what is beyond.
std::optional<base::Instant> expiry(const GateRequest& request, const publish::GitHubJob& job, base::Instant now,
                                    Notices& notices) {
  if (!request.retention_days) return std::nullopt;
  std::int64_t days = *request.retention_days;
  if (job.retention_days && *job.retention_days > 0 && days > *job.retention_days) {
    notices.add("artifacts of this repository are kept for " + std::to_string(*job.retention_days) + " days, and not " +
                std::to_string(days));
    days = *job.retention_days;
  }
  return base::shifted(now, days * base::kDay);
}

std::string name_of(const GateRequest& request, const publish::GitHubJob& job) {
  if (!request.artifact_name.empty()) return request.artifact_name;
  return "jitgate" + (job.job.empty() ? "" : '-' + job.job) + "-a" + std::to_string(job.attempt);
}

base::Result<publish::UploadedArtifact> upload(const GateRequest& request, const publish::GitHubJob& job,
                                               const publish::RuntimeAccess& access,
                                               const std::vector<std::string>& files, Notices& notices) {
  base::HttpSettings settings = request.access.http;
  settings.user_agent = "jitgate/" JITGATE_VERSION;
  settings.answer_seconds = 300;  // a block of 8 MiB on a slow line
  auto wire = base::make_http_wire(std::move(settings));
  if (!wire) return tl::unexpected(wire.error());
  base::HttpClient client(**wire, base::real_http_world(request.access.notice), patience_of(request));
  auto zip = publish::zip_of(files);
  if (!zip) return tl::unexpected(zip.error());
  return publish::upload_artifact(
      client, access, {name_of(request, job), std::move(*zip), expiry(request, job, client.now(), notices)});
}

}  // namespace

std::optional<publish::UploadedArtifact> upload_files(const GateRequest& request, const publish::GitHubJob& job,
                                                      const std::vector<std::string>& files, Notices& notices) {
  if (request.upload == Upload::never) return std::nullopt;
  const bool asked = request.upload == Upload::always;
  if (!job.here && !asked) return std::nullopt;
  const std::string instead = "; a following step with actions/upload-artifact can upload the output 'events-path'";
  if (!job.hosted() && !asked) {
    notices.add("not uploaded: " + job.site + " has no artifact service of this form" + instead);
    return std::nullopt;
  }
  auto access = publish::runtime_access(request.environment);
  if (!access) {
    notices.add("not uploaded", access.error());
    return std::nullopt;
  }
  if (!*access) {
    notices.add("not uploaded: a 'run:' step gets no token for it, only a step of a node or docker action" + instead);
    return std::nullopt;
  }
  auto done = upload(request, job, **access, files, notices);
  if (done) return std::move(*done);
  notices.add("not uploaded (the verdict stands)", done.error());
  return std::nullopt;
}

}  // namespace jitgate::run
