#include "publish/buildkite_agent.h"

#include <algorithm>

#include "base/text.h"

namespace jitgate::publish {
namespace {

constexpr std::size_t kMostListed = 8 << 20;

// The output's last line that holds something: agents say there why they gave up.
std::string last_words(const std::string& output) {
  std::string last;
  for (const std::string_view line : base::split(output, '\n')) {
    if (!base::trim(line).empty()) last = base::trim(line);
  }
  return last.substr(0, 400);
}

}  // namespace

base::Result<std::string> BuildkiteAgent::run(const std::vector<std::string>& arguments, const std::string& input,
                                              std::chrono::milliseconds limit) const {
  const std::string name = "buildkite-agent " + arguments.front() + ' ' + arguments[1];
  if (program_.empty()) {
    return base::fail("there is no buildkite-agent in PATH", name,
                      "in a container, mount the agent (docker plugin: mount-buildkite-agent: true)");
  }
  auto end = call({program_, arguments, input, limit, kMostListed});
  if (!end) return tl::unexpected(end.error());
  if (end->timed_out) {
    return base::fail("not done within " + std::to_string((limit.count() + 999) / 1000) + " s, ended", name,
                      last_words(end->output));
  }
  if (end->status != 0) return base::fail("ended with " + std::to_string(end->status), name, last_words(end->output));
  return std::move(end->output);
}

base::Result<void> BuildkiteAgent::annotate(const std::string& context, const std::string& style,
                                            const std::string& body, bool of_job) const {
  std::vector<std::string> arguments = {"annotate", "--context", context, "--style", style};
  if (of_job) {
    std::vector<std::string> scoped = arguments;
    scoped.insert(scoped.end(), {"--scope", "job"});
    if (run(scoped, body, limit_)) return {};
  }
  auto done = run(arguments, body, limit_);
  if (!done) return tl::unexpected(done.error());
  return {};
}

base::Result<void> BuildkiteAgent::upload(const std::string& file) const {
  auto done = run({"artifact", "upload", file}, {}, limit_);
  if (!done) return tl::unexpected(done.error());
  if (base::contains_nocase(*done, "no files matched")) return base::fail("the agent found no such file", file);
  return {};
}

base::Result<void> BuildkiteAgent::set_meta_data(const std::string& key, const std::string& value) const {
  auto done = run({"meta-data", "set", key, value}, {}, limit_);
  if (!done) return tl::unexpected(done.error());
  return {};
}

base::Result<std::vector<FoundArtifact>> BuildkiteAgent::search(const std::string& query, const std::string& step,
                                                                std::chrono::milliseconds limit) const {
  // The path last: it may hold blanks and tabs.
  auto done =
      run({"artifact", "search", query, "--step", step, "--format", "jitgate\t%j\t%T\t%p\n", "--allow-empty-results"},
          {}, limit);
  if (!done) return tl::unexpected(done.error());
  if (done->size() >= kMostListed)
    return base::fail("the step has too many artifacts to list", query, "name them closer");
  std::vector<FoundArtifact> found;
  for (const std::string_view line : base::split(*done, '\n')) {
    const std::vector<std::string_view> fields = base::split(line, '\t');
    if (fields.size() < 4 || fields[0] != "jitgate") continue;  // what the agent logs besides
    FoundArtifact one{std::string(fields[1]), std::string(fields[2]),
                      std::string(line.substr(fields[0].size() + fields[1].size() + fields[2].size() + 3))};
    if (one.sha256.size() != 64) one.sha256.clear();
    found.push_back(std::move(one));
  }
  return found;
}

base::Result<void> BuildkiteAgent::download(const std::string& query, const std::string& step,
                                            const std::string& folder, std::chrono::milliseconds limit) const {
  auto done = run({"artifact", "download", query, folder + '/', "--step", step}, {}, limit);
  if (!done) return tl::unexpected(done.error());
  return {};
}

std::string artifact_query(const std::string& pattern) {
  std::string query;
  const auto any = [&query] {
    if (!query.ends_with('*')) query += '*';
  };
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '[' || c == '{') {  // up to the last end of such: more than is meant, never less
      const std::size_t end = pattern.rfind(c == '[' ? ']' : '}');
      any();
      if (end != std::string::npos && end > i) i = end;
    } else if (c == '*' || c == '?' || (c == '-' && i == 0)) {  // a leading dash would be read as a flag
      any();
      if (pattern.substr(i, 3) == "**/") i += 2;
    } else if (c == '\\') {
      any();
      ++i;
    } else {
      query += c;
    }
  }
  return query;
}

}  // namespace jitgate::publish
