#include "snapshot/listing_file.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "model/path_name.h"

namespace jitgate::snapshot {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kBegins = "{\"jitgate_snapshot\":1,";
constexpr std::size_t kMaxLine = 64 * 1024;

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, nlohmann::detail::error_handler_t::replace) + '\n';
}

Json pair_of(const model::Interval& interval) { return Json::array({interval.lo, interval.hi}); }

std::int64_t number(const Json& json, const char* key) {
  const auto at = json.find(key);
  return at != json.end() && at->is_number_integer() ? at->get<std::int64_t>() : 0;
}

std::string text(const Json& json, const char* key) {
  const auto at = json.find(key);
  return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// False: it is none.
bool interval(const Json& json, const char* key, model::Interval& into) {
  const auto at = json.find(key);
  if (at == json.end() || !at->is_array() || at->size() != 2) return false;
  if (!(*at)[0].is_number_integer() || !(*at)[1].is_number_integer()) return false;
  into = {(*at)[0].get<std::int64_t>(), (*at)[1].get<std::int64_t>()};
  return into.lo >= 0 && into.lo <= into.hi && into.hi < base::kLatest / 2;
}

bool take_build(const Json& json, Listing& listing) {
  CacheBuild one;
  one.folder = text(json, "folder");
  if (!interval(json, "start_ns", one.build.start) || !interval(json, "end_ns", one.build.end)) return false;
  const auto duration = json.find("duration_s");
  if (duration == json.end() || !duration->is_number()) return false;
  one.build.duration_s = duration->get<double>();
  one.build.commands = static_cast<std::uint32_t>(number(json, "commands"));
  one.build.output = text(json, "output");
  one.build.text = text(json, "text");
  one.build.first_line = one.build.last_line = listing.lines;
  listing.builds.push_back(std::move(one));
  return true;
}

}  // namespace

std::string text_of(const Listing& listing) {
  std::string out = line_of({{"jitgate_snapshot", 1},
                             {"name", listing.name},
                             {"edge", listing.end ? "end" : "start"},
                             {"host", listing.host},
                             {"directory", listing.directory},
                             {"compiler", listing.compiler},
                             {"begun_ns", listing.begun},
                             {"ended_ns", listing.ended},
                             {"absent", listing.absent},
                             {"unread", listing.unread}});
  for (const CacheFile& file : listing.files)
    out += line_of({{"file", file.path}, {"size", file.size}, {"changed_ns", file.changed}});
  for (const CacheBuild& one : listing.builds) {
    out += line_of({{"folder", one.folder},
                    {"start_ns", pair_of(one.build.start)},
                    {"end_ns", pair_of(one.build.end)},
                    {"duration_s", one.build.duration_s},
                    {"commands", one.build.commands},
                    {"output", one.build.output},
                    {"text", one.build.text}});
  }
  out += line_of({{"jitgate_snapshot_end", 1}, {"files", listing.files.size()}, {"builds", listing.builds.size()}});
  return out;
}

ListingReader::ListingReader(std::string path) : named_(model::file_name(path).starts_with(kListingName)) {
  listing_.source = std::move(path);
}

bool ListingReader::feed(std::string_view bytes) {
  while (!refused_ && !bytes.empty()) {
    const std::size_t stop = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, stop);
    if (carry_.size() + piece.size() <= kMaxLine) carry_ += piece;
    if (!begun_) {
      const std::size_t known = std::min(carry_.size(), kBegins.size());
      if (std::string_view(carry_).substr(0, known) != kBegins.substr(0, known)) refused_ = true;
    }
    if (stop == std::string_view::npos || refused_) break;
    line(carry_);
    carry_.clear();
    bytes.remove_prefix(stop + 1);
  }
  return !refused_;
}

bool ListingReader::finish() {
  const bool is_one = !refused_ && (begun_ || carry_.size() >= kBegins.size());
  if (is_one) {
    if (!ended_ && fault_.empty()) fault_ = "it ends early";
  } else if (named_) {
    fault_ = refused_ ? "it does not begin as one" : carry_.empty() ? "it is empty" : "it ends early";
    begun_ = false;
  }
  return is_one || named_;
}

void ListingReader::line(std::string_view bytes) {
  ++listing_.lines;
  const Json json = Json::parse(bytes, nullptr, false);
  const bool object = json.is_object();
  if (!begun_) {
    begun_ = object;
    refused_ = !object;
    if (refused_) return;
    listing_.name = text(json, "name");
    listing_.end = text(json, "edge") == "end";
    listing_.host = text(json, "host");
    listing_.directory = text(json, "directory");
    listing_.compiler = text(json, "compiler");
    listing_.begun = number(json, "begun_ns");
    listing_.ended = number(json, "ended_ns");
    listing_.absent = json.value("absent", Json()) == true;
    const auto unread = json.find("unread");
    if (unread != json.end() && unread->is_array()) {
      for (const Json& one : *unread) listing_.unread.push_back(one.is_string() ? one.get<std::string>() : "?");
    }
    if (listing_.begun <= 0 || listing_.ended < listing_.begun) fault_ = "it does not tell when it was taken";
  } else if (object && json.contains("file")) {
    const auto size = json.find("size");
    if (listing_.files.size() < kMaxFiles) {
      listing_.files.push_back({text(json, "file"),
                                size != json.end() && size->is_number_unsigned() ? size->get<std::uint64_t>() : 0,
                                number(json, "changed_ns"), listing_.lines});
    } else {
      fault_ = "it lists more files than are kept";
    }
  } else if (object && json.contains("folder")) {
    if (!take_build(json, listing_)) fault_ = "line " + std::to_string(listing_.lines) + " is no build";
  } else if (object && json.contains("jitgate_snapshot_end")) {
    ended_ = true;
    if (number(json, "files") != static_cast<std::int64_t>(listing_.files.size()) ||
        number(json, "builds") != static_cast<std::int64_t>(listing_.builds.size()))
      fault_ = "lines are missing from it";
  } else {
    fault_ = "line " + std::to_string(listing_.lines) + " is none of a snapshot";
  }
}

}  // namespace jitgate::snapshot
