#include "place/unclaimed.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <set>

#include "place/frontend_reach.h"

namespace jitgate::place {
namespace {

using base::Instant;
using base::kEarliest;
using base::kMillisecond;
using base::shifted;
using model::Point;
using model::Request;

constexpr std::int64_t kFewest = 8;  // requests of a burst worth asking about
constexpr std::int64_t kFewestToASlot = 3;
constexpr int kBehind = 2;                                  // bursts of the next client
constexpr base::Duration kNextInLine = 100 * kMillisecond;  // between a request and the one that its end lets go

// Requests between two instants at which none was open.
struct Burst {
  std::vector<const Request*> requests;
  Instant end = kEarliest;
  std::int64_t peak = 0;  // most of them open at once
};

struct Tokens {
  std::int64_t least = -1, most = -1;
  void add(std::int64_t n) {
    if (n < 0) return;
    least = least < 0 ? n : std::min(least, n);
    most = std::max(most, n);
  }
};

// What the points of the bundle have in common.
struct Shape {
  std::set<std::int64_t> to_a_slot;
  Tokens outputs;
  std::vector<std::pair<std::int64_t, Instant>> ends;  // concurrency and end of each window
};

bool inside(const Request& r, const model::Window& w) {
  return r.received >= shifted(w.start.lo, -5 * kMillisecond) && r.received <= shifted(w.end.hi, 5 * kMillisecond);
}

Instant end_of(const Request& r) { return std::max(r.received, r.completed); }

std::vector<Burst> bursts_of(const std::vector<const Request*>& requests) {
  std::vector<Burst> bursts;
  std::priority_queue<Instant, std::vector<Instant>, std::greater<>> open;
  for (const Request* r : requests) {
    while (!open.empty() && open.top() <= r->received) open.pop();
    if (open.empty()) bursts.emplace_back();
    open.push(end_of(*r));
    Burst& burst = bursts.back();
    burst.requests.push_back(r);
    burst.end = std::max(burst.end, end_of(*r));
    burst.peak = std::max(burst.peak, static_cast<std::int64_t>(open.size()));
  }
  return bursts;
}

using Bursts = std::vector<Burst>::const_iterator;

bool outputs_alike(Bursts from, Bursts to, const Shape& shape) {
  Tokens outputs;
  for (; from != to; ++from) {
    for (const Request* r : from->requests) outputs.add(r->output_tokens);
  }
  if (outputs.least < 0 || shape.outputs.least < 0) return true;
  return outputs.most <= shape.outputs.most + shape.outputs.most / 50 &&
         outputs.least >= shape.outputs.least - shape.outputs.least / 10;
}

// The concurrency of a loop of `n` requests that can be a measurement, as far as numbers tell; 0: it is none.
std::int64_t concurrency_of(std::int64_t n, std::int64_t peak, bool whole, Instant begin, const Shape& shape) {
  if (n < kFewest) return 0;
  for (const std::int64_t m : shape.to_a_slot) {
    if (n % m != 0) continue;
    const std::int64_t conc = n / m;
    // A request may be received before the line of the one it follows is written.
    const std::int64_t more = std::max<std::int64_t>(conc / 4, whole ? 1 : 0);
    if (peak * 5 < conc * 4 || peak > conc + more) continue;
    const bool to_come = std::any_of(shape.ends.begin(), shape.ends.end(),
                                     [&](const auto& known) { return known.first == conc && begin < known.second; });
    if (!to_come) return conc;
  }
  return 0;
}

struct Lost {
  Bursts begin, end;
  std::int64_t conc = 0, requests = 0;
};

// Bursts that follow one another without a pause may be one client's: slots that end in step leave none open for a
// moment. Its probe and its warm-up may stand in front, never more than half as many as it measured, and the next
// client's probe behind.
Lost lost_in(Bursts from, Bursts to, const Shape& shape) {
  std::int64_t all = 0;
  for (Bursts b = from; b != to; ++b) all += static_cast<std::int64_t>(b->requests.size());
  Lost found{to, to};
  for (int behind = 0; behind <= kBehind && to - from > behind; ++behind) {
    const Bursts end = to - behind;
    std::int64_t n = 0;
    std::int64_t peak = 0;
    for (Bursts b = end; b != from;) {
      --b;
      n += static_cast<std::int64_t>(b->requests.size());
      peak = std::max(peak, b->peak);
      if (n <= found.requests || (all - n) * 2 > n) continue;
      const std::int64_t conc = concurrency_of(n, peak, n == all, b->requests.front()->received, shape);
      if (conc > 0 && outputs_alike(b, end, shape)) found = {b, end, conc, n};
    }
  }
  return found;
}

}  // namespace

void add_unreported(model::Placed& placed, const std::string& name, std::int64_t conc, const std::string& why) {
  const std::string id = name + (name.empty() ? "" : "/") + "conc" + std::to_string(conc);
  auto& missing = placed.unreported;
  if (std::find(missing.begin(), missing.end(), id) != missing.end()) return;
  missing.push_back(id);
  placed.unreported_why.push_back(why);
}

void find_unclaimed(const std::vector<const Request*>& frontend, int bundle, const std::string& name,
                    model::Placed& placed) {
  std::vector<const Request*> rest = frontend;
  Shape shape;
  for (const Point& point : placed.points) {
    if (point.bundle != bundle) continue;
    if (point.windows.empty()) return;  // its requests cannot be told from others
    std::int64_t here = 0;
    for (const model::Window& window : point.windows) {
      if (point.key.conc) shape.ends.emplace_back(*point.key.conc, window.end.hi);
      std::erase_if(rest, [&](const Request* r) {
        if (!inside(*r, window)) return false;
        ++here;
        shape.outputs.add(r->output_tokens);
        return true;
      });
    }
    // Only a point whose requests this frontend shows tells what a measurement looks like in it.
    const auto counted = requests_counted(point);
    const bool shown = here > 0 && (!counted || here >= *counted);
    const std::int64_t number = counted.value_or(here);
    if (!shown || !point.key.conc || number % *point.key.conc != 0) continue;
    if (const std::int64_t m = number / *point.key.conc; m >= kFewestToASlot) shape.to_a_slot.insert(m);
  }
  if (shape.to_a_slot.empty()) return;
  const auto tell = [&](const Lost& lost) {
    add_unreported(
        placed, name, lost.conc,
        fmt::format("the frontend served {} requests at concurrency {} from {} to {}, and no result "
                    "reports them",
                    lost.requests, lost.conc, base::format_instant(lost.begin->requests.front()->received, 3),
                    base::format_instant((lost.end - 1)->end, 3)));
  };
  const std::vector<Burst> bursts = bursts_of(rest);
  for (Bursts from = bursts.begin(); from != bursts.end();) {
    Bursts to = from + 1;
    while (to != bursts.end() && to->requests.front()->received - (to - 1)->end <= kNextInLine) ++to;
    bool told = false;
    for (Bursts b = from; b != to; ++b) {
      const Lost lost = lost_in(b, b + 1, shape);
      if (lost.conc == 0) continue;
      tell(lost);
      told = true;
    }
    if (const Lost lost = told ? Lost{to, to} : lost_in(from, to, shape); lost.conc > 0) tell(lost);
    from = to;
  }
}

}  // namespace jitgate::place
