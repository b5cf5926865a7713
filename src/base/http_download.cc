#include "base/http_download.h"

#include <algorithm>
#include <utility>

#include "base/http_headers.h"
#include "base/http_part.h"
#include "base/http_url.h"

namespace jitgate::base {
namespace {

// How much further than ever before a try must come to count as progress, after which there are as many tries again: a
// server that gives a byte each time, or always the same first megabyte, is not asked for ever.
constexpr std::uint64_t kProgress = 256 << 10;
// How often a signed address may be refused, and bytes be the wrong ones.
constexpr int kMostRefused = 3, kMostWrong = 2;

using Failed = tl::unexpected<DownloadFailure>;

Failed of_file(const Problem& problem) { return Failed({0, {HttpFault::stopped, problem}, {}}); }
Failed of_way(const HttpFailure& failure) { return Failed({0, failure, {}}); }

class Attempt {
 public:
  Attempt(HttpPart& part, const Download& wanted, std::uint64_t& resumed_from)
      : part_(part), wanted_(wanted), resumed_from_(resumed_from) {}

  void prepare(HttpRequest& request) {
    if (part_.size() > 0) {
      request.headers.emplace_back("Range", "bytes=" + std::to_string(part_.size()) + "-");
      request.headers.emplace_back("If-Match", part_.etag());
    }
    request.most = 64 << 10;
    request.accept = [this](const HttpHead& head) { return accept(head); };
    request.take = [this](std::string_view bytes) { return take(bytes); };
  }

  std::optional<Problem> file_problem;
  bool other_bytes = false;  // what the server holds is not what the part began with
  bool too_large = false;

 private:
  bool accept(const HttpHead& head) {
    const auto length = content_length(head.headers);
    const std::string etag = strong_etag(head.headers).value_or("");
    if (head.status == 200) {
      resumed_from_ = 0;
      keep(part_.clear());
      keep(part_.note(etag, length));
      return true;
    }
    if (head.status != 206) return false;
    const auto told = head.headers.find("content-range");
    const auto range = told ? parse_content_range(*told) : std::nullopt;
    const bool fits = range && range->first == part_.size() && part_.size() > 0 &&
                      (!part_.total() || !range->total || *range->total == *part_.total()) &&
                      (etag.empty() || etag == part_.etag());
    if (!fits) {
      other_bytes = true;
      return false;
    }
    resumed_from_ = part_.size();
    if (!part_.total() && range->total) keep(part_.note(part_.etag(), range->total));
    return true;
  }

  bool take(std::string_view bytes) {
    if (file_problem) return false;
    if (part_.size() + bytes.size() > wanted_.most) {
      too_large = true;
      return false;
    }
    keep(part_.append(bytes));
    if (wanted_.progress) wanted_.progress(part_.size());
    return !file_problem;
  }

  void keep(const Result<void>& done) {
    if (!done && !file_problem) file_problem = done.error();
  }

  HttpPart& part_;
  const Download& wanted_;
  std::uint64_t& resumed_from_;
};

// Refused by the host of a signed address: it has expired, or was never good.
bool is_refusal(int status) { return status == 400 || status == 401 || status == 403; }

class Downloading {
 public:
  Downloading(HttpClient& client, const Download& wanted, HttpPart& part)
      : client_(client), wanted_(wanted), part_(part) {}

  tl::expected<Downloaded, DownloadFailure> run() {
    for (;;) {
      // The last run ended between the last byte and the name.
      if (part_.size() > 0 && part_.total() == part_.size()) {
        done_.resumed_from = part_.size();
        if (auto verified = verify()) return std::move(*verified);
        continue;
      }
      auto request = wanted_.source();
      if (!request) return of_way(request.error());
      Attempt attempt(part_, wanted_, done_.resumed_from);
      attempt.prepare(*request);
      const std::uint64_t before = part_.size();
      auto answer = client_.once(*request);
      if (attempt.file_problem) return of_file(*attempt.file_problem);
      if (attempt.too_large) return too_large(request->url);
      if (part_.size() >= furthest_ + kProgress) {
        furthest_ = part_.size();
        tries_ = 1;
      }
      auto ended = answer ? judge(*answer, attempt.other_bytes, before > 0, request->url) : judge(answer.error());
      if (ended) return std::move(*ended);
    }
  }

