// Links in one archive. A link is no log, and what it leads to within the archive is read under its own name; but a
// link to something that was left out stands for a log that is not there, and must not vanish without a word. (In a
// directory the same is asked of the file system, see directory.h.) Names are resolved as text: nothing is looked up.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "open/visit.h"

namespace jitgate::open {

class Links {
 public:
  // Every entry's name, as the archive has it; also a link's own.
  void entry(std::string_view name);
  // `shown`: the link's path in results. A hard link's target is an entry's name, a symbolic one's is relative to
  // `name`.
  void link(std::string shown, std::string_view name, std::string_view target, bool hard);
  // At the archive's end: tells what leads nowhere.
  void report(Opening& opening) const;

 private:
  struct Link {
    std::string shown;
    std::size_t target;  // hash of the resolved name
    bool outside;
  };
  std::unordered_set<std::size_t> entries_;  // hashes of the names and of the directories above them
  std::vector<Link> links_;
  std::size_t more_ = 0;  // that were not kept
};

}  // namespace jitgate::open
