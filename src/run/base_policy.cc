#include "run/base_policy.h"

#include <filesystem>
#include <optional>
#include <system_error>

#include "base/files.h"
#include "base/http_url.h"
#include "base/text.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = std::size_t{4} << 20U;

// `path` below `root`; nothing where it is not.
std::optional<fs::path> below(const fs::path& path, const fs::path& root) {
  const fs::path inside = path.lexically_relative(root);
  if (inside.empty() || *inside.begin() == ".." || *inside.begin() == ".") return std::nullopt;
  return inside;
}

bool holds(const fs::path& root, const fs::path& path) { return path == root || below(path, root); }

// From the nearest folder around it that is a clone, below `top` (empty: anywhere). A submodule (whose .git is a file)
// is none: a pull request can add one.
std::optional<std::string> path_in_clone(const fs::path& path, const fs::path& top) {
  std::error_code error;
  for (fs::path folder = path.parent_path(); folder != top && folder.has_relative_path();
       folder = folder.parent_path()) {
    if (fs::is_directory(folder / ".git", error)) return path.lexically_relative(folder).generic_string();
  }
  return std::nullopt;
}

// The file's path in its repository, if it is of the workspace: from the nearest folder that is a clone, else from the
// workspace. Both as written and as links lead: a link that the pull request brings must not lead out of this question.
// Where the workspace is not where we are (a container that maps it, a variable that was carried over), what is outside
// of it may be of the checkout all the same. Errors: then nothing tells.
base::Result<std::optional<std::string>> path_in_repository(const std::string& file, const std::string& workspace) {
  std::error_code error;
  const fs::path root = fs::absolute(workspace.empty() ? "." : workspace, error).lexically_normal();
  const fs::path written = fs::absolute(file, error).lexically_normal();
  const fs::path real_root = fs::weakly_canonical(root, error);
  fs::path top = root;
  fs::path path = written;
  auto inside = below(written, root);
  if (!inside) {
    path = fs::weakly_canonical(written, error);
    top = real_root;
    inside = below(path, real_root);
  }
  if (inside) {
    auto of_clone = path_in_clone(path, top);
    return of_clone ? of_clone : inside->generic_string();
  }
  const fs::path here = fs::current_path(error);
  if (holds(root, here) || holds(real_root, fs::weakly_canonical(here, error))) return std::nullopt;
  for (const fs::path& one : {written, path}) {
    if (auto of_clone = path_in_clone(one, {})) return of_clone;
  }
  return base::refuse("nothing tells whether it is the fork's: the workspace, " + root.string() +
                          ", does not hold the folder that the gate runs in",
                      file, "run it in the workspace, or set GITHUB_WORKSPACE to where that is here");
}

class BaseCommit {
 public:
  BaseCommit(fetch::GitHub& github, const publish::GitHubJob& job) : github_(github), job_(job) {}

  // Nothing: the commit has no such file.
  base::Result<std::optional<std::string>> file(const std::string& path) {
    std::string url = "/contents";
    for (const std::string_view part : base::split(path, '/')) url += '/' + base::percent_encoded(part);
    auto answer = get(url + "?ref=" + job_.base_sha, "application/vnd.github.raw+json");
    if (!answer) return tl::unexpected(answer.error());
    if (answer->status == 200) return std::optional(std::move(answer->body));
    if (answer->status != 404) return unreadable(path, answer->status);
    // What may not be read is 404, too: only where the commit itself can be read is the file not there.
    auto commit = get("/git/commits/" + job_.base_sha, "application/vnd.github+json");
    if (!commit) return tl::unexpected(commit.error());
    if (commit->status != 200) return unreadable(path, commit->status);
    return std::optional<std::string>();
  }

 private:
  base::Result<base::HttpAnswer> get(const std::string& path, const std::string& accept) {
    base::HttpRequest request;
    request.url = github_.server().api + "/repos";
    for (const std::string_view part : base::split(job_.repository, '/'))
      request.url += '/' + base::percent_encoded(part);
    request.url += path;
    request.headers = {{"Accept", accept}};
    request.token = github_.server().token;
    request.most = kLargest;
    auto answer = github_.http().send(request);
    if (!answer) return tl::unexpected(answer.error().problem);
    return std::move(*answer);
  }

  [[nodiscard]] tl::unexpected<base::Problem> unreadable(const std::string& path, int status) const {
    return base::fail("cannot be read as of the base commit: GitHub answers " + std::to_string(status), path,
                      "of a pull request from a fork the base's policy holds, and reading it takes 'permissions: "
                      "contents: read'");
  }

  fetch::GitHub& github_;
  const publish::GitHubJob& job_;
};

}  // namespace

base::Result<PolicyFiles> policy_of_base(const PolicyFiles& named, const publish::GitHubJob& job, fetch::GitHub& github,
                                         const std::string& scratch, Notices& notices) {
  if (job.base_sha.empty() || job.repository.empty()) {
    return base::fail("the event does not tell the base commit, whose policy holds for this pull request",
                      "GITHUB_EVENT_PATH");
  }
  BaseCommit commit(github, job);
  PolicyFiles out;
  std::size_t number = 0;
  const auto of_base = [&](const std::string& file) -> base::Result<std::string> {
    const auto found = path_in_repository(file, job.workspace);
    if (!found) return tl::unexpected(found.error());
    const std::optional<std::string>& path = *found;
    if (!path) return file;
    auto text = commit.file(*path);
    if (!text) return tl::unexpected(text.error());
    if (!*text) {
      notices.add("this pull request is from a fork, and its base has no " + *path + ": it is left out");
      return std::string();
    }
    const std::string folder = scratch + '/' + std::to_string(number++);
    const std::string copy = folder + '/' + fs::path(*path).filename().string();
    if (auto made = base::make_directory(folder); !made) return tl::unexpected(made.error());
    if (auto wrote = base::write_file(copy, **text); !wrote) return tl::unexpected(wrote.error());
    notices.add("this pull request is from a fork: " + *path + " is read from the base commit");
    return copy;
  };
  if (!named.policy.empty()) {
    auto policy = of_base(named.policy);
    if (!policy) return tl::unexpected(policy.error());
    out.policy = std::move(*policy);
    if (out.policy.empty()) notices.add("the built-in policy holds");
  }
  for (const std::string& rule : named.rules) {
    auto copy = of_base(rule);
    if (!copy) return tl::unexpected(copy.error());
    if (!copy->empty()) out.rules.push_back(std::move(*copy));
  }
  return out;
}

}  // namespace jitgate::run
