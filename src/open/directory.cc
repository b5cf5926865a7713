// Links: one that leads to a place below the named directory is passed over without a word, since that place is read
// under its own name ("latest" beside the runs); each file is so read once, and no loop of links can be walked into.
// A link that leads elsewhere, or nowhere, is told as unreadable: an unpacked artifact must not make us read what its
// author chose on our machine.
#include "open/directory.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

#include "open/file_source.h"
#include "open/label.h"

namespace jitgate::open {
namespace {

using model::DamageKind;

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

struct FreeText {
  void operator()(char* text) const { std::free(text); }
};

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, FreeText> real(::realpath(path.c_str(), nullptr));
  return real ? real.get() : "";
}

base::Result<std::vector<std::string>> names_in(const std::string& path, std::uint64_t most) {
  const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(path.c_str()));
  if (!directory) return base::fail("cannot be listed: " + std::generic_category().message(errno), path);
  std::vector<std::string> names;
  while (names.size() <= most) {
    errno = 0;
    const dirent* entry = ::readdir(directory.get());
    if (entry == nullptr && errno != 0) {
      return base::fail("cannot be listed: " + std::generic_category().message(errno), path);
    }
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

enum class Found { named, in_directory };

base::Result<void> read_file(Opening& opening, const std::string& path, const std::string& shown, Found found) {
  base::Result<OpenFile> opened = open_file(path, found == Found::named);
  if (!opened) return tl::unexpected(opened.error());
  opening.budget.start_file(opened->size);
  const auto file = std::make_shared<WholeFile>(std::move(*opened), shown, opening.kept);
  file->head.peek(1);
  if (file->source.failed_at_once() != 0) {
    return base::fail("cannot be read: " + std::generic_category().message(file->source.failed_at_once()), path);
  }
  // One that is named alone is read in step with its reader instead: there is nothing else to do meanwhile.
  if (found == Found::in_directory && set_aside(opening, file)) return {};
  read_item(opening, file->layer, file->head, file->file.fd.get(), 0);
  return {};
}

class Walk {
 public:
  Walk(Opening& opening, std::string root) : opening_(opening), root_(std::move(root)) {}

  base::Result<void> directory(const std::string& path, const std::string& shown) {
    base::Result<std::vector<std::string>> names = names_in(path, opening_.limits.entries);
    if (!names) return tl::unexpected(std::move(names.error()));
    for (const std::string& name : *names) {
      if (stopped_) break;
      if (const char* limit = opening_.budget.exhausted()) {
        stopped_ = true;
        damaged(DamageKind::limit, shown, limit);
        break;
      }
      if (!opening_.budget.enter()) {
        stopped_ = true;
        damaged(DamageKind::limit, shown, "has more entries than the limit");
        break;
      }
      const auto below = [](const std::string& over, const std::string& part) {
        return over + (over.ends_with('/') ? "" : "/") + part;
      };
      entry(below(path, name), below(shown, label(name)));
    }
    return {};
  }

 private:
  void entry(const std::string& path, const std::string& shown) {
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0) {
      return damaged(DamageKind::unreadable, shown, "cannot be examined: " + std::generic_category().message(errno));
    }
    if (S_ISLNK(about.st_mode)) return link(path, shown);
    const base::Result<void> read =
        S_ISDIR(about.st_mode) ? directory(path, shown) : read_file(opening_, path, shown, Found::in_directory);
    if (!read) damaged(DamageKind::unreadable, shown, read.error().what);
  }

  void link(const std::string& path, const std::string& shown) {
    const std::string target = real_path(path);
    if (target.empty()) return damaged(DamageKind::unreadable, shown, "is a symbolic link that leads nowhere");
    const std::string inside = root_.ends_with('/') ? root_ : root_ + "/";
    if (target == root_ || target.starts_with(inside)) return;
    damaged(DamageKind::unreadable, shown, "is a symbolic link out of the directory, which was not followed");
  }

  void damaged(DamageKind kind, const std::string& shown, std::string what) {
    opening_.sink.damaged({kind, shown, std::move(what)});
  }

  Opening& opening_;
  std::string root_;
  bool stopped_ = false;
};

}  // namespace

base::Result<void> read_directory(Opening& opening, const std::string& path) {
  const std::string root = real_path(path);
  if (root.empty()) return base::fail("cannot be resolved: " + std::generic_category().message(errno), path);
  base::Result<void> walked = Walk(opening, root).directory(path, path);
  opening.sink.settle();
  return walked;
}

base::Result<void> read_named_file(Opening& opening, const std::string& path) {
  return read_file(opening, path, path, Found::named);
}

}  // namespace jitgate::open
