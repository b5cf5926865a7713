#include "run/buildkite_paths.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/path_glob.h"
#include "base/text.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;

bool plain(const std::string& path) {
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && c != '.' && c != '_' && c != '-' && c != '/') return false;
  }
  return !path.empty() && path[0] != '/' && path[0] != '-' && path.back() != '/' &&
         path.find("..") == std::string::npos;
}

// Absolute, without "." and a slash at its end.
fs::path whole(const std::string& path) {
  std::error_code ignored;
  fs::path all = fs::absolute(path.empty() ? "." : path, ignored).lexically_normal();
  return all.has_filename() ? all : all.parent_path();
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  const fs::path inside = path.lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

// The names before the first wildcard.
std::string fixed_part(const std::string& pattern) {
  std::string fixed = pattern.substr(0, pattern.find_first_of("*?[\\"));
  if (fixed.size() == pattern.size()) return fixed;
  const std::size_t slash = fixed.rfind('/');
  return slash == std::string::npos ? std::string() : fixed.substr(0, slash + 1);
}

bool all_in(const std::string& pattern, const fs::path& output) {
  const std::vector<std::string> each = base::without_braces(pattern);
  return !each.empty() && std::all_of(each.begin(), each.end(), [&output](const std::string& one) {
    return lies_in(whole(fixed_part(one)), output);
  });
}

}  // namespace

std::string output_of(const std::string& output, const std::string& job, std::size_t entry) {
  return output + '/' + (job.empty() ? "local" : job) + (entry == 0 ? "" : '-' + std::to_string(entry + 1));
}

std::string output_of(const BuildkiteRequest& request) {
  return output_of(request.output, request.job.id, request.job.entry);
}

bool in_output(const BuildkiteRequest& request, const std::string& path) {
  return lies_in(whole(path), whole(request.output));
}

bool taken_by_step(const BuildkiteRequest& request, const std::string& file) {
  const std::string absolute = whole(file).string();
  for (const std::string_view pattern : base::split(request.job.artifact_paths, ';')) {
    const std::string_view one = base::trim(pattern);
    if (!one.empty() && base::path_match(one, one.starts_with('/') ? absolute : file)) return true;
  }
  return false;
}

base::Result<void> check_output(const BuildkiteRequest& request) {
  constexpr const char* kOption = "plugin option 'output'";
  if (!plain(request.output)) {
    return base::refuse("no folder of the checkout: " + request.output, kOption,
                        "letters, digits, '.', '_', '-' and '/' only, without '..'");
  }
  const fs::path output = whole(request.output);
  if (output == whole("."))
    return base::refuse("the checkout itself", kOption, "name a folder that holds nothing else");
  if (!request.step.empty()) return {};  // the patterns are of another step's artifacts
  for (const auto* patterns : {&request.logs, &request.results}) {
    for (const std::string& pattern : *patterns) {
      if (!all_in(pattern, output)) continue;
      return base::refuse("all that " + pattern + " matches would lie in " + request.output +
                              ", where the gate keeps its own files and takes nothing for evidence",
                          kOption, "name a folder that holds nothing else");
    }
  }
  return {};
}

}  // namespace jitgate::run
