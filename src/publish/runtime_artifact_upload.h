// Uploads one artifact to the run that the step belongs to, as the official client does, and bears with more: what the
// way does to a request, and names that a failed try has used up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/http_client.h"
#include "publish/runtime_artifact_access.h"

namespace jitgate::publish {

struct ArtifactToUpload {
  std::string name;  // is made one that every service takes
  std::string zip;
  std::optional<base::Instant> expires;  // empty: as the repository has it
};

struct UploadedArtifact {
  std::string name;    // with "-r2" … where the plain one was taken
  std::string id;      // may be empty: not every service tells it
  std::string sha256;  // of the zip
  std::uint64_t bytes = 0;
};

// Letters, digits, '.', '_', '-', at most 120 of them; all else becomes '_'.
std::string artifact_name(const std::string& wanted);

// Errors: it is refused, or cannot be brought to an end within `limit` (of the client's clock).
base::Result<UploadedArtifact> upload_artifact(base::HttpClient& http, const RuntimeAccess& access,
                                               const ArtifactToUpload& wanted,
                                               base::Duration limit = 10 * base::kMinute);

}  // namespace jitgate::publish
