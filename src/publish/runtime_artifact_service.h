// The artifact service that a workflow's steps see (Twirp over JSON; facts: github-actions.md §2.2): one function a
// call, each with the service's kinds of refusal told apart. Its answers come in two casings, GitHub's snake_case and
// the camelCase of act and Gitea, and numbers as texts or numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/http_client.h"
#include "publish/runtime_artifact_access.h"

namespace jitgate::publish {

struct ServiceFailure {
  int status = 0;             // 0: no answer
  std::string code, message;  // of the answer; may be empty
  bool open = false;          // nobody knows whether it was done
  base::Problem problem;
};
template <typename T>
using ServiceResult = tl::expected<T, ServiceFailure>;

struct ListedArtifact {
  std::string name, id, digest;  // digest: "sha256:…", may be empty
  std::int64_t size = -1;
};

class ArtifactService {
 public:
  ArtifactService(base::HttpClient& http, RuntimeAccess access) : http_(&http), access_(std::move(access)) {}

  // Gives the signed address to upload to. Version 4 needs no type and is understood by every service; 7 needs one.
  ServiceResult<std::string> create(const std::string& name, const std::optional<base::Instant>& expires, int version);
  // One try only: what an unclear end means, a list must tell. Gives the id.
  ServiceResult<std::string> finalize_once(const std::string& name, std::uint64_t size, const std::string& sha256);
  ServiceResult<std::vector<ListedArtifact>> list(const std::string& name);

 private:
  ServiceResult<std::string> ask(const std::string& method, const std::string& body, int tries);

  base::HttpClient* http_;
  RuntimeAccess access_;
};

}  // namespace jitgate::publish
