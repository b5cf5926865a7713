#include "run/live_work.h"

#include <algorithm>

namespace jitgate::run {
namespace {

// vLLM names its engines ("Engine 003: Avg prompt throughput: …"), and one process may log for all of them.
std::string engine_of(const model::RawMark& mark) {
  const std::size_t at = mark.text.find("Engine ");
  const std::size_t colon = at == std::string::npos ? at : mark.text.find(':', at);
  const bool named = colon != std::string::npos && colon - at < 16;
  return name_of(mark.process) + '/' + (named ? mark.text.substr(at, colon - at) : "");
}

// An engine prints its throughput also when it has nothing to do.
bool shows_work(const std::string& text) {
  return text.find("prompt throughput: 0.0 tokens/s, Avg generation throughput: 0.0 ") == std::string::npos;
}

}  // namespace

void hear(const model::RawMark& mark, Work& work) {
  if (mark.kind != model::MarkKind::progress) return;
  Heard& heard = work[engine_of(mark)];
  if (mark.text.find("Prefill batch") != std::string::npos) {
    ++heard.prefills;
    return;
  }
  ++heard.lines;
  if (shows_work(mark.text)) heard.busy = heard.lines;
}

bool served_since(const Work& before, const Work& now) {
  return std::any_of(now.begin(), now.end(), [&](const auto& one) {
    const auto was = before.find(one.first);
    const Heard then = was == before.end() ? Heard{} : was->second;
    return one.second.prefills > then.prefills || one.second.busy > then.lines + 1;
  });
}

}  // namespace jitgate::run
