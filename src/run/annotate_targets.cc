#include "run/annotate_targets.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/hash.h"
#include "run/regular_file.h"

namespace jitgate::run {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargest = std::size_t{256} << 20;

// A new file takes the place of the old one, so that no reader sees half a row. Where that is not what its owner wants,
// nothing is written: one that nobody may write is kept on purpose, and of one with several names only one would
// change.
base::Result<void> may_be_replaced(const std::string& path) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) != 0 || S_ISLNK(about.st_mode)) return {};
  if (!S_ISREG(about.st_mode)) return base::fail("is no regular file", path, "write copies with --out DIR");
  if ((about.st_mode & 0222U) == 0 || ::access(path.c_str(), W_OK) != 0)
    return base::fail("is read-only, so nothing was written", path,
                      "make it writable (chmod u+w), or write copies with --out DIR");
  if (about.st_nlink > 1)
    return base::fail("has " + std::to_string(about.st_nlink) +
                          " names (hard links), of which only this one would change, so nothing was written",
                      path, "make it a file of its own (cp it and move the copy here), or write copies with --out DIR");
  return {};
}

// Whether what stands at `path` is a sidecar of the same rows. In place a file's name says which it is; a directory of
// copies may get files of one name from several places, where the path or the rows must be the same.
bool is_sidecar_of(const std::string& path, const tables::ValidationOf& wanted, bool in_place, std::string& whose) {
  const auto text = read_regular_file(path, kLargest);
  const auto of = text ? tables::validation_of(*text) : std::nullopt;
  if (!of) return false;
  whose = of->path.empty() ? of->document : of->path;
  if (of->document != wanted.document) return false;
  return in_place || (!of->path.empty() && of->path == wanted.path) ||
         (!of->sha256.empty() && of->sha256 == wanted.sha256);
}

base::Result<void> not_anothers(const std::string& path, const AnnotateTarget& target) {
  std::error_code error;
  if (!fs::exists(path, error)) return {};
  const std::string hint = "move it away if it is stale, rename " + target.input +
                           ", or write copies into a directory of their own with --out DIR";
  std::string whose;
  if (!target.sidecar.document.empty()) {
    if (is_sidecar_of(path, target.sidecar, target.in_place, whose)) return {};
    return base::refuse((whose.empty() ? "is no sidecar that jitgate wrote" : "belongs to another row file, " + whose) +
                            ", so nothing was written",
                        path, hint);
  }
  if (target.in_place) return {};
  const bool claimed = std::any_of(target.claims.begin(), target.claims.end(), [&](const auto& claim) {
    return is_sidecar_of(claim.first, claim.second, target.in_place, whose);
  });
  if (claimed) return {};
  const auto bytes = read_regular_file(path, kLargest);
  if (bytes && (*bytes == target.content || base::sha256_hex(*bytes) == target.input_sha256)) return {};
  return base::refuse(
      (whose.empty() ? "is there already and no copy of " + target.input : "is a copy of another row file, " + whose) +
          ", so nothing was written",
      path, hint);
}

}  // namespace

base::Result<void> AnnotateTargets::add(const std::string& path, AnnotateTarget target) {
  std::error_code error;
  const fs::path verdict = fs::is_directory(verdict_, error) ? fs::path(verdict_) / "verdict.json" : fs::path(verdict_);
  for (const fs::path& kept : {verdict, verdict.parent_path() / "events.jsonl"}) {
    if (fs::equivalent(path, kept, error))
      return base::refuse("the verdict itself would be overwritten, so nothing was written", path,
                          "write copies into another directory with --out DIR");
  }
  const std::string input = target.input;
  const auto [met, fresh] = files.emplace(path, std::move(target));
  if (fresh) return {};
  if (fs::equivalent(met->second.input, input, error))
    return base::refuse("the file is named twice, as " + met->second.input + " and as " + input, path, "name it once");
  return base::refuse("two files would be written under this name: of " + met->second.input + " and of " + input, path,
                      "rename one of the two, or write each into a directory of its own with --out DIR");
}

base::Result<void> AnnotateTargets::may_be_written() const {
  for (const auto& [path, target] : files) {
    if (auto may = may_be_replaced(path); !may) return may;
    if (auto free = not_anothers(path, target); !free) return free;
  }
  return {};
}

base::Result<std::string> annotate_target(const std::string& path, const std::string& out) {
  std::error_code error;
  if (out.empty()) {
    const fs::path real = fs::canonical(path, error);  // a link's target is edited, not the link replaced
    if (error) return base::fail("cannot be resolved: " + error.message(), path);
    return real.string();
  }
  const fs::path target = fs::path(out) / fs::path(path).filename();
  if (fs::equivalent(path, target, error))
    return base::refuse("the copy would stand where the file is", target.string(),
                        "use --in-place, or name another directory with --out");
  return target.string();
}

}  // namespace jitgate::run
