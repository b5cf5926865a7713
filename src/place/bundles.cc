#include "place/bundles.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace jitgate::place {
namespace {

// Longest first, so that "bmk_agentic_" is not taken for "bmk_". Facts: artifacts of one job, inferencex.md §1.2.
constexpr std::array<std::string_view, 9> kPrefixes = {"multinode_server_logs_",
                                                       "bmk_agentic_",
                                                       "server_logs_",
                                                       "power_audit_",
                                                       "gpu_metrics_",
                                                       "agentic_",
                                                       "profile_",
                                                       "bmk_",
                                                       "job_logs_"};
constexpr std::array<std::string_view, 3> kOfEvals = {"eval_server_logs_", "eval_gpu_metrics_", "eval_"};

std::vector<std::string_view> components(std::string_view path) {
  std::vector<std::string_view> parts;
  std::size_t at = 0;
  for (std::size_t i = 0; i <= path.size(); ++i) {
    if (i < path.size() && path[i] != '/' && path[i] != '!') continue;
    if (i > at) parts.push_back(path.substr(at, i - at));
    at = i + 1;
  }
  return parts;
}

std::string_view without_archive_suffix(std::string_view name) {
  for (const std::string_view suffix : {".zip", ".tar.gz", ".tgz", ".tar"}) {
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix)
      return name.substr(0, name.size() - suffix.size());
  }
  return name;
}

// "X (1)", "X - Copy", "X copy": what browsers and file managers make of a name that is taken.
std::string_view without_copy_mark(std::string_view name) {
  for (const std::string_view mark : {" - Copy", " copy"}) {
    if (name.ends_with(mark)) return name.substr(0, name.size() - mark.size());
  }
  const std::size_t open = name.rfind(" (");
  const bool counted = open != std::string_view::npos && name.back() == ')' && name.size() - open <= 6 &&
                       name.find_first_not_of("0123456789", open + 2) == name.size() - 1;
  return counted ? name.substr(0, open) : name;
}

bool begins(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

bool of_an_eval(std::string_view path) {
  for (const std::string_view part : components(path)) {
    for (const std::string_view prefix : kOfEvals) {
      if (begins(part, prefix) && part.size() > prefix.size() && part.find('.') == part.rfind('.')) return true;
    }
  }
  return false;
}

// Every directory and container around a path, innermost first, each with its separator; "" last.
std::vector<std::string> around(const std::string& path) {
  std::vector<std::string> places;
  for (std::size_t i = path.size(); i-- > 0;) {
    if (path[i] == '/' || path[i] == '!') places.push_back(path.substr(0, i + 1));
  }
  places.emplace_back();
  return places;
}

std::string last_component(const std::string& prefix) {
  const auto parts = components(prefix);
  return parts.empty() ? std::string() : std::string(without_archive_suffix(parts.back()));
}

}  // namespace

std::string artifact_remainder(const std::string& path) {
  for (const std::string_view part : components(path)) {
    for (const std::string_view prefix : kPrefixes) {
      if (!begins(part, prefix)) continue;
      const std::string_view rest = without_copy_mark(without_archive_suffix(part.substr(prefix.size())));
      if (rest == "logs" || rest.empty() || rest.find('.') != std::string_view::npos) continue;
      return std::string(rest);
    }
  }
  return {};
}

bool is_beside(const std::string& name) {
  constexpr std::array<std::string_view, 3> kBeside = {"power_audit_", "gpu_metrics_", "profile_"};
  const auto is_one = [&](std::string_view prefix) { return begins(name, prefix); };
  return std::any_of(kBeside.begin(), kBeside.end(), is_one) || of_an_eval(name);
}

Bundles bundles_of(const std::vector<Located>& items) {
  Bundles out;
  out.of.assign(items.size(), -1);
  std::map<std::string, int> by_key;
  const auto bundle = [&](const std::string& key, const std::string& name, const std::string& prefix) {
    const auto [at, fresh] = by_key.emplace(key, static_cast<int>(out.bundles.size()));
    if (fresh) out.bundles.push_back({name, prefix});
    return at->second;
  };

  // How many worker logs, without an artifact name, each place holds.
  std::map<std::string, int> logs_in;
  std::map<std::string, std::string> remainder_of_root;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (of_an_eval(items[i].path)) continue;
    const std::string remainder = artifact_remainder(items[i].path);
    if (!remainder.empty()) {
      out.of[i] = bundle("artifact " + remainder, remainder, {});
    } else if (items[i].worker_log) {
      for (const std::string& place : around(items[i].path)) ++logs_in[place];
    }
  }
  // A result's bundle is the innermost place around it that holds worker logs, else its own directory.
  std::vector<std::string> places;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (out.of[i] >= 0 || !items[i].document || of_an_eval(items[i].path)) continue;
    const auto candidates = around(items[i].path);
    std::string found = logs_in.empty() ? candidates.front() : candidates.back();
    for (const std::string& place : candidates) {
      if (logs_in.count(place) != 0) {
        found = place;
        break;
      }
    }
    out.of[i] = bundle("place " + found, last_component(found), found);
    places.push_back(found);
  }
  // A log goes to the innermost such place around it; to the only bundle there is; else to a bundle of its own place.
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (out.of[i] >= 0 || of_an_eval(items[i].path)) continue;
    const auto candidates = around(items[i].path);
    const auto home = std::find_if(candidates.begin(), candidates.end(), [&](const std::string& place) {
      return std::binary_search(places.begin(), places.end(), place);
    });
    if (home != candidates.end()) {
      out.of[i] = bundle("place " + *home, last_component(*home), *home);
    } else if (out.bundles.size() == 1) {
      out.of[i] = 0;
    } else {
      out.of[i] = bundle("place " + candidates.front(), last_component(candidates.front()), candidates.front());
    }
  }
  return out;
}

}  // namespace jitgate::place
