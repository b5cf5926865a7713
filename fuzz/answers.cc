// Answers of GitHub and Buildkite, with the headers that steer downloads: any bytes. Claims: what is accepted has what
// the rest leans on, an address that is followed is one that two readers read alike.
#include "fetch/answers.h"

#include "base/http_headers.h"
#include "base/http_url.h"
#include "fetch/buildkite.h"
#include "publish/buildkite_options.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

void bodies(const std::string& text) {
  if (const auto run = fetch::parse_run(text)) require(run->id > 0, "a run has an id");
  if (const auto one = fetch::parse_artifact(text))
    require(one->id > 0 && !one->name.empty(), "an artifact has a name");
  if (const auto job = fetch::parse_job(text)) require(job->id > 0, "a job has an id");
  fetch::parse_runs(text);
  if (const auto list = fetch::parse_artifacts(text)) {
    for (const auto& one : list->items) require(one.id > 0 && !one.name.empty(), "an artifact of a list has a name");
  }
  fetch::parse_jobs(text);
  fetch::parse_build_answer(text);
  if (const auto list = fetch::parse_build_artifacts(text)) {
    for (const auto& one : list->items) require(!one.id.empty() && !one.path.empty(), "an artifact has id and path");
  }
  publish::plugin_options(text);
}

void headers(std::string_view text) {
  const auto here = base::parse_url("https://api.github.com/repos");
  if (const auto to = base::resolve_url(*here, text)) {
    const std::string written = base::url_text(*to);
    const auto again = base::parse_url(written);
    require(again.has_value() && base::url_text(*again) == written, "an address is read as it is written");
    require(written.find_first_of(" \\\r\n\t") == std::string::npos, "an address has no blanks or backslashes");
    require(to->host.find('@') == std::string::npos, "an address has no user name");
  }
  base::shown_url(text);
  base::next_link(text);
  base::parse_http_date(text);
  base::parse_content_range(text);
  base::disposition_name(text);
  if (const auto wait = base::retry_after(text, 0)) require(*wait >= 0, "no wait is negative");
}

}  // namespace

void answers(std::string_view input) {
  bodies(std::string(input));
  headers(input.substr(0, input.find('\n')));
}

}  // namespace jitgate::fuzz