 private:
  using Ended = std::optional<tl::expected<Downloaded, DownloadFailure>>;  // empty: try again

  // An answer that came whole.
  Ended judge(HttpAnswer& answer, bool other_bytes, bool resuming, const std::string& url) {
    const int status = answer.status;
    if ((status == 200 || status == 206) && !other_bytes) {
      done_.headers = answer.headers;
      if (part_.total() && part_.size() < *part_.total())
        return again("the connection ended at byte " + std::to_string(part_.size()), std::nullopt);
      return verify();
    }
    if (other_bytes || (resuming && (status == 412 || status == 416))) {
      if (auto cleared = part_.clear(); !cleared) return of_file(cleared.error());
      return again("the file has changed at its host", std::nullopt);
    }
    auto waited = client_.wait_for_limit(answer, waits_, url);
    if (!waited) return of_way(waited.error());
    if (*waited) {
      ++waits_;
      return std::nullopt;
    }
    if (is_refusal(status) && ++refused_ < kMostRefused) return std::nullopt;  // with a new address, and at once
    const std::string what = shown_url(url) + " answers " + std::to_string(status);
    if (is_transient(status) && tries_ < client_.patience().tries)
      return again(what, answer.headers.find("retry-after"));
    return Failed(
        {status, {HttpFault::other, {"refused with status " + std::to_string(status), shown_url(url), {}}}, {}});
  }

  Ended judge(const HttpFailure& failure) {
    if (!is_transient(failure.fault) || tries_ >= client_.patience().tries) return of_way(failure);
    // Without a strong ETag nothing says that the rest would be of the same bytes.
    if (part_.etag().empty()) {
      if (auto cleared = part_.clear(); !cleared) return of_file(cleared.error());
    }
    return again(failure.problem.what, std::nullopt);
  }

  Ended again(const std::string& why, const std::optional<std::string>& retry_after) {
    if (tries_ >= client_.patience().tries) return of_way({HttpFault::broken, {why, wanted_.part, {}, Blame::world}});
    if (auto slept = client_.pause(++tries_, retry_after, why); !slept) return of_way(slept.error());
    return std::nullopt;
  }

  // All bytes are there: are they the right ones?
  Ended verify() {
    done_.bytes = part_.size();
    auto hash = part_.finish();
    if (!hash) return of_file(hash.error());
    done_.sha256 = std::move(*hash);
    if (wanted_.sha256.empty() || done_.sha256 == wanted_.sha256) return done_;
    const std::string what = "expected sha256 " + wanted_.sha256 + ", got " + done_.sha256 + " in " +
                             std::to_string(done_.bytes) + " of " +
                             (part_.total() ? std::to_string(*part_.total()) : "unknown many") + " bytes";
    if (++wrong_ < kMostWrong) {
      if (auto cleared = part_.clear(); !cleared) return of_file(cleared.error());
      return again(what, std::nullopt);
    }
    const std::string kept = wanted_.part + ".damaged";
    if (auto moved = part_.rename_to(kept); !moved) return of_file(moved.error());
    return Failed(
        {0,
         {HttpFault::other, {what, wanted_.part, "the bytes are kept in " + kept + "; run it again to ask once more"}},
         kept});
  }

  [[nodiscard]] Failed too_large(const std::string& url) const {
    return Failed(
        {0,
         {HttpFault::too_large,
          {"larger than " + std::to_string(wanted_.most) + " bytes", shown_url(url), "--max-bytes raises that"}},
         {}});
  }

  HttpClient& client_;
  const Download& wanted_;
  HttpPart& part_;
  Downloaded done_;
  std::uint64_t furthest_ = 0;
  int tries_ = 1, waits_ = 0, refused_ = 0, wrong_ = 0;
};

}  // namespace

tl::expected<Downloaded, DownloadFailure> download(HttpClient& client, const Download& wanted) {
  auto part = HttpPart::open(wanted.part, wanted.identity);
  if (!part) return of_file(part.error());
  return Downloading(client, wanted, *part).run();
}

}  // namespace jitgate::base
