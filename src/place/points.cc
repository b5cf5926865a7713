#include "place/points.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace jitgate::place {
namespace {

using model::Point;
using model::PointKey;
using model::ResultRow;
using model::RowKind;

bool agree(const std::string& a, const std::string& b) { return a.empty() || b.empty() || a == b; }
template <typename T>
bool agree(const std::optional<T>& a, const std::optional<T>& b) {
  return !a || !b || *a == *b;
}

bool one_point(const PointKey& a, const PointKey& b) {
  return a.conc == b.conc && agree(a.isl, b.isl) && agree(a.osl, b.osl) && agree(a.model, b.model) &&
         agree(a.hardware, b.hardware) && agree(a.framework, b.framework) && agree(a.precision, b.precision) &&
         agree(a.spec_method, b.spec_method) && agree(a.parallelism, b.parallelism) &&
         agree(a.offload_mode, b.offload_mode) && agree(a.recipe, b.recipe);
}

void fill(PointKey& key, const PointKey& from) {
  const auto text = [](std::string& to, const std::string& value) {
    if (to.empty()) to = value;
  };
  text(key.model, from.model);
  text(key.hardware, from.hardware);
  text(key.framework, from.framework);
  text(key.precision, from.precision);
  text(key.spec_method, from.spec_method);
  text(key.parallelism, from.parallelism);
  text(key.offload_mode, from.offload_mode);
  text(key.recipe, from.recipe);
  if (!key.isl) key.isl = from.isl;
  if (!key.osl) key.osl = from.osl;
}

std::string file_name(const std::string& path) {
  const std::size_t at = path.find_last_of("/!");
  return at == std::string::npos ? path : path.substr(at + 1);
}

// The directory of a row below its bundle's place or, in an artifact, the directory it lies in. Empty at the top.
std::string result_directory(const std::string& path, const Bundle& bundle) {
  const std::size_t end = path.find_last_of("/!");
  if (end == std::string::npos) return {};
  const std::string place = path.substr(0, end + 1);
  std::string inner;
  if (!bundle.prefix.empty() && place.compare(0, bundle.prefix.size(), bundle.prefix) == 0) {
    inner = place.substr(bundle.prefix.size());
  } else if (bundle.prefix.empty()) {
    const std::size_t artifact = place.find(bundle.name);
    if (bundle.name.empty() || artifact == std::string::npos) return {};
    const std::size_t below = place.find_first_of("/!", artifact);
    const std::size_t container = place.find_last_of('!');
    inner = place.substr(container != std::string::npos && container > below ? container + 1 : below + 1);
  }
  while (!inner.empty() && (inner.back() == '/' || inner.back() == '!')) inner.pop_back();
  std::replace(inner.begin(), inner.end(), '!', '/');
  return inner;
}

std::string id_of(const Point& point, const Bundles& bundles, const std::string& path) {
  const Bundle& bundle = bundles.bundles[static_cast<std::size_t>(point.bundle)];
  std::string id = bundle.name;
  const auto add = [&](const std::string& part) {
    if (part.empty()) return;
    if (!id.empty()) id += '/';
    id += part;
  };
  add(result_directory(path, bundle));
  add(point.key.conc ? "conc" + std::to_string(*point.key.conc) : file_name(path));
  return id;
}

int rank_of(RowKind kind) { return kind == RowKind::raw ? 0 : kind == RowKind::aggregate ? 1 : 2; }

// Distinguishes ids that two points would share (two runs of one shape in different layouts).
void make_unique(std::vector<Point>& points) {
  std::map<std::string, int> seen;
  for (Point& point : points) {
    const int n = ++seen[point.id];
    if (n > 1) point.id += "#" + std::to_string(n);
  }
}

}  // namespace

std::vector<Point> points_of(const model::ResultEvidence& results, const Bundles& bundles,
                             const std::vector<int>& bundle_of_row, const std::vector<int>& bundle_of_set) {
  std::vector<std::size_t> order(results.rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return rank_of(results.rows[a].kind) < rank_of(results.rows[b].kind);
  });

  std::vector<Point> points;
  for (const std::size_t i : order) {
    const ResultRow& row = results.rows[i];
    const int bundle = bundle_of_row[i];
    if (bundle < 0) continue;
    const bool whole_run = row.kind == RowKind::run_aggregate;
    const auto same = std::find_if(points.begin(), points.end(), [&](const Point& p) {
      if (!row.key.conc && p.rows.front()->duration_s != row.duration_s) return false;  // nothing else names it
      return (p.bundle == bundle || whole_run) && one_point(p.key, row.key);
    });
    if (same != points.end()) {
      fill(same->key, row.key);
      same->rows.push_back(&row);
      continue;
    }
    Point point;
    point.bundle = bundle;
    point.key = row.key;
    point.rows.push_back(&row);
    point.id = id_of(point, bundles, row.path);
    points.push_back(std::move(point));
  }

  for (std::size_t i = 0; i < results.requests.size(); ++i) {
    const model::RequestSet& set = results.requests[i];
    if (set.source == model::RequestSource::frontend || bundle_of_set[i] < 0) continue;
    std::vector<Point*> here;
    for (Point& point : points) {
      if (point.bundle == bundle_of_set[i]) here.push_back(&point);
    }
    const auto by_conc =
        std::find_if(here.begin(), here.end(), [&](const Point* p) { return p->key.conc == set.conc; });
    if (set.conc && by_conc != here.end()) {
      (*by_conc)->sets.push_back(&set);
    } else if (!set.conc && here.size() == 1) {
      here.front()->sets.push_back(&set);
    } else {
      Point point;
      point.bundle = bundle_of_set[i];
      point.key.conc = set.conc;
      point.sets.push_back(&set);
      point.id = id_of(point, bundles, set.path);
      points.push_back(std::move(point));
    }
  }
  std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    return std::tuple(a.bundle, a.key.isl, a.key.osl, a.key.conc) <
           std::tuple(b.bundle, b.key.isl, b.key.osl, b.key.conc);
  });
  make_unique(points);
  return points;
}

}  // namespace jitgate::place
