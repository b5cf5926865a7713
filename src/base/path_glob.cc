#include "base/path_glob.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>

#include "base/text.h"

namespace jitgate::base {
namespace {

constexpr std::size_t kMostAlternatives = 1000;

using Parts = std::vector<std::string>;

Parts parts_of(std::string_view path) {
  Parts parts;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "**" && !parts.empty() && parts.back() == "**") continue;  // as one; two cost a walk for each folder
    parts.emplace_back(part);
  }
  return parts;
}

// Row by row as in an edit distance: linear in the path for each part of the pattern.
bool match_parts(const Parts& pattern, const Parts& path) {
  std::vector<bool> reached(path.size() + 1, false);
  reached[0] = true;
  for (const std::string& part : pattern) {
    std::vector<bool> next(path.size() + 1, false);
    if (part == "**") {
      bool any = false;
      for (std::size_t i = 0; i <= path.size(); ++i) next[i] = any = any || reached[i];
    } else {
      for (std::size_t i = 0; i < path.size(); ++i) next[i + 1] = reached[i] && glob_match(part, path[i]);
    }
    reached = std::move(next);
  }
  return reached[path.size()];
}

// The first brace that closes, with its commas and its end in `cuts`; npos: none. A backslash quotes.
std::size_t brace_at(std::string_view text, std::vector<std::size_t>& cuts) {
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (text[begin] == '\\') ++begin;
    if (begin >= text.size() || text[begin] != '{') continue;
    cuts = {begin};
    std::size_t depth = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '{') {
        ++depth;
      } else if (text[i] == ',' && depth == 1) {
        cuts.push_back(i);
      } else if (text[i] == '}' && --depth == 0) {
        cuts.push_back(i);
        return begin;
      }
    }
  }
  return std::string_view::npos;
}

bool has_wildcard(std::string_view part) { return part.find_first_of("*?[\\") != std::string_view::npos; }

bool is_folder(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

class Finder {
 public:
  Finder(std::size_t most, FoundPaths& found) : most_(most), found_(found) {}

  // False: too many names.
  bool find(const std::string& folder, const Parts& parts, std::size_t at) {
    if (at == parts.size()) {
      if (!is_folder(folder) || !has_wildcard(parts.back())) {
        found_.paths.push_back(folder);
      } else {
        found_.folders_left = true;
      }
      return true;
    }
    if (parts[at] == "**") return anywhere(folder, parts, at);
    if (!has_wildcard(parts[at])) {
      const std::string path = below(folder, parts[at]);
      struct stat about {};
      return ::lstat(path.c_str(), &about) != 0 || find(path, parts, at + 1);
    }
    return listed(folder, [&](const std::string& name, const std::string& path) {
      return !glob_match(parts[at], name) || find(path, parts, at + 1);
    });
  }

 private:
  static std::string below(const std::string& folder, const std::string& name) {
    return folder.empty() || folder == "/" ? folder + name : folder + '/' + name;
  }

  // "a/**" takes what lies below a, at any depth, and not a itself.
  bool anywhere(const std::string& folder, const Parts& parts, std::size_t at) {
    const bool last = at + 1 == parts.size();
    if (!last && !find(folder, parts, at + 1)) return false;
    return listed(folder, [&](const std::string& name, const std::string& path) {
      struct stat about {};
      if (::lstat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode))
        return name == ".git" || anywhere(path, parts, at);
      if (last) found_.paths.push_back(path);
      return true;
    });
  }

  template <typename Visit>
  bool listed(const std::string& folder, const Visit& visit) {
    const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(folder.empty() ? "." : folder.c_str()));
    if (!directory) {
      // What is not there, or is a file, just has nothing in it.
      if (errno != ENOENT && errno != ENOTDIR)
        found_.unreadable.emplace_back(folder, std::generic_category().message(errno));
      return true;
    }
    std::vector<std::string> names;
    for (;;) {
      errno = 0;
      const dirent* entry = ::readdir(directory.get());
      if (entry == nullptr) {
        if (errno != 0) found_.unreadable.emplace_back(folder, std::generic_category().message(errno));
        break;
      }
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++seen_ > most_) return false;
      names.emplace_back(name);
    }
    return std::all_of(names.begin(), names.end(),
                       [&](const std::string& name) { return visit(name, below(folder, name)); });
  }

  std::size_t most_, seen_ = 0;
  FoundPaths& found_;
};

template <typename T>
void sort_once(std::vector<T>& all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

std::vector<std::string> without_braces(std::string_view pattern, bool* cut) {
  std::vector<std::string> done;
  std::vector<std::string> open = {std::string(pattern)};
  while (!open.empty()) {
    const std::string text = std::move(open.back());
    open.pop_back();
    std::vector<std::size_t> cuts;
    const std::size_t begin = brace_at(text, cuts);
    if (begin == std::string_view::npos) {
      done.push_back(text);
      continue;
    }
    if (done.size() + open.size() + cuts.size() > kMostAlternatives) {
      if (cut != nullptr) *cut = true;
      break;
    }
    // Last alternative first: the stack turns their order round again.
    for (std::size_t i = cuts.size() - 1; i > 0; --i) {
      open.push_back(text.substr(0, begin) + text.substr(cuts[i - 1] + 1, cuts[i] - cuts[i - 1] - 1) +
                     text.substr(cuts.back() + 1));
    }
  }
  return done;
}

bool path_match(std::string_view pattern, std::string_view path) {
  if (pattern.starts_with('/') != path.starts_with('/')) return false;
  const Parts parts = parts_of(path);
  const std::vector<std::string> all = without_braces(pattern);
  return std::any_of(all.begin(), all.end(), [&](const std::string& one) { return match_parts(parts_of(one), parts); });
}

Result<FoundPaths> find_paths(const std::string& pattern, std::size_t most) {
  if (pattern.empty()) return refuse("a pattern is empty");
  bool cut = false;
  FoundPaths found;
  Finder finder(most, found);
  for (const std::string& one : without_braces(pattern, &cut)) {
    const Parts parts = parts_of(one);
    if (parts.empty()) {  // "." or "/"
      found.paths.push_back(one);
    } else if (!finder.find(one.starts_with('/') ? "/" : "", parts, 0)) {
      return fail("more than " + std::to_string(most) + " names were looked at", pattern, "name a folder first");
    }
  }
  if (cut) return refuse("the braces stand for too many patterns", pattern, "write several patterns");
  sort_once(found.paths);
  sort_once(found.unreadable);
  return found;
}

std::vector<std::string> without_repeats(const std::vector<std::string>& paths) {
  std::set<std::string> folders;
  for (const std::string& path : paths) {
    if (is_folder(path)) folders.insert(std::filesystem::path(path).lexically_normal().string());
  }
  std::vector<std::string> kept;
  std::set<std::pair<dev_t, ino_t>> seen;
  for (const std::string& path : paths) {
    const std::filesystem::path whole = std::filesystem::path(path).lexically_normal();
    bool within = false;
    for (std::filesystem::path over = whole.parent_path(); !within && !over.empty(); over = over.parent_path()) {
      within = folders.count(over.string()) + folders.count(over.string() + "/") + folders.count(".") > 0;
      if (over == over.parent_path()) break;
    }
    struct stat about {};
    if (within || (::stat(path.c_str(), &about) == 0 && !seen.emplace(about.st_dev, about.st_ino).second)) continue;
    kept.push_back(path);
  }
  return kept;
}

}  // namespace jitgate::base
