// Files by a pattern over paths, as CI systems write them: `*`, `?`, `[set]` within one name, `**` for any number of
// folders (also none), `{a,b}` for either. glob(3) knows no `**` and leaves out names that begin with a dot: a log of
// such a name would be missed without a word, so here every name is one like the others.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace jitgate::base {

// Whether the pattern takes the whole path. Both are cut at '/'; empty parts and "." are nothing.
bool path_match(std::string_view pattern, std::string_view path);

// The patterns that stand for one with braces, nested ones too; a brace that does not close is a plain character.
// At most 1,000: the rest is left out, and `cut` says so.
std::vector<std::string> without_braces(std::string_view pattern, bool* cut = nullptr);

struct FoundPaths {
  // Files that the pattern names, and folders where it ends in a plain name; sorted, each once, as the pattern writes
  // them (relative ones to the working directory).
  std::vector<std::string> paths;
  bool folders_left = false;  // a wildcard at the end met a folder, which it does not take: "results/*"
  std::vector<std::pair<std::string, std::string>> unreadable;  // folders that could not be listed, and why
};

// What is there for a pattern. Links are followed but for folders met by `**`, which could go round for ever; that
// does not enter ".git" either. Errors: an empty pattern, one with too many braces, more than `most` names looked at.
Result<FoundPaths> find_paths(const std::string& pattern, std::size_t most = 1'000'000);

// Each file once: without what lies below a folder of the list or is the same file by another name.
std::vector<std::string> without_repeats(const std::vector<std::string>& paths);

}  // namespace jitgate::base
