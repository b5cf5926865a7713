#include "open/links.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace jitgate::open {
namespace {

constexpr std::size_t kMostLinks = 10'000;
constexpr std::size_t kMostTold = 16;
constexpr std::size_t kLongestName = 4096;  // PATH_MAX of the systems that write archives

std::size_t hash_of(std::string_view text) { return std::hash<std::string_view>()(text); }

// `name` without ".", ".." and empty parts, a leading '/' kept; false: it leads above where it began.
bool resolve(std::string_view name, std::string* out) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return false;
    } else {
      parts.pop_back();
    }
  }
  out->clear();
  for (const std::string_view part : parts) {
    if (!out->empty() || name.starts_with('/')) *out += '/';
    *out += part;
  }
  return true;
}

}  // namespace

void Links::entry(std::string_view name) {
  std::string resolved;
  if (name.size() > kLongestName || !resolve(name, &resolved)) return;
  std::string_view rest = resolved;
  while (!rest.empty() && entries_.insert(hash_of(rest)).second) {
    const std::size_t slash = rest.rfind('/');
    rest = slash == std::string_view::npos ? std::string_view() : rest.substr(0, slash);
  }
}

void Links::link(std::string shown, std::string_view name, std::string_view target, bool hard) {
  if (links_.size() >= kMostLinks) {
    ++more_;
    return;
  }
  std::string path;
  if (!hard && !target.starts_with('/')) path.append(name.substr(0, name.rfind('/') + 1));
  path.append(target.substr(0, kLongestName + 1));
  std::string resolved;
  const bool outside = path.size() > kLongestName || !resolve(path, &resolved);
  // The archive's own top directory ("latest -> .") is there.
  if (!outside && resolved.empty()) return;
  links_.push_back({std::move(shown), hash_of(resolved), outside});
}

void Links::report(Opening& opening) const {
  std::size_t told = 0;
  std::string last;
  for (const Link& link : links_) {
    if (!link.outside && entries_.contains(link.target)) continue;
    last = link.shown;
    if (++told <= kMostTold) {
      opening.sink.damaged({model::DamageKind::unreadable, link.shown, "is a link to what is not in the archive"});
    }
  }
  if (told > kMostTold) {
    opening.sink.damaged({model::DamageKind::unreadable, last,
                          "is the last of " + std::to_string(told) + " links to what is not in the archive"});
  }
  if (more_ > 0) {
    opening.sink.damaged({model::DamageKind::limit, links_.back().shown,
                          "is followed by " + std::to_string(more_) + " more links, which were not looked at"});
  }
}

}  // namespace jitgate::open
