// Names from answers as names of files. A name becomes exactly one segment of a path, which no shell, glob or later
// reader takes for something else; different names stay different, and names that are in order stay as they are, since
// what a result and its logs share is read from them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace jitgate::fetch {

// Letters, digits and "._-+=@,()[]{}~ " stay (a leading '.' or '-', and blanks at an end, do not), every other byte
// becomes %XX. Longer than 232 bytes: cut, with a hash of the whole name.
std::string file_name(std::string_view name);

// Whether a relative path from a manifest stays in the manifest's folder: that lies where others write, too.
bool stays_below(std::string_view path);

// Hands out names that are not yet taken, also where case does not count. Ours (manifest.json, job-logs, *.part …) are.
class FileNames {
 public:
  // file_name(name) + ending, or with "~<id>" before the ending if that is taken.
  std::string give(std::string_view name, std::string_view ending, std::int64_t id);
  // One that is there already.
  void reserve(std::string_view full);

 private:
  std::set<std::string> taken_;
};

}  // namespace jitgate::fetch
