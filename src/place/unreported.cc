#include "place/unreported.h"

#include <algorithm>

#include "place/unclaimed.h"

namespace jitgate::place {
namespace {

using model::ClientLine;
using model::ClientMark;

// Notes on every point of that concurrency whether a warm-up came before; false: there is none.
bool tell_points(model::Placed& placed, int bundle, std::int64_t conc, std::optional<bool> warmed) {
  bool reported = false;
  for (model::Point& point : placed.points) {
    if (point.bundle != bundle || point.key.conc != conc) continue;
    reported = true;
    if (warmed && !point.warmed_up) point.warmed_up = warmed;
  }
  return reported;
}

void read(const model::ClientLog& log, int bundle, const std::string& name, model::Placed& placed) {
  // Only a script that brackets each client process shows whether a warm-up process ran before it.
  const bool brackets = std::any_of(log.lines.begin(), log.lines.end(),
                                    [](const ClientLine& line) { return line.mark == ClientMark::process_end; });
  bool warmed = false;
  for (const ClientLine& line : log.lines) {
    using enum ClientMark;
    if (line.mark == warmup || line.mark == warmup_done || line.mark == main_begin) warmed = true;
    if (line.mark == process_end) warmed = false;
    if (line.mark != process_begin || !line.conc) continue;
    const bool reported = tell_points(placed, bundle, *line.conc, brackets ? std::optional(warmed) : std::nullopt);
    warmed = false;
    if (!reported)
      add_unreported(placed, name, *line.conc, "the client's log begins this measurement and no result reports it");
  }
}

}  // namespace

void find_unreported(const model::ResultEvidence& results, const std::vector<int>& of_client, const Bundles& bundles,
                     model::Placed& placed) {
  for (std::size_t i = 0; i < results.client_logs.size(); ++i) {
    if (of_client[i] < 0) continue;
    read(results.client_logs[i], of_client[i], bundles.bundles[static_cast<std::size_t>(of_client[i])].name, placed);
  }
}

}  // namespace jitgate::place
