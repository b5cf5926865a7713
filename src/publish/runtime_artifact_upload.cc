// Create, put the blocks, put their list, finalize (facts: github-actions.md §2.2, §2.4, §2.5). A Finalize that failed
// leaves a record that no list shows and nothing deletes, and its name is taken from then on: so the next try goes by
// another name, "-r2". A Finalize whose end is unknown may have been done: the list tells.
#include "publish/runtime_artifact_upload.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/hash.h"
#include "base/http_url.h"
#include "base/text.h"
#include "publish/runtime_artifact_service.h"

namespace jitgate::publish {
namespace {

constexpr std::size_t kBlock = std::size_t{8} << 20U;
constexpr std::size_t kLongestName = 120;
constexpr int kMostNames = 64;   // one that is taken costs a request; jobs of a nested matrix share one
constexpr int kMostUploads = 3;  // one that fails later costs the whole upload
constexpr int kFinalizeTries = 3;
constexpr const char* kBlobVersion = "2020-10-02";

class Upload {
 public:
  Upload(base::HttpClient& http, const RuntimeAccess& access, const ArtifactToUpload& wanted, base::Instant until)
      : http_(http), service_(http, access), wanted_(wanted), until_(until), sha256_(base::sha256_hex(wanted.zip)) {}

  base::Result<UploadedArtifact> run() {
    const std::string name = artifact_name(wanted_.name);
    for (int n = 1; n <= kMostNames && uploads_ < kMostUploads && !hopeless_ && http_.now() < until_; ++n) {
      auto done = try_name(n == 1 ? name : name + "-r" + std::to_string(n));
      if (done) return done;
      problem_ = done.error();
    }
    if (!hopeless_ && http_.now() >= until_) problem_.what = "no end in sight: " + problem_.what;
    return tl::unexpected(problem_);
  }

 private:
  base::Result<UploadedArtifact> try_name(const std::string& name) {
    auto url = service_.create(name, wanted_.expires, version_);
    // Some services take no artifact without a type, others none with one.
    if (!url && url.error().status == 400 && version_ < 7 && base::contains_nocase(url.error().message, "mime_type")) {
      version_ = 7;
      url = service_.create(name, wanted_.expires, version_);
    }
    if (!url) {
      hopeless_ = url.error().status != 409;
      base::Problem problem = url.error().problem;
      if (base::contains_nocase(url.error().message, "insufficient usage"))
        problem.hint = "the storage that the account has for artifacts is used up";
      return tl::unexpected(problem);
    }
    ++uploads_;
    if (auto put = put_blob(*url); !put) return tl::unexpected(put.error());
    return finalize(name);
  }

  base::Result<void> put_blob(const std::string& url) {
    std::string list = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><BlockList>";
    for (std::size_t at = 0, index = 0; at < wanted_.zip.size(); at += kBlock, ++index) {
      // Ids are base64 and all of one length; 52 hex digits and 12 decimal ones are both, as they stand.
      char number[16];
      std::snprintf(number, sizeof number, "%012zu", index);
      const std::string id = sha256_.substr(0, 52) + number;
      if (auto put = this->put(url, "comp=block&blockid=" + id, wanted_.zip.substr(at, kBlock),
                               {{"Content-Type", "application/octet-stream"}});
          !put)
        return put;
      list += "<Latest>" + id + "</Latest>";
    }
    return put(url, "comp=blocklist", list + "</BlockList>",
               {{"Content-Type", "application/xml"}, {"x-ms-blob-content-type", "application/zip"}});
  }

  // To the host where the bytes will lie, which must not see a token: the address itself is the permission.
  base::Result<void> put(const std::string& url, const std::string& query, std::string body,
                         std::vector<std::pair<std::string, std::string>> headers) {
    base::HttpRequest request;
    request.method = "PUT";
    // As it came, and not taken apart: some signatures do not outlive that.
    request.url = url + (url.find('?') == std::string::npos ? '?' : '&') + query;
    request.headers = std::move(headers);
    request.headers.emplace_back("x-ms-version", kBlobVersion);
    request.body = std::move(body);
    auto answer = http_.send(request);
    if (!answer) {
      hopeless_ = true;
      return tl::unexpected(answer.error().problem);
    }
    if (answer->status == 200 || answer->status == 201) return {};
    // 403: the address has expired, or the clocks disagree: a new one may do.
    hopeless_ = answer->status != 403;
    return base::fail("the storage answers " + std::to_string(answer->status) + " to the upload", base::shown_url(url));
  }

  base::Result<UploadedArtifact> finalize(const std::string& name) {
    const UploadedArtifact whole{name, {}, sha256_, wanted_.zip.size()};
    for (int next = 2;; ++next) {
      auto id = service_.finalize_once(name, wanted_.zip.size(), sha256_);
      if (id) return UploadedArtifact{whole.name, *id, whole.sha256, whole.bytes};
      if (const auto listed = is_listed(name)) return UploadedArtifact{whole.name, *listed, whole.sha256, whole.bytes};
      const bool again = id.error().open || id.error().status == 403;
      if (!again || next > kFinalizeTries || http_.now() >= until_) return tl::unexpected(id.error().problem);
      if (auto slept = http_.pause(next, std::nullopt, id.error().problem.what); !slept)
        return tl::unexpected(slept.error().problem);
    }
  }

  // The id, if what is there by this name is what was uploaded.
  std::optional<std::string> is_listed(const std::string& name) {
    const auto listed = service_.list(name);
    if (!listed) return std::nullopt;
    for (const ListedArtifact& one : *listed) {
      const bool same = one.digest.empty() ? one.size == static_cast<std::int64_t>(wanted_.zip.size())
                                           : one.digest == "sha256:" + sha256_;
      if (same) return one.id;
    }
    return std::nullopt;
  }

  base::HttpClient& http_;
  ArtifactService service_;
  const ArtifactToUpload& wanted_;
  base::Instant until_;
  std::string sha256_;
  int version_ = 4;
  int uploads_ = 0;
  bool hopeless_ = false;  // another name would not do better
  base::Problem problem_{"not tried", "artifact service", {}};
};

}  // namespace

std::string artifact_name(const std::string& wanted) {
  std::string out;
  for (const char c : wanted.substr(0, kLongestName)) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    out += plain ? c : '_';
  }
  // A name of dots alone would be a folder's to whoever unpacks it.
  return out.find_first_not_of('.') == std::string::npos ? "jitgate" + out : out;
}

base::Result<UploadedArtifact> upload_artifact(base::HttpClient& http, const RuntimeAccess& access,
                                               const ArtifactToUpload& wanted, base::Duration limit) {
  return Upload(http, access, wanted, base::shifted(http.now(), limit)).run();
}

}  // namespace jitgate::publish
