#include "snapshot/changes.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>

#include "base/text.h"
#include "model/path_name.h"
#include "snapshot/compilers.h"
#include "snapshot/stamps.h"

namespace jitgate::snapshot {
namespace {

using base::Instant;

constexpr base::Duration kClock = 50 * base::kMillisecond;  // steps of a file system's clock
constexpr base::Duration kInstalled = 2 * base::kSecond;    // a build's product is copied to its place closely after it

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view stem_of(std::string_view name) { return name.substr(0, name.rfind('.')); }

// Written by every process that only looks whether there is something to compile.
bool keeps_order(std::string_view path) {
  static constexpr std::array<std::string_view, 4> kNames = {"lock", "build.ninja", ".ninja_log", ".ninja_deps"};
  static constexpr std::array<std::string_view, 4> kEnds = {".lock", ".log", ".pid", ".tmp"};
  const std::string_view name = model::file_name(path);
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
         std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) { return name.ends_with(end); });
}

// What a loader takes; where a compile leaves several files, this one names it.
bool is_product(std::string_view path) {
  static constexpr std::array<std::string_view, 7> kEnds = {".so", ".cubin", ".hsaco", ".fatbin", ".co", ".o", ".ptx"};
  return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) { return path.ends_with(end); });
}

class Comparison {
 public:
  Comparison(const Listing& before, const Listing& after) : before_(before), after_(after) {
    rule_ = std::max(0, rule_of_compiler(after.compiler));
  }

  model::LogEvidence run() {
    model::LogEvidence out;
    out.of_cache = true;
    out.host = after_.host;
    out.coverage.path = after_.source;
    out.coverage.lines = after_.lines;
    std::vector<const CacheBuild*> built;
    for (const CacheBuild& one : after_.builds) {
      if (one.build.end.hi < before_.begun || one.build.end.lo > after_.ended) continue;
      out.events.push_back(event_of(one.build, rule_, one.folder.empty() ? after_.directory : one.folder));
      built.push_back(&one);
    }
    std::map<std::string_view, std::vector<const CacheFile*>> changed;
    for (const CacheFile& file : after_.files) {
      if (keeps_order(file.path) || !is_new(file)) continue;
      const bool told =
          std::any_of(built.begin(), built.end(), [&](const CacheBuild* one) { return is_of(*one, file); });
      if (!told) changed[folder_of(file.path)].push_back(&file);
    }
    for (const auto& [folder, files] : changed) out.events.push_back(event(files, std::string(folder)));
    return out;
  }

 private:
  // A log tells of its folder's builds, but not of all: of other commands, or of builds whose rows tell no time.
  [[nodiscard]] static bool is_of(const CacheBuild& one, const CacheFile& file) {
    if (!one.folder.empty() && !file.path.starts_with(one.folder + '/')) return false;
    if (!is_product(file.path)) return true;
    return file.changed >= one.build.start.lo - kClock && file.changed <= one.build.end.hi + kInstalled;
  }

  // The file of that name at the first listing; null: there was none.
  [[nodiscard]] const CacheFile* old_one(const CacheFile& file) const {
    const auto old = std::lower_bound(before_.files.begin(), before_.files.end(), file.path,
                                      [](const CacheFile& a, const std::string& path) { return a.path < path; });
    return old == before_.files.end() || old->path != file.path ? nullptr : &*old;
  }

  [[nodiscard]] bool is_new(const CacheFile& file) const {
    const CacheFile* old = old_one(file);
    return old == nullptr || old->size != file.size || old->changed != file.changed;
  }

  // Nothing but its time is another: it was written anew with as many bytes, or only touched.
  [[nodiscard]] bool may_be_touched(const CacheFile& file) const {
    const CacheFile* old = old_one(file);
    return old != nullptr && old->size == file.size;
  }

  [[nodiscard]] model::RawEvent event(const std::vector<const CacheFile*>& files, const std::string& folder) const {
    Instant first = base::kLatest;
    Instant last = base::kEarliest;
    const CacheFile* named = files.front();
    for (const CacheFile* file : files) {
      first = std::min(first, file->changed);
      last = std::max(last, file->changed);
      if (is_product(file->path) && !is_product(named->path)) named = file;
    }
    const bool dated = first >= before_.begun - base::kSecond && last <= after_.ended + base::kSecond;
    const bool touched =
        std::all_of(files.begin(), files.end(), [&](const CacheFile* file) { return may_be_touched(*file); });
    const bool definite = dated && !touched;
    model::RawEvent event;
    event.rule = static_cast<std::uint32_t>(rule_);
    event.type = model::EventType::build;
    event.certainty = definite ? model::Certainty::definite : model::Certainty::probable;
    event.cost = definite ? model::Cost::compile : model::Cost::unknown;
    event.marks = model::Marks::end;
    event.first_is_start = true;
    event.candidates = static_cast<std::uint32_t>(files.size());
    event.target = base::valid_utf8(stem_of(model::file_name(named->path)), 500);
    event.detail = base::valid_utf8(folder, 500);
    if (dated) {
      event.first.own = stamp_of(before_.begun, std::max(before_.begun, first + kClock));
      event.last.own = stamp_of(last - kClock, last + kClock);
    } else {
      event.first.own = event.last.own = stamp_of(before_.begun, after_.ended);
    }
    event.line = named->line;
    event.last_line = after_.lines;  // of the listing's end
    event.text = base::valid_utf8(after_.directory + '/' + named->path, 2000);
    return event;
  }

  const Listing& before_;
  const Listing& after_;
  int rule_ = 0;
};

std::string shown(const Listing& listing) {
  return "the " + std::string(listing.end ? "end" : "start") + " of " + listing.name + " in " + listing.directory +
         (listing.host.empty() ? "" : " on " + listing.host);
}

}  // namespace

Changes changes_between(std::vector<Listing> listings) {
  Changes out;
  std::stable_sort(listings.begin(), listings.end(),
                   [](const Listing& a, const Listing& b) { return a.begun < b.begun; });
  const auto damaged = [&](const Listing& listing, model::DamageKind kind, std::string what) {
    out.damage.push_back({kind, listing.source, std::move(what)});
  };
  std::map<std::tuple<std::string, std::string, std::string>, const Listing*> open;
  for (const Listing& listing : listings) {
    for (const std::string& what : listing.unread) damaged(listing, model::DamageKind::unreadable, what);
    auto& start = open[{listing.name, listing.host, listing.directory}];
    if (!listing.end) {
      if (start != nullptr)
        damaged(*start, model::DamageKind::missing, "there is no snapshot of its end: it shows " + shown(*start));
      start = &listing;
    } else if (start == nullptr) {
      damaged(listing, model::DamageKind::missing, "there is no snapshot of its start: it shows " + shown(listing));
    } else {
      if (start->absent && listing.absent)
        damaged(listing, model::DamageKind::missing,
                "the directory is at neither end, so it is not the one that the server uses, or no compiler has one: "
                "give the server's, or leave it out: it shows " +
                    shown(listing));
      if (!start->files.empty() && listing.files.empty())
        damaged(listing, model::DamageKind::missing,
                "nothing is left of what the start lists: what was built meanwhile is not known: it shows " +
                    shown(listing));
      out.caches.push_back(Comparison(*start, listing).run());
      start = nullptr;
    }
  }
  for (const auto& [key, start] : open) {
    if (start != nullptr)
      damaged(*start, model::DamageKind::missing, "there is no snapshot of its end: it shows " + shown(*start));
  }
  return out;
}

}  // namespace jitgate::snapshot
