// Who holds a file open for writing, as far as this host's /proc shows it to us: the processes of our own user, or all
// of them to root. A log that nobody writes to any more tells of a server that is no more; but a server that has
// nothing to do writes nothing either, and only the file that it holds open tells the two apart.
#pragma once

#include <map>
#include <set>
#include <string>

#include "follow/follower.h"

namespace jitgate::follow {

// For each of the files that some process holds open for writing: when the first of these processes was started. One
// walk over all processes' files, however many are asked for.
std::map<Identity, base::Instant> writers_of(const std::set<Identity>& files);

// Whether a file that nobody is seen to write to has no writer: it is not on a network file system, where another host
// may write it, and it is our user's, or we are root. A writer of another container is not seen all the same.
bool writers_would_show(const std::string& path);

}  // namespace jitgate::follow
