#include "follow/follower.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>

#include "base/file_time.h"
#include "base/path_glob.h"
#include "follow/log_like.h"
#include "follow/writers.h"

namespace jitgate::follow {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxLinks = 10'000;                                   // followed in one scan
constexpr std::pair<std::uint64_t, std::uint64_t> kStandardInput = {0, 0};  // no file has inode 0

// How many files may be open beside our own: as many as the system allows at all.
std::size_t files_to_open() {
  constexpr std::size_t kOwn = 64;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return kOwn;
  const rlimit wanted{std::max(limit.rlim_cur, std::min<rlim_t>(limit.rlim_max, 16'384)), limit.rlim_max};
  if (::setrlimit(RLIMIT_NOFILE, &wanted) == 0) limit = wanted;
  return limit.rlim_cur > 2 * kOwn ? static_cast<std::size_t>(limit.rlim_cur) - kOwn : kOwn;
}

std::string why(int error) { return std::generic_category().message(error); }

bool is_pattern(const std::string& path) { return path.find_first_of("*?[{") != std::string::npos; }

// Where a log was rotated away: other files of its name, and of the name that it had before it got a number.
std::vector<struct stat> successors_of(const std::string& path) {
  const std::size_t number = path.find_last_not_of("0123456789");
  const bool numbered = number != std::string::npos && number + 1 < path.size() && path[number] == '.';
  std::vector<struct stat> out;
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0) out.push_back(about);
  if (numbered && ::stat(path.substr(0, number).c_str(), &about) == 0) out.push_back(about);
  return out;
}

}  // namespace

Follower::Follower(std::vector<std::string> paths, Sink& sink, Settings settings)
    : paths_(std::move(paths)), sink_(sink), settings_(settings) {
  settings_.most_files = std::min(settings_.most_files, files_to_open());
  if (std::find(paths_.begin(), paths_.end(), "-") == paths_.end()) return;
  std::erase(paths_, "-");
  File& file = files_[kStandardInput];
  file.path = "-";
  file.file = std::make_unique<FollowedFile>(STDIN_FILENO, true);
  begin(file);
}

Follower::~Follower() = default;

void Follower::begin(File& file) {
  file.part = ++parts_;
  sink_.begin(file.part, {file.path, file.file->identity(), file.file->changed()});
}

void Follower::tell(const std::string& path, const std::string& what, bool lost) {
  if (lost) troubled_.insert(path);
  if (told_.size() < 10'000 && told_.insert(path + '\n' + what).second) sink_.trouble(path, what, lost);
}

void Follower::rescan(std::int64_t now_ms) {
  const auto begun = std::chrono::steady_clock::now();
  seen_.clear();
  troubled_.clear();
  folders_.clear();
  met_.assign(paths_.size(), false);
  for (looking_ = 0; looking_ < paths_.size(); ++looking_) {
    const std::string& path = paths_[looking_];
    struct stat about {};
    if (!is_pattern(path) || ::stat(path.c_str(), &about) == 0) {
      look_at(path, true);
      continue;
    }
    const auto found = base::find_paths(path);
    if (!found) {
      tell(path, found.error().what);
      continue;
    }
    for (const std::string& one : found->paths) look_at(one, true);
  }
  // What a link leads to has its own name where that was met as well. Links met on the way stand behind it.
  for (std::size_t i = 0; i < links_.size() && i < kMaxLinks; ++i) {
    const auto link = links_[i];
    looking_ = link.second;
    look_at(link.first, false);
  }
  if (links_.size() > kMaxLinks)
    tell(links_[kMaxLinks].first, "is one link too many: it is not followed, nor are others");
  links_.clear();
  for (auto& [identity, file] : files_) {
    const bool here = identity == kStandardInput || seen_.count(identity) != 0;
    if (here) file.away_since = file.asked = -1;
    if (!here && file.away_since < 0) file.away_since = now_ms;
  }
  // A tree so large, or a server so slow, that looking takes long is looked at less often.
  const auto took = std::chrono::steady_clock::now() - begun;
  const std::int64_t ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  next_scan_ = now_ms + std::max(settings_.rescan_ms, 20 * ms);
}

bool Follower::examined(const std::string& path, struct stat& about) {
  if (::stat(path.c_str(), &about) == 0) return true;
  if (errno != ENOENT && errno != ENOTDIR) tell(path, "cannot be examined: " + why(errno));
  return false;
}

// `named`: by the user, or a pattern: only then is a pipe read.
void Follower::look_at(const std::string& path, bool named) {
  struct stat about {};
  if (!examined(path, about)) return;
  if (S_ISDIR(about.st_mode)) return look_below(path, about, 0);
  consider(path, about, named);
}

void Follower::consider(const std::string& path, const struct stat& about, bool named) {
  if (!S_ISREG(about.st_mode) && !(named && S_ISFIFO(about.st_mode))) return;
  const Identity identity{about.st_dev, about.st_ino};
  seen_.insert(identity);
  const auto refused = refused_.find(identity);
  const bool same = refused != refused_.end() && refused->second.changed == base::written_at(about);
  if (files_.count(identity) != 0) return found_log();
  if (same && refused->second.lost) troubled_.insert(path);
  if (same) return;
  if (files_.size() >= settings_.most_files)
    return tell(paths_[looking_], "holds more than " + std::to_string(settings_.most_files) +
                                      " files: the rest is not followed; name those that are logs");
  open(path);
}

void Follower::look_below(const std::string& folder, const struct stat& itself, int depth) {
  if (!folders_.insert({itself.st_dev, itself.st_ino}).second) return;
  DIR* directory = ::opendir(folder.c_str());
  if (directory == nullptr) {
    if (errno != ENOENT) tell(folder, "cannot be listed: " + why(errno));
    return;
  }
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(directory);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    const std::string path = folder + (folder.ends_with('/') ? "" : "/") + name;
    struct stat about {};
    if (::lstat(path.c_str(), &about) == 0 && S_ISLNK(about.st_mode)) {
      links_.emplace_back(path, looking_);
      continue;
    }
    if (!examined(path, about)) continue;
    if (!S_ISDIR(about.st_mode)) {
      consider(path, about, false);
    } else if (depth < kMaxDepth) {
      look_below(path, about, depth + 1);
    } else {
      tell(path, "is nested too deep");
    }
  }
}

void Follower::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about {};
  if (descriptor < 0 || ::fstat(descriptor, &about) != 0) {
    if (errno != ENOENT) tell(path, "cannot be opened: " + why(errno));
    if (descriptor >= 0) ::close(descriptor);
    return;
  }
  const Identity identity{about.st_dev, about.st_ino};  // another may have come under this name meanwhile
  const bool streams = !S_ISREG(about.st_mode);
  const NoLog other = streams ? NoLog() : no_log(descriptor);
  if (files_.count(identity) != 0 || !other.why.empty()) {
    ::close(descriptor);
    if (other.why.empty()) return found_log();
    const bool asked_for = std::find(paths_.begin(), paths_.end(), path) != paths_.end();
    refused_[identity] = {base::written_at(about), asked_for};
    tell(path, other.why, asked_for);
    if (other.packed) sink_.packed(path, base::written_at(about));
    return;
  }
  seen_.insert(identity);
  found_log();
  File& file = files_[identity];
  file.path = path;
  file.file = std::make_unique<FollowedFile>(descriptor, streams);
  begin(file);
}

void Follower::end(File& file, Ended why_ended) {
  file.file->finish([&](std::string_view bytes) { sink_.data(file.part, bytes); });
  sink_.end(file.part, why_ended);
}

std::uint64_t Follower::poll_one(File& file, std::int64_t now_ms, bool& ended) {
  const std::uint64_t before = file.file->handed_out();
  const auto news =
      file.file->poll([&](std::string_view bytes) { sink_.data(file.part, bytes); }, settings_.most_bytes);
  std::uint64_t handed = file.file->handed_out() - before;
  switch (news) {
    case FollowedFile::News::more:
      break;
    case FollowedFile::News::none:
      ended = is_left(file, now_ms);
      if (ended) gone_[file.part] = file.path;
      if (ended) end(file, Ended::rotated);
      break;
    case FollowedFile::News::anew:
      end(file, Ended::anew);
      file.file->restart();
      begin(file);
      handed += poll_one(file, now_ms, ended);
      break;
    case FollowedFile::News::closed:
      ended = true;
      end(file, Ended::closed);
      break;
    case FollowedFile::News::trouble:
      ended = true;
      tell(file.path, "cannot be read: " + file.file->trouble());
      end(file, Ended::rotated);
      break;
  }
  return handed;
}

void Follower::look_for_writers(std::int64_t now_ms, bool again) {
  std::set<Identity> asked_for;
  bool due = false;
  for (const auto& [identity, file] : files_) {
    if (file.away_since < 0) continue;
    due = due || again || file.asked < 0 || now_ms - file.asked >= settings_.grace_ms;
    asked_for.insert(identity);
    for (const struct stat& about : successors_of(file.path)) asked_for.insert({about.st_dev, about.st_ino});
  }
  if (!due) return;
  written_.clear();
  for (const auto& [identity, since] : writers_of(asked_for)) written_.insert(identity);
  for (auto& [identity, file] : files_) {
    if (file.away_since < 0) continue;
    file.asked = now_ms;
    file.held = written_.count(identity) != 0;
  }
}

// A successor that is empty tells only of whoever rotated; one that was written to, or is open to be, of the writer.
bool Follower::has_successor(const std::string& path) const {
  const auto takes_over = [&](const struct stat& about) {
    return about.st_size > 0 || written_.count({about.st_dev, about.st_ino}) != 0;
  };
  const auto all = successors_of(path);
  return std::any_of(all.begin(), all.end(), takes_over);
}

bool Follower::is_left(const File& file, std::int64_t now_ms) const {
  if (file.away_since < 0 || now_ms - file.away_since < settings_.grace_ms || file.held) return false;
  return !file.file->has_name() || has_successor(file.path);
}

std::uint64_t Follower::poll(std::int64_t now_ms) {
  if (now_ms >= next_scan_) rescan(now_ms);
  look_for_writers(now_ms, false);
  std::uint64_t handed = 0;
  for (auto at = files_.begin(); at != files_.end();) {
    bool ended = false;
    handed += poll_one(at->second, now_ms, ended);
    at = ended ? files_.erase(at) : std::next(at);
  }
  return handed;
}

void Follower::finish(std::int64_t now_ms) {
  next_scan_ = now_ms;
  while (poll(now_ms) > 0) {
  }
  look_for_writers(now_ms, true);
  for (auto& [identity, file] : files_) {
    if (file.away_since >= 0 && !file.held) gone_[file.part] = file.path;
    end(file, Ended::stopped);
  }
  files_.clear();
}

std::map<std::uint64_t, std::string_view> Follower::unfinished() const {
  std::map<std::uint64_t, std::string_view> out;
  for (const auto& [identity, file] : files_) {
    if (!file.file->unfinished().empty()) out[file.part] = file.file->unfinished();
  }
  return out;
}

std::set<std::uint64_t> Follower::behind() const {
  std::set<std::uint64_t> out;
  for (const auto& [identity, file] : files_) {
    if (file.file->behind()) out.insert(file.part);
  }
  return out;
}

bool Follower::replay(std::uint64_t part, const Use& use) const {
  const auto at = std::find_if(files_.begin(), files_.end(), [&](const auto& one) { return one.second.part == part; });
  return at != files_.end() && at->second.file->replay(use);
}

std::vector<std::string> Follower::without_logs() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < met_.size(); ++i) {
    if (!met_[i]) out.push_back(paths_[i]);
  }
  return out;
}

std::map<std::uint64_t, std::string> Follower::removed() const {
  std::map<std::uint64_t, std::string> out = gone_;
  for (const auto& [identity, file] : files_) {
    if (file.away_since >= 0 && !file.held) out[file.part] = file.path;
  }
  std::erase_if(out, [this](const auto& one) { return has_successor(one.second); });
  return out;
}

}  // namespace jitgate::follow
