// The event file and the verdict, uploaded as an artifact of the run that the gate is a step of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "publish/github_job.h"
#include "publish/runtime_artifact_upload.h"
#include "run/gate.h"
#include "run/gate_notices.h"

namespace jitgate::run {

// Nothing: it was not to be, or did not come about; a notice then says why.
std::optional<publish::UploadedArtifact> upload_files(const GateRequest& request, const publish::GitHubJob& job,
                                                      const std::vector<std::string>& files, Notices& notices);

}  // namespace jitgate::run
